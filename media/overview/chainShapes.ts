import { t } from '../../src/shared/localize';
import { readableText } from '../../src/shared/plainText';
import type { ChainNode, ChainState } from '../../src/shared/protocol/overview';
import { fittedText } from '../picture/fittedText';
import { nodeSize } from './chainLayout';
import type { ChainLayout, PlacedNode } from './chainLayout';
import { movedBy } from './movedPath';

/** The icon of each state in a square of 12, because color alone is not accessible. */
const glyphs: Readonly<Record<ChainState, string>> = {
  ok: 'M1 6.5 4.5 10 11 2.5',
  running: 'M2.500 1 11 6 2.500 11z',
  failed: 'M2 2 10 10M10 2 2 10',
  waiting: 'M4 2v8M8 2v8',
  disabled: 'M2.500 9.500 9.500 2.500M11 6A5 5 0 1 1 1 6A5 5 0 1 1 11 6z',
  missing: 'M3.500 4A2.500 2.500 0 1 1 6 6.500V8M6 10.500V11',
};

/** The icon at its position in the node. */
export function glyphPath({ node, x, y }: PlacedNode): string {
  return movedBy(glyphs[node.state], x + 10, y + 14);
}

function stateLabel(state: ChainState): string {
  const labels = {
    ok: t('Ready'),
    running: t('Running'),
    failed: t('Failed'),
    waiting: t('Waiting'),
    disabled: t('Disabled'),
    missing: t('Missing'),
  };
  return labels[state];
}

/** The second line of a node: its state, and the required result of the preceding schedule. */
export function nodeText({ state, action, preceding }: ChainNode): string {
  const word = stateLabel(state);
  if (preceding === null) return word;
  return `${word} · ${actionLabel(action)}`;
}

function actionLabel(action: string | null): string {
  switch (action) {
    case 'succeeded':
      return t('after success');
    case 'failed':
      return t('after failure');
    case 'finished':
      return t('after completion');
    default:
      return action ?? '';
  }
}

/** The space to the right of the state icon. */
const textWidth = nodeSize.width - 30 - 8;

/** The two lines of a node, truncated to fit; the label has the full name. */
export function nodeLines(node: ChainNode, fontFamily: string): readonly [string, string] {
  return [
    fittedText(readableText(node.name), textWidth, `12px ${fontFamily}`),
    fittedText(nodeText(node), textWidth, `11px ${fontFamily}`),
  ];
}

/** The line from a node to its follower, with an arrow. */
function edgePath(from: PlacedNode, to: PlacedNode): string {
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

const corner = 4;

/** The border of a node. */
export function boxPath({ x, y }: PlacedNode): string {
  const [wide, high] = [nodeSize.width - 2 * corner, nodeSize.height - 2 * corner];
  const turn = (dx: number, dy: number): string => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
  return `M${x + corner} ${y}h${wide}${turn(corner, corner)}v${high}${turn(-corner, corner)}h${-wide}${turn(-corner, -corner)}v${-high}${turn(corner, -corner)}z`;
}
