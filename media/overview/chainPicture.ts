import type { ChainState } from '../../src/shared/protocol/overview';
import type { Picture, Shape } from '../picture/picture';
import type { ThemeColours } from '../picture/themeColours';
import { withNodes } from './chainLayout';
import type { ChainLayout } from './chainLayout';
import { boxPath, edgePaths, glyphPath, nodeLines } from './chainShapes';

const heading = 40;

/** All chains as an image. */
export function chainPicture(chains: ChainLayout, title: string, colours: ThemeColours): Picture {
  const { foreground, muted, background, fontFamily } = colours;
  const layout = withNodes(
    chains,
    chains.nodes.map((one) => ({ ...one, y: one.y + heading })),
  );
  const strokes: Readonly<Record<ChainState, string>> = {
    ok: colours.green,
    running: colours.blue,
    failed: colours.red,
    missing: colours.red,
    waiting: colours.orange,
    disabled: muted,
  };
  const shapes: Shape[] = [
    { kind: 'text', x: 16, y: 26, text: title, fill: foreground, size: 14, bold: true },
    { kind: 'path', d: edgePaths(layout, ({ held }) => !held), stroke: muted },
    { kind: 'path', d: edgePaths(layout, ({ held }) => held), stroke: colours.red, dash: [5, 4] },
  ];
  for (const place of layout.nodes) {
    const { node, x, y } = place;
    const stroke = strokes[node.state];
    const [name, words] = nodeLines(node, fontFamily);
    shapes.push(
      { kind: 'path', d: boxPath(place), fill: background, stroke },
      { kind: 'path', d: glyphPath(place), stroke },
      { kind: 'text', x: x + 30, y: y + 17, text: name, fill: foreground, size: 12 },
      { kind: 'text', x: x + 30, y: y + 32, text: words, fill: muted, size: 11 },
    );
  }
  const width = Math.max(layout.width, 320);
  return { width, height: layout.height + heading, background, fontFamily, shapes };
}
