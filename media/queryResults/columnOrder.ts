import type { ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';

/**
 * The most useful order of the columns of stored logs: the time, then columns that differ between rows, and
 * last constant ones. IDs are unique per row and not useful.
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
