import type { ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';

/**
 * The order in which the columns of stored logs tell most: when, then what differs from row to row, and last what is
 * the same in all of them. A number of its own is different in every row and tells nothing.
 */
export function differingFirst(
  columns: readonly ResultColumn[],
  rows: readonly ResultRow[],
): readonly number[] {
  const ranks = columns.map(({ name }, index) => {
    if (name === '_time') return 0;
    if (name === '_id') return 3;
    return differs(rows, index) ? 1 : 2;
  });
  return [...columns.keys()].sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0) || one - other);
}

function differs(rows: readonly ResultRow[], column: number): boolean {
  const first = JSON.stringify(rows[0]?.[column] ?? null);
  return rows.some((row) => JSON.stringify(row[column] ?? null) !== first);
}
