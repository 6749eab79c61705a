import type { Schema } from '../plan/kind';

/**
 * The rows of a stage in batches: each batch is one statement, so that counts grow while a query runs and a
 * limit can end it early.
 */
export interface Source {
  readonly schema: Schema;
  /** The order of the rows by the carried columns. */
  readonly order: readonly OrderKey[];
  /** Whether statements must sort if the order matters. */
  readonly unordered: boolean;
  batches(needsOrder: boolean): AsyncIterable<Batch> | Iterable<Batch>;
  /** All rows in one batch; undefined if they arrive over time. */
  whole?(): Batch;
}

export interface OrderKey {
  readonly column: string;
  readonly descending: boolean;
}

export interface Batch {
  /** Undefined if the rows must be counted. */
  readonly rows: number | undefined;
  /** Prints a SELECT with the columns of the schema and, if requested, those of the order. */
  print(carriesOrder: boolean): string;
}

/** Small, so that the first counts arrive soon even if rows are expensive. */
export const firstBatchRows = 65_536;
/** The target time of a batch: short enough for live progress, long enough for a low overhead. */
const batchMilliseconds = 300;
/** The duration of a small batch is a poor estimate for a large one. */
const largestGrowth = 64;

/**
 * Groups parts with known numbers of rows, each group as large as the previous durations allow. The time
 * between two requests is the duration of the first group.
 */
export function* pacedGroups<Part extends { readonly rows: number }>(
  parts: Iterable<Part>,
  now: () => number = () => performance.now(),
): Generator<Part[]> {
  let wanted = firstBatchRows;
  let group: Part[] = [];
  let rows = 0;
  for (const part of parts) {
    group.push(part);
    rows += part.rows;
    if (rows < wanted) continue;
    const started = now();
    yield group;
    const growth = Math.min(largestGrowth, batchMilliseconds / Math.max(1, now() - started));
    wanted = Math.max(firstBatchRows, Math.round(rows * growth));
    group = [];
    rows = 0;
  }
  if (group.length > 0) yield group;
}
