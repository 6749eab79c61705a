import { t } from '../../src/core/base/localize';
import { visibleText } from '../../src/core/base/visibleText';
import type { ChainNode, ChainState } from '../../src/core/pages/overview';
import { fittedText } from '../image/fittedText';
import { rectanglePath } from '../../src/core/chart/image';
import { nodeSize } from './chainLayout';
import type { ChainLayout, PositionedNode } from './chainLayout';

/** The icon of each state in a square of 12, relative to its corner. Color alone is not accessible. */
const glyphs: Readonly<Record<ChainState, string>> = {
  ok: 'm1 6.5 3.5 3.5 6.5-7.5',
  running: 'm2.5 1 8.5 5-8.5 5z',
  failed: 'm2 2 8 8m0-8-8 8',
  waiting: 'm4 2v8m4-8v8',
  disabled: 'm2.5 9.5 7-7m1.5 3.5a5 5 0 1 1-10 0a5 5 0 1 1 10 0z',
  missing: 'm3.5 4a2.5 2.5 0 1 1 2.5 2.5v1.5m0 2.5v.5',
};

/** The icon at its position in the node. */
export function glyphPath({ node, x, y }: PositionedNode): string {
  return `M${x + 10} ${y + 14}${glyphs[node.state]}`;
}

/** The second line of a node: its state, and the required result of the preceding schedule. */
export function nodeText({ state, action, preceding }: ChainNode): string {
  const states = {
    ok: t('Ready'),
    running: t('Running'),
    failed: t('Failed'),
    waiting: t('Waiting'),
    disabled: t('Disabled'),
    missing: t('Missing'),
  };
  const actions = new Map([
    ['succeeded', t('after success')],
    ['failed', t('after failure')],
    ['finished', t('after completion')],
  ]);
  if (preceding === null) return states[state];
  return `${states[state]} · ${actions.get(action ?? '') ?? action ?? ''}`;
}

/** The space to the right of the state icon. */
const textWidth = nodeSize.width - 30 - 8;

/** The two lines of a node, truncated to fit; the label has the full name. */
export function nodeLines(node: ChainNode, fontFamily: string): readonly [string, string] {
  return [
    fittedText(visibleText(node.name), textWidth, `12px ${fontFamily}`),
    fittedText(nodeText(node), textWidth, `11px ${fontFamily}`),
  ];
}

/** The line from a node to its dependent, with an arrow. */
function edgePath(from: PositionedNode, to: PositionedNode): string {
  const [x1, y1] = [from.x + nodeSize.width, from.y + nodeSize.height / 2];
  const [x2, y2] = [to.x - 2, to.y + nodeSize.height / 2];
  const bend = Math.max(20, Math.abs(x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}M${x2 - 6} ${y2 - 4}L${x2} ${y2}L${x2 - 6} ${y2 + 4}`;
}

/** All lines of a kind as one path, because hundreds of elements would be slow. */
export function edgePaths({ nodes, byGuid }: ChainLayout, wanted: (to: ChainNode) => boolean): string {
  return nodes
    .filter(({ node }) => wanted(node))
    .map((to) => {
      const from = byGuid.get(to.node.preceding ?? '');
      return from ? edgePath(from, to) : '';
    })
    .join('');
}

/** The border of a node. */
export function boxPath({ x, y }: PositionedNode): string {
  return rectanglePath(x, y, nodeSize.width, nodeSize.height, 4);
}
