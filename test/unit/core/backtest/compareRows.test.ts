import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareRows } from '../../../../src/core/backtest/compareRows';
import { hitsOf } from '../../../../src/core/backtest/backtestSummary';
import type { RunResult } from '../../../../src/core/backtest/runBacktest';
import { fixedZone } from '../../../../src/core/backtest/serverZone';

function result(rows: RunResult['rows'], due?: number): RunResult {
  return { run: { from: 0, to: 1, due, text: '' }, rows, elapsed: 1, truncated: false };
}

describe('The comparison of a draft with the published query', () => {
  it('recognizes a log by its ID although the draft shows other fields of it', () => {
    const log = { _table: 't', _id: 9n, _time: '2026-01-01 00:00:00+0000' };
    const { more, less, same } = compareRows([result([{ ...log, a: 1 }])], [result([{ ...log, b: 2 }])]);
    assert.deepEqual([more, less, same], [[], [], 1]);
  });

  it('distinguishes equal rows of different runs, and ignores the order of fields', () => {
    const published = [result([{ a: 1, b: null }], 10), result([{ a: 1 }], 20)];
    assert.deepEqual(compareRows(published, [result([{ b: null, a: 1 }], 20)]), {
      more: [],
      less: [{ a: 1, b: null }],
      same: 1,
    });
  });

  it('counts as a small model of multisets does', () => {
    const rows = fc.array(
      fc.record({ a: fc.integer({ min: 0, max: 3 }), b: fc.constantFrom('x', 2n ** 60n) }),
    );
    fc.assert(
      fc.property(rows, rows, (published, draft) => {
        const found = compareRows([result(published)], [result(draft)]);
        const keyOf = ({ a, b }: { a: number; b: unknown }): string => `${a} ${String(b)}`;
        const count = (list: readonly { a: number; b: unknown }[], key: string): number =>
          list.filter((row) => keyOf(row) === key).length;
        for (const key of new Set([...published, ...draft].map(keyOf))) {
          const [before, after] = [count(published, key), count(draft, key)];
          assert.equal(count(found.more as typeof draft, key), Math.max(0, after - before));
          assert.equal(count(found.less as typeof draft, key), Math.max(0, before - after));
        }
        assert.equal(found.same + found.more.length, draft.length);
        assert.equal(found.same + found.less.length, published.length);
      }),
      { seed: 41 },
    );
  });
});

describe('Hits over time', () => {
  const day = 86_400_000;
  const start = Date.parse('2026-03-01T00:00:00Z');

  it('counts a log when it happened, by hour for up to two days', () => {
    const covered = { from: start, to: start + day };
    const row = (time: string): { _time: string } => ({ _time: time });
    const rows = [
      row('2026-03-01 05:59:59.999+0000'),
      row('2026-03-01 15:00:00+0900'),
      row('2026-03-01 06:10:00+0000'),
    ];
    const { unit, buckets } = hitsOf([result(rows)], { covered }, fixedZone(0, covered.from, covered.to));
    assert.equal(unit, 'hour');
    assert.deepEqual(
      buckets.flatMap(({ count }, index) => (count === 0 ? [] : [[index, count]])),
      [
        [5, 1],
        [6, 2],
      ],
    );
  });

  it('counts the row of an aggregation at its due time, by days of the platform', () => {
    const covered = { from: start, to: start + 7 * day };
    const zone = fixedZone(540, covered.from, covered.to);
    const { unit, buckets } = hitsOf([result([{ count: 5 }, { count: 6 }], start + day)], { covered }, zone);
    assert.equal(unit, 'day');
    assert.equal(buckets.length, 8);
    const [hit] = buckets.filter(({ count }) => count > 0);
    assert.deepEqual(hit, { from: start + 15 * 3_600_000, to: start + 39 * 3_600_000, count: 2 });
  });
});
