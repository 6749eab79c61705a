import assert from 'node:assert/strict';
import { joinSlices, slicesByNumber, slicesByTime } from '../../../../src/platform/engine/duckdb/scanSource';
import type { Slice } from '../../../../src/platform/engine/duckdb/scanSource';
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

describe('slices of a scan', () => {
  it('cut a large file by the numbers of its rows, and become the whole file again', () => {
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

  it('leave a file whole whose rows have a field of the name of their number', () => {
    const columns = [{ name: 'File_Row_Number', type: 'BIGINT' as const }];
    assert.equal([...slicesByNumber([segment('large', 300_000, 1, { columns })])].length, 1);
  });

  it('keep files that overlap in time together, in the order of time', () => {
    const segments = [segment('c', 10, 3), segment('a', 10, 1), segment('b', 10, 1)];
    assert.deepEqual(pathsOf(slicesByTime(segments, true)), [['c'], ['a', 'b']]);
    assert.deepEqual(pathsOf(slicesByTime(segments, false)), [['a', 'b'], ['c']]);
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
