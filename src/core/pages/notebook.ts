import * as z from 'zod/mini';
import { shownConnection, failure } from './common';
import { fromQueryResultsPage, resultColumn, resultRow } from './queryResults';
import type { QueryResultsState, ToQueryResultsPage } from './queryResults';

/** How many rows of a result a notebook keeps and shows. */
export const maxNotebookRows = 1000;

/** How many rows of a result a notebook reads for its hash. */
export const maxHashedRows = 100_000;

/** The last run of a cell, as it is kept outside of the file. */
export const cellRun = z.object({
  /** The text of the cell when it ran, which may have been changed since. */
  text: z.optional(z.string()),
  /** The query with its parameters and expanded references, as it was sent. */
  sent: z.string(),
  connection: shownConnection,
  /** Null if the platform has assigned none. */
  queryId: z.nullable(z.number()),
  /** Epoch milliseconds. */
  started: z.number(),
  /** The same by the clock of the platform, which evaluates times such as `now()`. */
  platformStarted: z.optional(z.number()),
  elapsed: z.number(),
  /** Rows of the result; at most `maxNotebookRows` of them are kept. */
  total: z.number(),
  columns: z.array(resultColumn),
  rows: z.array(resultRow),
  /** SHA-256 of the first rows, as lines of JSON. */
  hash: z.string(),
  /** The number of rows that the hash covers. */
  hashed: z.number(),
  failure: z.nullable(failure),
});
export type CellRun = Readonly<z.infer<typeof cellRun>>;

/** What the renderer draws in a cell: a page of results with all of its rows. */
export interface CellOutput {
  /** The cell, for messages to the host. */
  readonly id: string;
  readonly state: QueryResultsState;
  readonly rows: CellRun['rows'];
  readonly total: number;
  /** Epoch milliseconds. */
  readonly started: number;
}

export const cellOutputType = 'application/vnd.logbench.result+json';

/** Messages of the renderer. */
export const fromRenderer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('page'), id: z.string(), message: fromQueryResultsPage }),
  z.object({ kind: z.literal('openResults'), id: z.string() }),
]);
export type FromRenderer = Readonly<z.infer<typeof fromRenderer>>;

/** Messages to the renderer. */
export type ToRenderer =
  | {
      readonly kind: 'translations';
      readonly language: string;
      readonly sentences: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'page'; readonly id: string; readonly message: ToQueryResultsPage };
