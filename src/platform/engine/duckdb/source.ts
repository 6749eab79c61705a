import { type Schema } from '../plan/kind';

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

/** Batches grow, so that the first counts come soon and the last ones cost little. */
export const firstBatchRows = 65_536;
export const largestBatchRows = 4_194_304;
const growth = 4;

/** Puts parts with known numbers of rows together into ever larger groups. */
export function* growingGroups<Part extends { readonly rows: number }>(
  parts: Iterable<Part>,
): Generator<Part[]> {
  let wanted = firstBatchRows;
  let group: Part[] = [];
  let rows = 0;
  for (const part of parts) {
    group.push(part);
    rows += part.rows;
    if (rows < wanted) continue;
    yield group;
    wanted = Math.min(wanted * growth, largestBatchRows);
    group = [];
    rows = 0;
  }
  if (group.length > 0) yield group;
}
