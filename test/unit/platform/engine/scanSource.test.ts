import assert from 'node:assert/strict';
import {
  joinSlices,
  scanSource,
  slicesByNumber,
  slicesByTime,
} from '../../../../src/platform/engine/duckdb/scanSource';
import type { Slice } from '../../../../src/platform/engine/duckdb/scanSource';
import type { Batch } from '../../../../src/platform/engine/duckdb/source';
import type { ScannedSegment } from '../../../../src/platform/store/tableScan';

const day = 86_400_000;

function segment(
  path: string,
  rows: number,
  firstDay: number,
  changes: Partial<ScannedSegment> = {},
): ScannedSegment {
  const minTime = new Date(firstDay * day);
  const maxTime = new Date((firstDay + 1) * day - 1);
  const sizes = { rows, bytes: rows, indexBytes: 0 };
  return { file: path, path, table: 'logs', ...sizes, minTime, maxTime, columns: [], ...changes };
}

const pathsOf = (slices: readonly Slice[]): string[][] =>
  slices.map(({ segments }) => segments.map(({ path }) => path));

describe('The slices of a scan', () => {
  it('cut a large file by row numbers, and join to the whole file again', () => {
    const slices = [...slicesByNumber([segment('large', 300_000, 1), segment('small', 10, 2)])];

    assert.deepEqual(
      slices.map(({ numbers, rows }) => [numbers?.from, numbers?.to, rows]),
      [
        [0, 122_880, 122_880],
        [122_880, 245_760, 122_880],
        [245_760, 300_000, 54_240],
        [undefined, undefined, 10],
      ],
    );
    const joined = joinSlices(slices);
    assert.deepEqual(pathsOf(joined), [['large', 'small']]);
    assert.deepEqual([joined[0]?.numbers, joined[0]?.rows], [undefined, 300_010]);
    assert.deepEqual(joinSlices(slices.slice(1, 3))[0]?.numbers, { from: 122_880, to: 300_000 });
  });

  it('do not cut a file that has a field with the name of the row number', () => {
    const columns = [{ name: 'File_Row_Number', type: 'BIGINT' as const }];
    assert.equal([...slicesByNumber([segment('large', 300_000, 1, { columns })])].length, 1);
  });

  it('keep files that overlap in time together, in the order of time', () => {
    const segments = [segment('c', 10, 3), segment('a', 10, 1), segment('b', 10, 1)];
    assert.deepEqual(pathsOf(slicesByTime(segments, true)), [['c'], ['a', 'b']]);
    assert.deepEqual(pathsOf(slicesByTime(segments, false)), [['a', 'b'], ['c']]);
    const [one, other] = [segment('one', 10, 1), segment('other', 10, 2)];
    const touching = { ...other, minTime: one.maxTime };
    assert.deepEqual(pathsOf(slicesByTime([one, other], false)), [['one'], ['other']]);
    assert.deepEqual(pathsOf(slicesByTime([one, touching], false)), [['one', 'other']]);
  });

  it('count their rows if no time range cuts a file', () => {
    const segments = [segment('large', 300_000, 1), segment('small', 10, 2)];
    const scan = { tables: ['logs'], missing: [], columns: [], segments, [Symbol.dispose]: () => undefined };
    const countsIn = (from?: Date, to?: Date, needsOrder = false): (number | undefined)[] => {
      const source = scanSource(scan, { from, to, newestFirst: true });
      return Array.from(source.batches(needsOrder) as Iterable<Batch>, ({ rows }) => rows);
    };
    const sum = (counts: readonly (number | undefined)[]): number =>
      counts.reduce<number>((total, count) => total + (count ?? NaN), 0);
    assert.equal(countsIn()[0], 122_880);
    assert.equal(sum(countsIn()), 300_010);
    assert.equal(sum(countsIn(new Date(day), new Date(3 * day))), 300_010);
    assert.equal(sum(countsIn(undefined, undefined, true)), 300_010);
    // The last row of a file is at the end of the time range, which is exclusive.
    assert.equal(countsIn(undefined, new Date(2 * day - 1))[0], undefined);
    assert.equal(countsIn(new Date(day + 1))[0], undefined);
  });

  it('do not cut up to a million rows, nor more finely than by the millisecond', () => {
    assert.equal(slicesByTime([segment('large', 1_000_000, 1)], true).length, 1);
    const minTime = new Date(day);
    const timestamp = segment('timestamp', 2_000_000, 1, { minTime, maxTime: minTime });
    assert.equal(slicesByTime([timestamp], true).length, 1);
  });

  for (const newestFirst of [true, false]) {
    it(`cut many rows by their time without a gap, ${newestFirst ? 'newest' : 'oldest'} first`, () => {
      const slices = slicesByTime([segment('large', 2_000_000, 1)], newestFirst);

      const inOrder = (newestFirst ? slices.toReversed() : slices).map(timesOf);
      const cuts = inOrder.slice(1).map(([from]) => from);
      assert.deepEqual(
        inOrder.map(([, to]) => to),
        [...cuts, undefined],
      );
      assert.equal(inOrder[0]?.[0], undefined);
      assert.equal(inOrder.length, 17);
      assert.deepEqual(joinSlices(slices).map(timesOf), [[undefined, undefined]]);
      const some = joinSlices((newestFirst ? slices.toReversed() : slices).slice(2, 5));
      assert.deepEqual(joinSlices(slices.slice(2, 5)).length, 1);
      assert.deepEqual(some.map(timesOf), [[cuts[1], cuts[4]]]);
    });
  }
});

function timesOf({ time }: Slice): [from: number | undefined, to: number | undefined] {
  return [time?.from?.getTime(), time?.to?.getTime()];
}
