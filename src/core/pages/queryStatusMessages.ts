import * as z from 'zod/mini';
import { t } from '../base/localize';
import { page } from './page';
import { shownConnection, failure, fromEveryPage, zone } from './common';
import { ipAddress, jsonMap, plain, userName } from './shown';

const watchedCommand = z.object({
  command: z.string(),
  /** Unknown values are shown unchanged. */
  status: plain,
  pushCount: z.number(),
});
export type WatchedCommand = Readonly<z.infer<typeof watchedCommand>>;

const watchedSubQuery = z.object({ id: z.number(), commands: z.array(watchedCommand) });
export type WatchedSubQuery = Readonly<z.infer<typeof watchedSubQuery>>;

/** The last response of the platform; times are in epoch milliseconds. */
export const watchedStatus = z.object({
  id: z.number(),
  source: plain,
  loginName: userName,
  remoteIp: ipAddress,
  rows: z.number(),
  elapsed: z.number(),
  isFinished: z.boolean(),
  isCanceled: z.boolean(),
  isScheduledQuery: z.boolean(),
  background: z.boolean(),
  constants: jsonMap,
  queryString: z.string(),
  startTime: z.nullable(z.number()),
  finishTime: z.nullable(z.number()),
  lastStarted: z.nullable(plain),
  stamp: z.number(),
  tags: jsonMap,
  commands: z.array(watchedCommand),
  subQueries: z.array(watchedSubQuery),
  /** Undocumented fields of the response. */
  more: jsonMap,
});
export type WatchedStatus = Readonly<z.infer<typeof watchedStatus>>;

/** The counts of one earlier response, for the rates and the chart. */
export const sample = z.object({
  /** When the response arrived, in epoch milliseconds. */
  at: z.number(),
  rows: z.number(),
  /** `push_count` of each command of the query, then of each subquery, in the order of the response. */
  pushCounts: z.array(z.number()),
});
export type Sample = Readonly<z.infer<typeof sample>>;

export const queryStatusView = z.object({ zone, detailsOpen: z.boolean(), textOpen: z.boolean() });
export type QueryStatusView = Readonly<z.infer<typeof queryStatusView>>;

/** The whole state of the page. It is small, so each change is sent as a whole. */
export const queryStatusState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  queryId: z.number(),
  status: z.nullable(watchedStatus),
  samples: z.array(sample),
  /** When the platform last responded, in epoch milliseconds. */
  lastResponse: z.nullable(z.number()),
  watching: z.enum(['active', 'paused', 'stopped']),
  /** The user has canceled and the platform has not confirmed it yet. */
  cancelAsked: z.boolean(),
  failure: z.nullable(failure),
  view: queryStatusView,
});
export type QueryStatusState = Readonly<z.infer<typeof queryStatusState>>;

const fromQueryStatusPage = z.discriminatedUnion('kind', [
  ...fromEveryPage,
  z.object({ kind: z.enum(['cancel', 'openText', 'openResults']) }),
  z.object({ kind: z.literal('viewChanged'), view: queryStatusView }),
]);
export type FromQueryStatusPage = Readonly<z.infer<typeof fromQueryStatusPage>>;

export const queryStatusPage = page({
  name: 'queryStatus',
  toPage: queryStatusState,
  fromPage: fromQueryStatusPage,
  resume: z.object({
    connection: z.string(),
    queryId: z.number(),
    view: queryStatusView,
  }),
  titleOf: ({ queryId, connection }) => t('Query {0} · {1}', queryId, connection),
});
