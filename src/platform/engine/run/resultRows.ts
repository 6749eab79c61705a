import type { Schema } from '../plan/kind';

/** Cells are JSON or plain text; null without a value. */
export type CellStyle = 'json' | 'text';

export interface ResultRows {
  readonly schema: Schema;
  readonly count: number;
  /** Streams rows in chunks, so that they never fill the memory. `admit` waits until there is room for some bytes. */
  read(
    range: RowRange,
    style: CellStyle,
    admit?: (bytes: number) => Promise<void>,
  ): AsyncIterable<readonly ResultRow[]>;
}

export type ResultRow = readonly (string | null)[];

export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

/** Rows in a table of the engine. They were inserted in order, so their row numbers are their order. */
export interface StoredRows {
  readonly table: string;
  readonly schema: Schema;
  /** The first row number; rows before it were skipped by an offset. */
  readonly start: number;
  /** The row number after the last one. */
  readonly end: number;
}

export interface StoredResult extends ResultRows {
  readonly stored: StoredRows;
}
