import * as z from 'zod/mini';
import { t } from '../base/localize';
import { page } from './page';
import {
  shownConnection,
  exportProgress,
  failure,
  fromGridPage,
  histogram,
  pivotMessage,
  rowsFailedMessage,
  rowsMessage,
  zone,
} from './common';
import { columnName, plain, typed } from './shown';

export const columnType = z.enum(['text', 'number', 'time', 'boolean', 'json']);
export type ColumnType = z.infer<typeof columnType>;

export const resultColumn = z.object({ name: columnName, type: columnType });
export type ResultColumn = Readonly<z.infer<typeof resultColumn>>;

/** A value as in the JSON of the platform. */
export const cell = z.union([
  z.null(),
  z.boolean(),
  z.number(),
  z.string(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);
export type Cell = z.infer<typeof cell>;

/** The cells of a row, in column order. */
export const resultRow = z.array(cell);
export type ResultRow = readonly Cell[];

export const chartShape = z.enum(['line', 'area', 'bar', 'stacked', 'pie', 'single']);
export type ChartShape = z.infer<typeof chartShape>;

/** The chart of a `timechart` or `stats` result: one series per column over the values of the columns `x`. */
export const resultChart = z.object({
  /** The best type for the result, unless the user has selected another. */
  shape: chartShape,
  /** Empty for single values, which have no axis. */
  x: z.array(columnName),
  series: z.array(columnName),
  /** Whether the sum of several series has a meaning, as that of counts has. */
  additive: z.optional(z.boolean()),
  /** Whether the values are counts, which are 0 where there is nothing. */
  counts: z.optional(z.boolean()),
  /** The length of its intervals in milliseconds, if all have the same. */
  span: z.optional(z.number()),
  /** The beginning of a period that ends now, in epoch milliseconds: an interval that begins before it is incomplete. */
  from: z.optional(z.number()),
  /** When the query read its events, in epoch milliseconds: an interval that ends later is incomplete. */
  until: z.optional(z.number()),
});
export type ResultChart = Readonly<z.infer<typeof resultChart>>;

/** A refinement of a result: a command appended to its query. */
const refinement = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['keepOnly', 'exclude']), column: z.string(), value: cell, run: z.boolean() }),
  z.object({ action: z.literal('groupBy'), column: z.string(), run: z.boolean() }),
  z.object({ action: z.literal('sort'), column: z.string(), descending: z.boolean(), run: z.boolean() }),
  /** Epoch milliseconds. */
  z.object({ action: z.literal('narrowTime'), from: z.number(), to: z.number(), run: z.boolean() }),
  /** A duration such as `15m`, or a start and an end in epoch milliseconds; without any, all time. */
  z.object({
    action: z.literal('setTime'),
    duration: z.nullable(z.string().check(z.regex(/^\d+(?:s|m|h|d|w|mon|y)$/))),
    from: z.nullable(z.number()),
    to: z.nullable(z.number()),
    run: z.boolean(),
  }),
]);
export type Refinement = Readonly<z.infer<typeof refinement>>;

/** Statistics of a field over all rows of a result. */
const fieldStatistics = z.object({
  column: columnName,
  /** Rows read so far, and the total. */
  read: z.number(),
  total: z.number(),
  done: z.boolean(),
  /** Why not all rows could be read. */
  failure: z.nullable(z.string()),
  filled: z.number(),
  distinct: z.number(),
  /** There are more distinct values than were counted. */
  distinctCut: z.boolean(),
  least: cell,
  greatest: cell,
  /** The most frequent values, in descending order. */
  top: z.array(z.object({ value: cell, count: z.number() })),
});
export type FieldStatistics = Readonly<z.infer<typeof fieldStatistics>>;

/** The time of the rows that a query reads, as it is written; null for what is not. */
const queryTime = z.object({
  duration: z.nullable(plain),
  from: z.nullable(plain),
  to: z.nullable(plain),
  /** Whether conditions on `_time` limit it further. */
  limited: z.optional(z.boolean()),
});
export type QueryTime = Readonly<z.infer<typeof queryTime>>;

export const queryResultsView = z.object({
  zone,
  /** In pixels. */
  widths: z.record(columnName, z.number()),
  chartOpen: z.boolean(),
  chartShape: z.nullable(chartShape),
  /** The series that the user has selected; null draws the largest. */
  chartSeries: z.nullable(z.array(columnName)),
  firstRow: z.number(),
  sort: z.nullable(z.object({ column: columnName, descending: z.boolean() })),
  filter: typed,
  histogramOpen: z.boolean(),
  /** The columns that stay visible on the left, in this order. */
  pinned: z.array(columnName),
});
export type QueryResultsView = Readonly<z.infer<typeof queryResultsView>>;

const liveTail = z.object({
  /** The user is looking at older rows, so rows must not move. */
  paused: z.boolean(),
  /** New rows per second in the last poll. */
  rate: z.number(),
  /** How many rows are kept after older ones were discarded; null if none were. */
  kept: z.nullable(z.number()),
  failure: z.nullable(z.string()),
});
export type LiveTailState = Readonly<z.infer<typeof liveTail>>;

export const queryResultsState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  /** Null until the platform has assigned an id. */
  queryId: z.nullable(z.number()),
  /** The name of the document, or the id of the query. */
  name: z.string(),
  /** The URI of the document; null for a query that was started elsewhere. */
  document: z.nullable(z.string()),
  title: z.string(),
  queryText: z.string(),
  /** `dropped`: the panel was restored, but the results no longer exist. */
  phase: z.enum(['starting', 'running', 'cancelRequested', 'cancelled', 'finished', 'failed', 'dropped']),
  resultId: z.number(),
  columns: z.array(resultColumn),
  /** Rows that can be read now; may grow while the query runs. */
  rowCount: z.number(),
  elapsed: z.number(),
  failure: z.nullable(failure),
  chart: z.nullable(resultChart),
  /** The events of the result over time, counted while that is shown; null if the rows are no events. */
  overTime: z.nullable(z.object({ histogram: z.nullable(histogram), failure: z.nullable(z.string()) })),
  /** Null if the query reads no table, so that its time cannot be set. */
  time: z.nullable(queryTime),
  /** Why there are no rows, if that is known. */
  hint: z.nullable(z.string()),
  /** Search terms of the query, to highlight in its rows. */
  highlights: z.array(typed),
  /** Whether the rows are stored logs, whose columns have no defined order. */
  rawLogs: z.boolean(),
  /** Whether the rows are events, with the times at which they happened. */
  areEvents: z.boolean(),
  /** Whether new rows can be added at the top. */
  canTail: z.boolean(),
  /** Null if live tail is off. */
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
  z.object({
    kind: z.literal('seriesPicked'),
    resultId: z.number(),
    series: z.nullable(z.array(columnName)),
  }),
  /** New rows for the top of the list. */
  z.extend(rowsMessage, { kind: z.literal('tailed'), rows: z.array(resultRow) }),
]);
export type ToQueryResultsPage = Readonly<z.infer<typeof toQueryResultsPage>>;

export const fromQueryResultsPage = z.discriminatedUnion('kind', [
  ...fromGridPage,
  z.object({ kind: z.enum(['cancel', 'showStatus']) }),
  z.object({ kind: z.literal('refine'), refinement }),
  z.extend(pivotMessage, { value: cell }),
  /** Asks for the series to draw. The largest comes first; `size` is what that is measured by. */
  z.object({
    kind: z.literal('pickSeries'),
    series: z.array(z.object({ name: z.string(), size: z.string(), drawn: z.boolean() })),
    max: z.number(),
  }),
  z.object({ kind: z.literal('tail'), on: z.boolean() }),
  z.object({ kind: z.literal('atTop'), atTop: z.boolean() }),
  /** Null cancels the statistics. */
  z.object({ kind: z.literal('statistics'), resultId: z.number(), column: z.nullable(z.string()) }),
  /** Content that the page has created, to be saved to a file; images are in Base64. */
  z.object({
    kind: z.literal('save'),
    /** How many rows it has; null for a chart. */
    rows: z.nullable(z.number()),
    extension: z.enum(['csv', 'ndjson', 'svg', 'png']),
    data: z.string(),
  }),
  z.object({ kind: z.literal('viewChanged'), view: queryResultsView }),
]);
export type FromQueryResultsPage = Readonly<z.infer<typeof fromQueryResultsPage>>;

export const queryResultsPage = page({
  name: 'queryResults',
  toPage: toQueryResultsPage,
  fromPage: fromQueryResultsPage,
  /** Results do not outlive their cursor, so a restored panel can only offer to run the query again. */
  resume: z.object({
    connection: z.string(),
    /** The name of the document or query. */
    name: z.string(),
    document: z.nullable(z.string()),
    queryText: z.string(),
    view: queryResultsView,
  }),
  titleOf: ({ name, connection }) => resultsTitle(name, connection),
});

/** The tab shows the name and the connection. */
export function resultsTitle(name: string, connection: string): string {
  return t('Results: {0} · {1}', name, connection);
}
