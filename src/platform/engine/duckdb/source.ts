import type { Schema } from '../plan/kind';

/**
 * Where the rows of a stage come from, cut into batches: each batch is one statement, so that counts grow while a
 * query runs and a limit can end it early.
 */
export interface Source {
  readonly schema: Schema;
  /** How the carried columns order the rows. */
  readonly order: readonly OrderKey[];
  /** Rows come in no order of themselves, so that a statement must sort where the order matters. */
  readonly unordered: boolean;
  batches(needsOrder: boolean): AsyncIterable<Batch> | Iterable<Batch>;
  /** Everything in one batch; absent where the rows come with time. */
  whole?(): Batch;
}

export interface OrderKey {
  readonly column: string;
  readonly descending: boolean;
}

export interface Batch {
  /** Undefined where only counting can tell. */
  readonly rows: number | undefined;
  /** Prints a SELECT with the columns of the schema and, where asked, those of the order. */
  print(carriesOrder: boolean): string;
}

/** Small, so that the first counts come soon, whatever a row costs. */
export const firstBatchRows = 65_536;
/** The target time of a batch: short enough for live progress, long enough for a low overhead. */
const batchMilliseconds = 300;
/** A small batch tells little about a large one. */
const largestGrowth = 64;

/**
 * Puts parts with known numbers of rows together into groups, each as large as those before it say can be worked
 * off in time. The time between asking for one group and for the next is what the first of them took.
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
