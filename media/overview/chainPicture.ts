import type { ChainState } from '../../src/shared/protocol/overview';
import type { Picture, Shape } from '../picture/picture';
import type { ThemeColours } from '../picture/themeColours';
import { nodeSize } from './chainLayout';
import type { ChainLayout } from './chainLayout';
import { edgePaths, glyphPath, nodeLines } from './chainShapes';
import { movedBy } from './movedPath';

const heading = 40;

/** All chains as an image. */
export function chainPicture(layout: ChainLayout, title: string, colours: ThemeColours): Picture {
  const { foreground, muted, background, fontFamily } = colours;
  const shapes: Shape[] = [
    { kind: 'text', x: 16, y: 26, text: title, fill: foreground, size: 14, bold: true },
    { kind: 'path', data: moved(edgePaths(layout, ({ held }) => !held)), stroke: muted },
    { kind: 'path', data: moved(edgePaths(layout, ({ held }) => held)), stroke: colours.red, dashed: true },
  ];
  for (const { node, x, y: above } of layout.nodes) {
    const y = above + heading;
    const stroke = stateColour(node.state, colours);
    const [name, words] = nodeLines(node, fontFamily);
    shapes.push(
      { kind: 'rect', x, y, ...nodeSize, radius: 4, fill: background, stroke },
      { kind: 'path', data: glyphPath({ node, x, y }), stroke },
      { kind: 'text', x: x + 30, y: y + 17, text: name, fill: foreground, size: 12 },
      { kind: 'text', x: x + 30, y: y + 32, text: words, fill: muted, size: 11 },
    );
  }
  return {
    width: Math.max(layout.width, 320),
    height: layout.height + heading,
    background,
    fontFamily,
    shapes,
  };
}

function stateColour(state: ChainState, colours: ThemeColours): string {
  switch (state) {
    case 'ok':
      return colours.green;
    case 'running':
      return colours.blue;
    case 'failed':
    case 'missing':
      return colours.red;
    case 'waiting':
      return colours.orange;
    case 'disabled':
      return colours.muted;
  }
}

function moved(data: string): string {
  return movedBy(data, 0, heading);
}
