import type { ChainState } from '../../src/shared/protocol/overview';
import type { ChartImage, Shape } from '../image/image';
import type { ThemeColors } from '../image/themeColors';
import { withNodes } from './chainLayout';
import type { ChainLayout } from './chainLayout';
import { boxPath, edgePaths, glyphPath, nodeLines } from './chainShapes';

const heading = 40;

/** All chains as an image. */
export function chainImage(chains: ChainLayout, title: string, colors: ThemeColors): ChartImage {
  const { foreground, muted, background, fontFamily } = colors;
  const layout = withNodes(
    chains,
    chains.nodes.map((one) => ({ ...one, y: one.y + heading })),
  );
  const strokes: Readonly<Record<ChainState, string>> = {
    ok: colors.green,
    running: colors.blue,
    failed: colors.red,
    missing: colors.red,
    waiting: colors.orange,
    disabled: muted,
  };
  const shapes: Shape[] = [
    { kind: 'text', x: 16, y: 26, text: title, fill: foreground, size: 14, bold: true },
    { kind: 'path', d: edgePaths(layout, ({ held }) => !held), stroke: muted },
    { kind: 'path', d: edgePaths(layout, ({ held }) => held), stroke: colors.red, dash: [5, 4] },
  ];
  for (const position of layout.nodes) {
    const { node, x, y } = position;
    const stroke = strokes[node.state];
    const [name, text] = nodeLines(node, fontFamily);
    shapes.push(
      { kind: 'path', d: boxPath(position), fill: background, stroke },
      { kind: 'path', d: glyphPath(position), stroke },
      { kind: 'text', x: x + 30, y: y + 17, text: name, fill: foreground, size: 12 },
      { kind: 'text', x: x + 30, y: y + 32, text, fill: muted, size: 11 },
    );
  }
  const width = Math.max(layout.width, 320);
  return { width, height: layout.height + heading, background, fontFamily, shapes };
}
