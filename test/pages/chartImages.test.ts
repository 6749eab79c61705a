import assert from 'node:assert/strict';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { resultsHost, resultsState } from './support/states';

describe('A chart that is saved as PNG', () => {
  const beforehand = `
    window.written = [];
    window.stroked = [];
    window.filled = [];
    const canvas = CanvasRenderingContext2D.prototype;
    const { fillText, stroke, fill } = canvas;
    canvas.fillText = function (text, ...rest) {
      window.written.push([text, this.globalAlpha, this.textAlign]);
      fillText.call(this, text, ...rest);
    };
    canvas.stroke = function (...rest) {
      window.stroked.push([this.lineWidth, this.getLineDash().join(' ')].join(': '));
      stroke.apply(this, rest);
    };
    canvas.fill = function (...rest) {
      window.filled.push(this.globalAlpha.toFixed(2));
      fill.apply(this, rest);
    };`;
  const columns = [
    { name: '_time', type: 'time' as const },
    { name: 'count', type: 'number' as const },
    { name: 'size', type: 'number' as const },
  ];

  async function save(shape: 'bar' | 'line'): Promise<PageUnderTest> {
    const chart = { shape, x: ['_time'], series: ['count', 'size'] };
    const shown = { ...resultsState().view, chartOpen: true };
    const view = await openPage('queryResults', {
      response: resultsHost(resultsState({ columns, chart, rowCount: 4, view: shown }), (index) => [
        `2026-11-15 09:0${index}:00+0900`,
        index + 1,
        7 - index,
      ]),
      beforehand,
    });
    await view.page.getByRole('button', { name: 'Save Chart' }).click();
    await view.page.getByRole('menuitem', { name: 'Save Chart as PNG…' }).click();
    await view.sentThat(({ extension }) => extension === 'png');
    return view;
  }

  it('has opaque text between slightly transparent bars', async () => {
    const view = await save('bar');
    const written = (await view.page.evaluate('window.written')) as readonly [string, number, string][];
    assert.deepEqual([...new Set(written.map(([, alpha]) => alpha))], [1]);
    const positions = written.map(([word, , align]) => `${word} ${align}`);
    for (const location of ['09:01:00 center', '0 end', 'count start', 'size start'])
      assert.ok(positions.includes(location), `${location} among ${positions.join()}`);
    const filled = (await view.page.evaluate('window.filled')) as readonly string[];
    assert.deepEqual(filled, ['0.85', '0.85', '0.85', '0.85']);
    await view.close();
  });

  it('has lines as thick and as dashed as on the page', async () => {
    const view = await save('line');
    const stroked = (await view.page.evaluate('window.stroked')) as readonly string[];
    // The grid, the lines and their samples in the legend.
    assert.deepEqual([...new Set(stroked)], ['1: ', '1.5: ', '1.5: 6 3', '2: ', '2: 6 3']);
    await view.close();
  });
});
