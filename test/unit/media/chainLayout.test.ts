import assert from 'node:assert/strict';
import { layoutChains, nodeSize } from '../../../media/overview/chainLayout';
import type { ChainNode } from '../../../src/core/pages/overview';

function node(guid: string, preceding: string | null = null): ChainNode {
  return { guid, name: guid, state: 'ok', preceding, action: null, held: false, trigger: '' };
}

/** Two chains, one of which forks, and a loop. */
const nodes = [
  node('a'),
  node('b', 'a'),
  node('c', 'b'),
  node('d', 'b'),
  node('x'),
  node('y', 'x'),
  node('one', 'two'),
  node('two', 'one'),
];

describe('The layout of chains', () => {
  it('puts each schedule to the right of its predecessor, and none over another', () => {
    const { nodes: positioned, byGuid, width, height } = layoutChains(nodes);
    assert.equal(positioned.length, nodes.length);
    for (const [before, after] of [
      ['a', 'b'],
      ['b', 'c'],
      ['b', 'd'],
      ['x', 'y'],
    ] as const) {
      assert.ok(byGuid.get(after)!.x >= byGuid.get(before)!.x + nodeSize.width, `${after} after ${before}`);
    }
    for (const [index, one] of positioned.entries()) {
      assert.ok(one.x >= 0 && one.x + nodeSize.width <= width && one.y + nodeSize.height <= height);
      for (const other of positioned.slice(index + 1)) {
        const apart =
          Math.abs(one.x - other.x) >= nodeSize.width || Math.abs(one.y - other.y) >= nodeSize.height;
        assert.ok(apart, `${one.node.guid} lies over ${other.node.guid}`);
      }
    }
  });

  it('puts short chains beside each other, and long ones below', () => {
    const pairs = Array.from({ length: 4 }, (_, index) => [
      node(`p${index}`),
      node(`q${index}`, `p${index}`),
    ]);
    const { byGuid } = layoutChains(pairs.flat());
    assert.equal(byGuid.get('p0')?.y, byGuid.get('p1')?.y);
    assert.ok(byGuid.get('p3')!.y > byGuid.get('p0')!.y);
    const positionsOf = (many: readonly ChainNode[]): unknown => layoutChains(many).nodes.map(({ y }) => y);
    const long = Array.from({ length: 7 }, (_, index) =>
      node(`n${index}`, index === 0 ? null : `n${index - 1}`),
    );
    assert.deepEqual(positionsOf([...long, node('x')]), [12, 12, 12, 12, 12, 12, 12, 64]);
    const alone = Array.from({ length: 6 }, (_, index) => node(`n${index}`));
    assert.deepEqual(positionsOf(alone), [12, 12, 12, 12, 12, 64]);
    assert.deepEqual(
      layoutChains([node('y', 'x'), node('a'), node('x')]).nodes.map((position) => position.node.guid),
      ['a', 'x', 'y'],
    );
  });

  it('begins a loop with one of its own nodes, also when others depend on it', () => {
    const { byGuid } = layoutChains([node('tail', 'one'), node('one', 'two'), node('two', 'one')]);
    assert.deepEqual(
      ['one', 'two', 'tail'].map((guid) => byGuid.get(guid)?.x),
      [12, 268, 268],
    );
  });
});
