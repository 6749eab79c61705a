import assert from 'node:assert/strict';
import { opaque, toSvg } from '../../../src/core/chart/image';

describe('An image for a file', () => {
  it('is an SVG with all its shapes, in which text stays text', () => {
    const svg = toSvg({
      width: 30,
      height: 20,
      background: '#fff',
      fontFamily: '"Segoe UI", sans-serif',
      shapes: [
        { kind: 'path', d: 'M0 0h1' },
        { kind: 'path', d: 'M1 1h1', fill: 'red', stroke: 'blue', width: 2, dash: [6, 3], opacity: 0.5 },
        { kind: 'text', x: 1, y: 2, text: 'a<b> & "c"\u0007', fill: 'red', size: 11 },
        { kind: 'text', x: 3, y: 4, text: 'b', fill: 'red', size: 12, bold: true, anchor: 'end' },
      ],
    });
    assert.deepEqual(svg.split('\n'), [
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20" viewBox="0 0 30 20" font-family="&#34;Segoe UI&#34;, sans-serif">',
      '<rect width="30" height="20" fill="#fff"/>',
      '<path d="M0 0h1" fill="none" stroke="none" stroke-width="1" opacity="1"/>',
      '<path d="M1 1h1" fill="red" stroke="blue" stroke-width="2" stroke-dasharray="6 3" opacity="0.5"/>',
      '<text x="1" y="2" font-size="11" text-anchor="start" fill="red">a&#60;b&#62; &#38; &#34;c&#34;</text>',
      '<text x="3" y="4" font-size="12" font-weight="600" text-anchor="end" fill="red">b</text>',
      '</svg>',
      '',
    ]);
  });

  it('has opaque colors, however the theme writes them', () => {
    const colors = ['rgba(234, 92, 0, 0.33)', '#ea5c0054', '#EA5C00', 'rgb(1, 2, 3)', 'orange'];
    assert.deepEqual(colors.map(opaque), ['rgb(234, 92, 0)', '#ea5c00', '#EA5C00', 'rgb(1, 2, 3)', 'orange']);
  });
});
