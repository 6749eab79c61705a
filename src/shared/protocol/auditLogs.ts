import * as z from 'zod/mini';
import { connectionMark, exportProgress, failure, jsonMap, zone } from './common';
import { columnWidths, fromGridPage, rowsFailedMessage, rowsMessage } from './gridPage';
import { forEachFilter, forListedFilters } from '../wire/auditFilters';
import { parseWireTime } from '../wire/time';

export const quickRange = z.enum(['15m', '1h', '24h', '7d', '30d', 'all', 'custom']);
export type QuickRange = z.infer<typeof quickRange>;

/** What is asked of the service. `from` and `to` are in its own format and count when `range` is custom. */
export const auditSearch = z.object({
  // A search that was saved before a filter existed does not have it.
  ...forEachFilter(() => z._default(z.array(z.string()), [])),
  range: quickRange,
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  locale: z.enum(['en', 'ko']),
});
export type AuditSearch = Readonly<z.infer<typeof auditSearch>>;

/** Whether nothing new can come into the period of a search. */
export function periodEnded({ range, to }: Pick<AuditSearch, 'range' | 'to'>, now: number): boolean {
  const end = range === 'custom' && to !== null ? parseWireTime(to) : undefined;
  return end !== undefined && end.getTime() < now;
}

export const auditRow = z.object({
  id: z.number(),
  time: z.number(),
  user: z.string(),
  userGuid: z.nullable(z.string()),
  remoteIp: z.string(),
  module: z.string(),
  method: z.string(),
  category: z.nullable(z.string()),
  action: z.nullable(z.string()),
  message: z.nullable(z.string()),
  result: z.string(),
  failed: z.boolean(),
  error: z.nullable(z.string()),
  params: z.nullable(jsonMap),
  messageParams: z.nullable(jsonMap),
});
export type AuditRow = Readonly<z.infer<typeof auditRow>>;

const histogram = z.object({
  from: z.number(),
  to: z.number(),
  /** One count for each equal part of the time; null while its answer is outstanding. */
  counts: z.array(z.nullable(z.number())),
});
export type Histogram = Readonly<z.infer<typeof histogram>>;

const savedSearch = z.object({ name: z.string(), search: auditSearch });
export type SavedSearch = Readonly<z.infer<typeof savedSearch>>;

export const auditLogsView = z.object({
  zone,
  widths: columnWidths,
  histogramOpen: z.boolean(),
  /** The first row that was on screen, so that a panel comes back where it was. */
  firstRow: z.number(),
});
export type AuditLogsView = Readonly<z.infer<typeof auditLogsView>>;

const follow = z.object({
  on: z.boolean(),
  /** Off the top of the list nothing may move, so following waits there. */
  paused: z.boolean(),
  lastHeard: z.nullable(z.number()),
});

/** All but the rows, which travel by page. */
export const auditLogsState = z.object({
  kind: z.literal('state'),
  connection: connectionMark,
  search: auditSearch,
  /** The values of each filter; null where the service cannot filter by it. */
  choices: z.object(forListedFilters(() => z.nullable(z.array(z.string())))),
  phase: z.enum(['loading', 'ready', 'failed']),
  /** Names this set of results; rows of another set are dropped on arrival. */
  resultId: z.number(),
  total: z.number(),
  /** The rows seen first come with their result, so that no frame shows it empty; null where they are known. */
  firstRows: z.nullable(z.array(auditRow)),
  /** How many rows at the top came by following since the divider was set. */
  newRows: z.number(),
  failure: z.nullable(failure),
  histogram: z.nullable(histogram),
  /** Whether the period is a marked part of another, to which there is a way back. */
  zoomed: z.boolean(),
  follow,
  saved: z.array(savedSearch),
  exporting: z.nullable(exportProgress),
  view: auditLogsView,
});
export type AuditLogsState = Readonly<z.infer<typeof auditLogsState>>;

export const toAuditLogsPage = z.discriminatedUnion('kind', [
  auditLogsState,
  z.extend(rowsMessage, { rows: z.array(auditRow) }),
  /** New entries of follow mode: they are added at the top, and all known rows move down. */
  z.object({ kind: z.literal('prepended'), resultId: z.number(), rows: z.array(auditRow) }),
  rowsFailedMessage,
]);
export type ToAuditLogsPage = Readonly<z.infer<typeof toAuditLogsPage>>;

export const fromAuditLogsPage = z.discriminatedUnion('kind', [
  ...fromGridPage,
  z.object({ kind: z.literal('search'), search: auditSearch }),
  /** The same search in a marked part of its time. */
  z.object({ kind: z.literal('zoomIn'), search: auditSearch }),
  z.object({ kind: z.literal('zoomOut') }),
  /** The first rows of this result are on the screen. */
  z.object({ kind: z.literal('drawn'), resultId: z.number() }),
  z.object({ kind: z.literal('follow'), on: z.boolean() }),
  z.object({ kind: z.literal('atTop'), atTop: z.boolean() }),
  z.object({ kind: z.literal('saveSearch') }),
  z.object({ kind: z.literal('removeSearch'), name: z.string() }),
  z.object({ kind: z.literal('copyLink') }),
  z.object({ kind: z.literal('viewChanged'), view: auditLogsView }),
]);
export type FromAuditLogsPage = Readonly<z.infer<typeof fromAuditLogsPage>>;

export const auditLogsResume = z.object({
  connection: z.string(),
  search: auditSearch,
  view: auditLogsView,
});
export type AuditLogsResume = Readonly<z.infer<typeof auditLogsResume>>;
