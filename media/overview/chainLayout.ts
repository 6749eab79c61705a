import { graphlib, layout } from '@dagrejs/dagre';
import type { ChainNode } from '../../src/shared/protocol/overview';

export interface PlacedNode {
  readonly node: ChainNode;
  /** The left upper corner. */
  readonly x: number;
  readonly y: number;
}

export interface ChainLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly byGuid: ReadonlyMap<string, PlacedNode>;
}

export const nodeSize = { width: 208, height: 40 } as const;
const margin = 12;

/** Each chain from left to right, in the order in which its schedules run. */
export function layoutChains(nodes: readonly ChainNode[]): ChainLayout {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 48, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  const known = new Set(nodes.map(({ guid }) => guid));
  for (const { guid } of nodes) graph.setNode(guid, { ...nodeSize });
  for (const { guid, preceding } of nodes) {
    if (preceding !== null && known.has(preceding)) graph.setEdge(preceding, guid);
  }
  layout(graph);
  const placed = nodes.map((node): PlacedNode => {
    const { x = 0, y = 0 } = graph.node(node.guid) as { readonly x?: number; readonly y?: number };
    return { node, x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) };
  });
  return {
    width: Math.max(0, ...placed.map(({ x }) => x + nodeSize.width)) + margin,
    height: Math.max(0, ...placed.map(({ y }) => y + nodeSize.height)) + margin,
    nodes: placed,
    byGuid: new Map(placed.map((one) => [one.node.guid, one])),
  };
}

/** The schedule, all that it comes after and all that come after it. */
export function connectedTo(guid: string, nodes: readonly ChainNode[]): ReadonlySet<string> {
  const byGuid = new Map(nodes.map((node) => [node.guid, node]));
  const connected = new Set(followersOf(guid, nodes));
  for (let next = byGuid.get(guid); next && !connected.has(next.guid);) {
    connected.add(next.guid);
    next = byGuid.get(next.preceding ?? '');
  }
  return connected;
}

/** All that come after it, directly or through others, nearest first. */
export function followersOf(guid: string, nodes: readonly ChainNode[]): readonly string[] {
  const reached = new Set([guid]);
  for (const next of reached) {
    for (const node of nodes) if (node.preceding === next) reached.add(node.guid);
  }
  return [...reached].slice(1);
}

/** Where an arrow leads: back along the chain, on along it, or to the nearest above and below. */
export function neighbourOf(
  { nodes, byGuid }: ChainLayout,
  guid: string,
  key: string,
): PlacedNode | undefined {
  const from = byGuid.get(guid);
  if (!from) return nodes[0];
  switch (key) {
    case 'ArrowLeft':
      return byGuid.get(from.node.preceding ?? '');
    case 'ArrowRight':
      return nodes.find(({ node }) => node.preceding === guid);
    case 'ArrowUp':
      return nearest(
        nodes.filter(({ y }) => y < from.y),
        from,
      );
    case 'ArrowDown':
      return nearest(
        nodes.filter(({ y }) => y > from.y),
        from,
      );
    case 'Home':
      return nodes[0];
    case 'End':
      return nodes.at(-1);
    default:
      return undefined;
  }
}

/** In the same column before any other, since that is where the eye goes. */
function nearest(candidates: readonly PlacedNode[], from: PlacedNode): PlacedNode | undefined {
  const distance = ({ x, y }: PlacedNode): number => Math.abs(y - from.y) + 4 * Math.abs(x - from.x);
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0];
}
