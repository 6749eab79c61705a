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
const gap = 12;
/** About what a wide window shows. */
const comfortableWidth = 1300;

/**
 * Each chain from left to right, in the order in which its schedules run. Chains are laid out one by one, which is
 * far quicker than all at once, and put beside each other where there is room.
 */
export function layoutChains(nodes: readonly ChainNode[]): ChainLayout {
  const chains = chainsOf(nodes).map(layoutChain);
  const wide = Math.max(comfortableWidth, ...chains.map(({ width }) => width));
  const placed: PlacedNode[] = [];
  let [left, top, height] = [0, 0, 0];
  for (const chain of chains) {
    if (left > 0 && left + gap + chain.width > wide) [left, top, height] = [0, top + height + gap, 0];
    const dx = margin + (left === 0 ? 0 : left + gap);
    for (const one of chain.nodes) placed.push({ ...one, x: one.x + dx, y: one.y + top + margin });
    left = dx - margin + chain.width;
    height = Math.max(height, chain.height);
  }
  return {
    width: Math.max(0, ...placed.map(({ x }) => x + nodeSize.width)) + margin,
    height: Math.max(0, ...placed.map(({ y }) => y + nodeSize.height)) + margin,
    nodes: placed,
    byGuid: new Map(placed.map((one) => [one.node.guid, one])),
  };
}

/** The nodes of each chain, in the order in which their first is listed. */
function chainsOf(nodes: readonly ChainNode[]): readonly (readonly ChainNode[])[] {
  const byGuid = new Map(nodes.map((node) => [node.guid, node]));
  const roots = new Map<string, ChainNode[]>();
  for (const node of nodes) {
    const root = rootOf(node, byGuid);
    roots.set(root, [...(roots.get(root) ?? []), node]);
  }
  return [...roots.values()];
}

/** Of a loop, the same node for all that lead into it. */
function rootOf(node: ChainNode, byGuid: ReadonlyMap<string, ChainNode>): string {
  const seen = new Set<string>();
  let current = node;
  for (;;) {
    if (seen.has(current.guid)) return [...seen].slice([...seen].indexOf(current.guid)).toSorted()[0] ?? '';
    seen.add(current.guid);
    const preceding = byGuid.get(current.preceding ?? '');
    if (!preceding) return current.guid;
    current = preceding;
  }
}

interface LaidOutChain {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
}

function layoutChain(nodes: readonly ChainNode[]): LaidOutChain {
  const places = placesOf(nodes.map(({ preceding }) => nodes.findIndex(({ guid }) => guid === preceding)));
  return {
    width: Math.max(...places.map(({ x }) => x)) + nodeSize.width,
    height: Math.max(...places.map(({ y }) => y)) + nodeSize.height,
    nodes: nodes.map((node, index): PlacedNode => ({ node, ...(places[index] ?? { x: 0, y: 0 }) })),
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const knownShapes = new Map<string, readonly Place[]>();
const maxShapes = 500;

/**
 * Where the nodes of a chain stand, given which of them each comes after, -1 for none. Many chains have the same
 * shape, and the library takes milliseconds for each.
 */
function placesOf(preceding: readonly number[]): readonly Place[] {
  const shape = preceding.join(' ');
  const known = knownShapes.get(shape);
  if (known) return known;
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: gap, ranksep: 48 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const index of preceding.keys()) graph.setNode(String(index), { ...nodeSize });
  for (const [index, before] of preceding.entries())
    if (before >= 0) graph.setEdge(String(before), String(index));
  layout(graph);
  const places = preceding.map((_, index): Place => {
    const { x = 0, y = 0 } = graph.node(String(index)) as Partial<Place>;
    return { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) };
  });
  if (knownShapes.size >= maxShapes) knownShapes.clear();
  knownShapes.set(shape, places);
  return places;
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
