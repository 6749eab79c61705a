import * as z from 'zod/mini';
import { connectionMark, exportProgress, failure, zone } from './common';
import { columnWidths, fromGridPage, rowsFailedMessage, rowsMessage } from './gridPage';

export const columnType = z.enum(['text', 'number', 'time', 'boolean', 'json']);
export type ColumnType = z.infer<typeof columnType>;

const resultColumn = z.object({ name: z.string(), type: columnType });
export type ResultColumn = Readonly<z.infer<typeof resultColumn>>;

/** A value as the service's JSON had it. */
export const cell = z.union([
  z.null(),
  z.boolean(),
  z.number(),
  z.string(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);
export type Cell = z.infer<typeof cell>;

/** A row holds its cells in the order of the columns. */
const resultRow = z.array(cell);
export type ResultRow = readonly Cell[];

export const chartShape = z.enum(['line', 'area', 'bar', 'stacked', 'pie', 'single']);
export type ChartShape = z.infer<typeof chartShape>;

/** What a `timechart` or `stats` result draws: one series for each named column over the values of `x`. */
export const resultChart = z.object({
  /** What fits the result best, unless the person chose another. */
  shape: chartShape,
  /** Empty for single values, which lie over nothing. */
  x: z.string(),
  series: z.array(z.string()),
});
export type ResultChart = Readonly<z.infer<typeof resultChart>>;

/** A refinement of a result: a command appended to its query. */
const refinement = z.discriminatedUnion('action', [
  z.object({ action: z.literal('keepOnly'), column: z.string(), value: cell, run: z.boolean() }),
  z.object({ action: z.literal('exclude'), column: z.string(), value: cell, run: z.boolean() }),
  z.object({ action: z.literal('groupBy'), column: z.string(), run: z.boolean() }),
  z.object({ action: z.literal('sort'), column: z.string(), descending: z.boolean(), run: z.boolean() }),
  /** Epoch milliseconds. */
  z.object({ action: z.literal('narrowTime'), from: z.number(), to: z.number(), run: z.boolean() }),
]);
export type Refinement = Readonly<z.infer<typeof refinement>>;

/** What a field holds over all rows of a result. */
const fieldStatistics = z.object({
  column: z.string(),
  /** Rows that have been looked at, and how many there are. */
  read: z.number(),
  total: z.number(),
  done: z.boolean(),
  /** Why not all rows could be looked at. */
  failure: z.nullable(z.string()),
  filled: z.number(),
  distinct: z.number(),
  /** There are more distinct values than were counted. */
  distinctCut: z.boolean(),
  least: cell,
  greatest: cell,
  /** The values that occur most, most first. */
  top: z.array(z.object({ value: cell, count: z.number() })),
});
export type FieldStatistics = Readonly<z.infer<typeof fieldStatistics>>;

export const queryResultsView = z.object({
  zone,
  widths: columnWidths,
  chartOpen: z.boolean(),
  chartShape: z._default(z.nullable(chartShape), null),
  firstRow: z.number(),
  sort: z.nullable(z.object({ column: z.string(), descending: z.boolean() })),
  filter: z.string(),
});
export type QueryResultsView = Readonly<z.infer<typeof queryResultsView>>;

const liveTail = z.object({
  /** Somebody looks at older rows, so nothing may move. */
  paused: z.boolean(),
  /** New rows a second, of the last look. */
  rate: z.number(),
  /** How many rows are kept, once older ones have made room for new ones; null while all are there. */
  kept: z.nullable(z.number()),
  /** More rows came between two looks than one look reads. */
  missed: z.boolean(),
  failure: z.nullable(z.string()),
});
export type LiveTailState = Readonly<z.infer<typeof liveTail>>;

export const queryResultsState = z.object({
  kind: z.literal('state'),
  connection: connectionMark,
  /** Null before the service gave the query a number. */
  queryId: z.nullable(z.number()),
  /** What ran: a document's name, or the number of a query. */
  name: z.string(),
  /** The address of the document that ran; null for a query that was started elsewhere. */
  document: z.nullable(z.string()),
  title: z.string(),
  queryText: z.string(),
  /** `dropped`: the panel outlived its window, and with it the results. */
  phase: z.enum(['starting', 'running', 'cancelRequested', 'cancelled', 'finished', 'failed', 'dropped']),
  resultId: z.number(),
  columns: z.array(resultColumn),
  /** Rows that can be fetched now; it may grow while the query runs. */
  rowCount: z.number(),
  elapsed: z.number(),
  failure: z.nullable(failure),
  chart: z.nullable(resultChart),
  /** Words that the query looks for, to be marked in its rows. */
  highlights: z.array(z.string()),
  /** Whether the rows are logs as they were stored, whose columns nobody put in an order. */
  rawLogs: z.boolean(),
  /** Whether new rows can be put on top of these. */
  canTail: z.boolean(),
  /** Null while nobody wants new rows. */
  tail: z.nullable(liveTail),
  exporting: z.nullable(exportProgress),
  view: queryResultsView,
});
export type QueryResultsState = Readonly<z.infer<typeof queryResultsState>>;

export const toQueryResultsPage = z.discriminatedUnion('kind', [
  queryResultsState,
  z.extend(rowsMessage, { rows: z.array(resultRow) }),
  rowsFailedMessage,
  z.object({ kind: z.literal('statistics'), resultId: z.number(), statistics: fieldStatistics }),
  /** New rows for the top: everything known moves down. */
  z.extend(rowsMessage, { kind: z.literal('tailed'), rows: z.array(resultRow) }),
]);
export type ToQueryResultsPage = Readonly<z.infer<typeof toQueryResultsPage>>;

export const fromQueryResultsPage = z.discriminatedUnion('kind', [
  ...fromGridPage,
  z.object({ kind: z.literal('cancel') }),
  z.object({ kind: z.literal('refine'), refinement }),
  z.object({ kind: z.literal('tail'), on: z.boolean() }),
  z.object({ kind: z.literal('atTop'), atTop: z.boolean() }),
  /** Null ends what is being counted. */
  z.object({ kind: z.literal('statistics'), resultId: z.number(), column: z.nullable(z.string()) }),
  /** Something that the page made, to be written to a file; pictures come as base64. */
  z.object({
    kind: z.literal('save'),
    what: z.enum(['rows', 'chart']),
    extension: z.enum(['csv', 'ndjson', 'svg', 'png']),
    data: z.string(),
  }),
  z.object({ kind: z.literal('showStatus') }),
  z.object({ kind: z.literal('viewChanged'), view: queryResultsView }),
]);
export type FromQueryResultsPage = Readonly<z.infer<typeof fromQueryResultsPage>>;

/** Results die with their cursor, so a restored panel can only offer to run the query again. */
export const queryResultsResume = z.object({
  connection: z.string(),
  /** What ran. */
  name: z.string(),
  /** Missing in what an earlier version kept. */
  document: z.optional(z.nullable(z.string())),
  queryText: z.string(),
  view: queryResultsView,
});
export type QueryResultsResume = Readonly<z.infer<typeof queryResultsResume>>;
