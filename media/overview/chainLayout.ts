import { hierarchy, tree } from 'd3-hierarchy';
import { groupedBy } from '../../src/core/base/groupedBy';
import type { ChainNode } from '../../src/core/pages/overview';

export interface PositionedNode {
  readonly node: ChainNode;
  /** The top left corner. */
  readonly x: number;
  readonly y: number;
}

export interface ChainLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PositionedNode[];
  readonly byGuid: ReadonlyMap<string, PositionedNode>;
}

export const nodeSize = { width: 208, height: 40 } as const;
const margin = 12;
const gap = 12;
/** The approximate width of a wide window. */
const comfortableWidth = 1300;

/** Arranges each chain from left to right, in run order, and places chains next to each other if there is space. */
export function layoutChains(nodes: readonly ChainNode[]): ChainLayout {
  const dependents = dependentsByGuid(nodes);
  const chains = firstOfEach(nodes, dependents).map((first) => layoutChain(first, dependents));
  const wide = Math.max(comfortableWidth, ...chains.map(({ width }) => width));
  const positioned: PositionedNode[] = [];
  let [left, top, height] = [0, 0, 0];
  for (const chain of chains) {
    if (left > 0 && left + gap + chain.width > wide) [left, top, height] = [0, top + height + gap, 0];
    const dx = margin + (left === 0 ? 0 : left + gap);
    for (const position of chain.nodes)
      positioned.push({ ...position, x: position.x + dx, y: position.y + top + margin });
    left = dx - margin + chain.width;
    height = Math.max(height, chain.height);
  }
  return withNodes(
    {
      width: Math.max(0, ...positioned.map(({ x }) => x + nodeSize.width)) + margin,
      height: Math.max(0, ...positioned.map(({ y }) => y + nodeSize.height)) + margin,
    },
    positioned,
  );
}

/** A drawing of that size with these nodes. */
export function withNodes(
  { width, height }: Pick<ChainLayout, 'width' | 'height'>,
  nodes: readonly PositionedNode[],
): ChainLayout {
  return { width, height, nodes, byGuid: new Map(nodes.map((position) => [position.node.guid, position])) };
}

type Dependents = ReadonlyMap<string | null, readonly ChainNode[]>;

/** The direct dependents of each schedule. */
function dependentsByGuid(nodes: readonly ChainNode[]): Dependents {
  return groupedBy(nodes, ({ preceding }) => preceding);
}

/** The first schedule of each chain. A cycle starts with one of its own. */
function firstOfEach(nodes: readonly ChainNode[], dependents: Dependents): readonly ChainNode[] {
  const byGuid = new Map(nodes.map((node) => [node.guid, node]));
  const before = ({ preceding }: ChainNode): ChainNode | undefined => byGuid.get(preceding ?? '');
  const first: ChainNode[] = [];
  const reached = new Set<ChainNode>();
  const begin = (node: ChainNode): void => {
    first.push(node);
    const chain = new Set([node]);
    for (const each of chain) for (const next of dependents.get(each.guid) ?? []) chain.add(next);
    for (const each of chain) reached.add(each);
  };
  for (const node of nodes) if (!before(node)) begin(node);
  for (const node of nodes) if (!reached.has(node)) begin(loopBefore(node, before));
  return first;
}

/** The first node that occurs twice when walking back. */
function loopBefore(node: ChainNode, before: (node: ChainNode) => ChainNode | undefined): ChainNode {
  const walked = new Set<ChainNode>();
  let current = node;
  while (!walked.has(current)) {
    walked.add(current);
    current = before(current) ?? current;
  }
  return current;
}

/** A schedule has at most one preceding schedule, so a chain is a tree. */
const arrange = tree<ChainNode>()
  .nodeSize([nodeSize.height + gap, nodeSize.width + 48])
  .separation(() => 1);

function layoutChain(first: ChainNode, dependents: Dependents): Omit<ChainLayout, 'byGuid'> {
  // The last schedule of a cycle refers to the first.
  const next = ({ guid }: ChainNode): ChainNode[] =>
    (dependents.get(guid) ?? []).filter((node) => node !== first);
  const positions = arrange(hierarchy(first, next)).descendants();
  const top = Math.min(...positions.map(({ x }) => x));
  // The library arranges trees vertically, so x and y are swapped.
  const nodes = positions.map(({ data, x, y }): PositionedNode => ({
    node: data,
    x: y,
    y: Math.round(x - top),
  }));
  return {
    width: Math.max(...nodes.map(({ x }) => x)) + nodeSize.width,
    height: Math.max(...nodes.map(({ y }) => y)) + nodeSize.height,
    nodes,
  };
}

/** The schedule with all preceding ones and all dependents. */
export function connectedTo(guid: string, nodes: readonly ChainNode[]): ReadonlySet<string> {
  const byGuid = new Map(nodes.map((node) => [node.guid, node]));
  const connected = new Set(dependentsOf(guid, nodes));
  for (let next = byGuid.get(guid); next && !connected.has(next.guid);) {
    connected.add(next.guid);
    next = byGuid.get(next.preceding ?? '');
  }
  return connected;
}

/** All direct and indirect dependents, nearest first. */
export function dependentsOf(guid: string, nodes: readonly ChainNode[]): readonly string[] {
  const dependents = dependentsByGuid(nodes);
  const reached = new Set([guid]);
  for (const next of reached) for (const node of dependents.get(next) ?? []) reached.add(node.guid);
  return [...reached].slice(1);
}

/** The target of an arrow key: the preceding schedule, a dependent, or the nearest one above or below. */
export function neighborOf(
  { nodes, byGuid }: ChainLayout,
  guid: string,
  key: string,
): PositionedNode | undefined {
  const from = byGuid.get(guid);
  if (!from) return nodes[0];
  const targets: Readonly<Record<string, () => PositionedNode | undefined>> = {
    ArrowLeft: () => byGuid.get(from.node.preceding ?? ''),
    ArrowRight: () => nodes.find(({ node }) => node.preceding === guid),
    ArrowUp: () => nearest(nodes, from, ({ y }) => y < from.y),
    ArrowDown: () => nearest(nodes, from, ({ y }) => y > from.y),
    Home: () => nodes[0],
    End: () => nodes.at(-1),
  };
  return targets[key]?.();
}

/** Prefers the same column. */
function nearest(
  nodes: readonly PositionedNode[],
  from: PositionedNode,
  isWanted: (one: PositionedNode) => boolean,
): PositionedNode | undefined {
  const distance = ({ x, y }: PositionedNode): number => Math.abs(y - from.y) + 4 * Math.abs(x - from.x);
  return nodes.filter(isWanted).sort((one, other) => distance(one) - distance(other))[0];
}
