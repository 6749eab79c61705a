import assert from 'node:assert/strict';
import { ColumnLayout } from '../../../media/queryResults/columnLayout';
import { findMatches } from '../../../media/queryResults/findMatches';
import type { ResultRow } from '../../../src/core/pages/queryResults';

const columnsOf = (...names: readonly string[]) => names.map((name) => ({ name, type: 'text' as const }));
const cellText = (row: ResultRow, index: number): string => {
  const value = row[index] ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

describe('The layout of the columns of results', () => {
  /** Ten pixels a letter. */
  const layout = (): ColumnLayout =>
    new ColumnLayout(
      ({ column, texts }) => 10 * Math.max(...[column.name, ...texts].map(({ length }) => length)),
    );
  const shown = (of: ColumnLayout, names: readonly string[]): readonly string[] =>
    (of.order(columnsOf(...names)) ?? []).map((index) => names[index]!);
  const learn = (of: ColumnLayout, names: readonly string[], ...rows: readonly ResultRow[]): void =>
    of.learn(columnsOf(...names), () => rows, cellText);

  it('is that of the first rows for the next runs too, with new columns before the ID', () => {
    const kept = layout();
    const names = ['_id', 'host', '_time', 'user'];
    assert.equal(kept.order(columnsOf(...names)), undefined);
    learn(kept, names);
    assert.equal(kept.order(columnsOf(...names)), undefined);
    learn(kept, names, [1, 'a', 0, 'x'], [2, 'a', 1, 'y']);
    assert.deepEqual(shown(kept, names), ['_time', 'user', 'host', '_id']);
    learn(kept, names, [1, 'a', 0, 'x'], [2, 'b', 1, 'x']);
    assert.deepEqual(shown(kept, names), ['_time', 'user', 'host', '_id']);
    const more = ['bytes', ...names];
    learn(kept, more, [9, 1, 'a', 0, 'x']);
    assert.deepEqual(shown(kept, more), ['_time', 'user', 'host', 'bytes', '_id']);
    assert.deepEqual(shown(kept, ['host', 'user']), ['user', 'host']);
  });

  it('starts over for a result with mostly other columns', () => {
    const kept = layout();
    learn(kept, ['_time', 'a', 'b'], [1, 2, 3]);
    learn(kept, ['c', 'd', '_time'], [1, 2, 3], [2, 2, 4]);
    assert.deepEqual(shown(kept, ['c', 'd', '_time']), ['_time', 'c', 'd']);
    assert.equal(kept.widths.has('a'), false);
  });

  it('has widths by content between limits, which later rows do not change', () => {
    const kept = layout();
    const names = ['a', 'user', 'line', 'text'];
    learn(kept, names, ['x', 'kim.minji', 'l'.repeat(99), 't'.repeat(99)]);
    const widths = { a: 60, user: 90, line: 480, text: 360 };
    assert.deepEqual(Object.fromEntries(kept.widths), widths);
    learn(kept, names, ['x'.repeat(20), 'k', 'l', 't']);
    assert.deepEqual(Object.fromEntries(kept.widths), widths);
  });
});

describe('Finding in results', () => {
  const columns = ['a', 'b'].map((id, index) => ({ id, text: (row: ResultRow) => cellText(row, index) }));
  const find = (text: string, rows: readonly (ResultRow | undefined)[]): readonly string[] =>
    findMatches(text, rows.length, (index) => rows[index], columns).map(
      ({ row, column }) => `${row}${column}`,
    );

  it('goes by row and then by column as they are shown, in any case, over rows that are not loaded', () => {
    const rows = [['Kim', 'lee'], undefined, ['x', 'AKIMBO'], ['kim', 'kim']];
    assert.deepEqual(find('kim', rows), ['0a', '2b', '3a', '3b']);
    assert.deepEqual([find('', rows), find('nobody', rows)], [[], []]);
  });

  it('ends at ten thousand matches', () => {
    const rows = Array.from({ length: 20_000 }, () => ['1', '1']);
    assert.equal(find('1', rows).length, 10_000);
  });
});
