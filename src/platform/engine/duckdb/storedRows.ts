import type { Schema } from '../plan/kind';
import { firstBatchRows, pacedGroups } from './source';
import type { Batch, Source } from './source';
import { selectList } from './step';
import { columnAt } from './sqlText';

/** Rows in a table of the engine. They were inserted in order, so their row numbers are their order. */
export interface StoredRows {
  readonly table: string;
  readonly schema: Schema;
  /** The first row number; rows before it were skipped by an offset. */
  readonly start: number;
  /** The row number after the last one. */
  readonly end: number;
}

export function storedSource(stored: StoredRows): Source {
  return {
    schema: stored.schema,
    order: [{ column: 'o0', descending: false }],
    unordered: false,
    *batches(): Generator<Batch> {
      for (const group of pacedGroups(slices(stored))) {
        const from = group[0]?.from ?? 0;
        const rows = group.reduce((sum, slice) => sum + slice.rows, 0);
        yield { rows, print: (carriesOrder) => printRange(stored, from, from + rows, carriesOrder) };
      }
    },
    whole: () => ({
      rows: stored.end - stored.start,
      print: (carriesOrder) => printRange(stored, stored.start, stored.end, carriesOrder),
    }),
  };
}

function* slices({ start, end }: StoredRows): Generator<{ readonly from: number; readonly rows: number }> {
  for (let from = start; from < end; from += firstBatchRows) {
    yield { from, rows: Math.min(firstBatchRows, end - from) };
  }
}

/** Selects rows by number, which is equally fast at any position. */
export function printRange(
  { table, schema }: StoredRows,
  from: number,
  to: number,
  carriesOrder: boolean,
): string {
  const list = selectList(
    schema.map((_, place) => columnAt(place)),
    carriesOrder ? ['rowid AS o0'] : [],
  );
  return `SELECT ${list} FROM ${table} WHERE rowid >= ${from} AND rowid < ${to}`;
}
