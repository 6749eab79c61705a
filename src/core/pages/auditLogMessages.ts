import * as z from 'zod/mini';
import { page } from './page';
import {
  columnWidths,
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
import { forEachFilter, forListedFilters, listedFilters } from '../interface/auditFilters';
import type { AuditFilterName, ListedFilter } from '../interface/auditFilters';
import { cellOf, jsonMap, plain, recordOf, typed } from './shown';
import { t } from '../base/localize';
import { quickRanges } from './auditRanges';
import type { QuickRange } from './auditRanges';

const quickRange = z.enum(Object.keys(quickRanges) as QuickRange[]);

/** A value of a filter with a list is shown as in the column of the list. */
function filterValue(name: AuditFilterName): z.ZodMiniString {
  return name in listedFilters ? cellOf(listedFilters[name as ListedFilter].column) : typed;
}

/** A search of the audit log. `from` and `to` are in the format of the platform and used if `range` is custom. */
export const auditSearch = z.object({
  // A search that was saved before a filter existed lacks it.
  ...forEachFilter((name) => z._default(z.array(filterValue(name)), [])),
  range: quickRange,
  from: z.nullable(plain),
  to: z.nullable(plain),
  locale: z.enum(['en', 'ko']),
});
export type AuditSearch = Readonly<z.infer<typeof auditSearch>>;

export const auditRow = recordOf(
  z.object({
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
  }),
);
export type AuditRow = Readonly<z.infer<typeof auditRow>>;

const savedSearch = z.object({ name: typed, search: auditSearch });
export type SavedSearch = Readonly<z.infer<typeof savedSearch>>;

export const auditLogsView = z.object({
  zone,
  widths: columnWidths,
  histogramOpen: z.boolean(),
  /** The first visible row, to restore the scroll position. */
  firstRow: z.number(),
});
export type AuditLogsView = Readonly<z.infer<typeof auditLogsView>>;

const follow = z.object({
  on: z.boolean(),
  /** Following pauses while the list is not scrolled to the top, because rows must not move then. */
  paused: z.boolean(),
  lastResponse: z.nullable(z.number()),
});

/** Everything except the rows, which are sent page by page. */
export const auditLogsState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  search: auditSearch,
  /** The values of each filter; null if the platform cannot filter by it. */
  choices: z.object(forListedFilters((name) => z.nullable(z.array(filterValue(name))))),
  phase: z.enum(['loading', 'ready', 'failed']),
  /** Identifies this set of results; rows of another set are ignored. */
  resultId: z.number(),
  total: z.number(),
  /** The first rows are part of the state, so that the list is never drawn empty; null if the page has them. */
  firstRows: z.nullable(z.array(auditRow)),
  /** The number of rows at the top that arrived since the divider was set. */
  newRows: z.number(),
  failure: z.nullable(failure),
  histogram: z.nullable(histogram),
  /** Whether the period was zoomed into and can be zoomed out of. */
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
  /** New entries of follow mode, inserted at the top. */
  z.object({ kind: z.literal('prepended'), resultId: z.number(), rows: z.array(auditRow) }),
  rowsFailedMessage,
]);
export type ToAuditLogsPage = Readonly<z.infer<typeof toAuditLogsPage>>;

const fromAuditLogsPage = z.discriminatedUnion('kind', [
  ...fromGridPage,
  z.object({ kind: z.literal('search'), search: auditSearch }),
  /** The same search within a selected part of its period. */
  z.object({ kind: z.literal('zoomIn'), search: auditSearch }),
  z.object({ kind: z.enum(['zoomOut', 'saveSearch', 'copyLink']) }),
  /** The first rows of this result are visible. */
  z.object({ kind: z.literal('drawn'), resultId: z.number() }),
  z.object({ kind: z.literal('follow'), on: z.boolean() }),
  z.object({ kind: z.literal('atTop'), atTop: z.boolean() }),
  z.object({ kind: z.literal('removeSearch'), name: z.string() }),
  z.extend(pivotMessage, { column: z.enum(['user', 'remoteIp']) }),
  z.object({ kind: z.literal('viewChanged'), view: auditLogsView }),
]);
export type FromAuditLogsPage = Readonly<z.infer<typeof fromAuditLogsPage>>;

export const auditLogsPage = page({
  name: 'auditLogs',
  toPage: toAuditLogsPage,
  fromPage: fromAuditLogsPage,
  resume: z.object({
    connection: z.string(),
    search: auditSearch,
    view: auditLogsView,
  }),
  titleOf: ({ connection }) => t('Audit Logs · {0}', connection),
});
