import * as z from 'zod/mini';
import { t } from '../base/localize';
import { page } from './page';
import { shownConnection, failure, fromEveryPage, zone } from './common';
import { plain, userName } from './shown';

/** Epoch milliseconds; null if it is unknown. */
const time = z.nullable(z.number());

const run = z.object({
  due: time,
  started: time,
  /** Milliseconds. */
  elapsed: z.nullable(z.number()),
  rows: z.nullable(z.number()),
  outcome: z.enum(['succeeded', 'failed', 'skipped', 'running', 'other']),
  /** The outcome in words, with the reason of a failure. */
  text: z.string(),
});
export type RunRow = Readonly<z.infer<typeof run>>;

const change = z.object({
  /** `commit`: in the Git repository of the file of the query. */
  kind: z.enum(['audit', 'commit']),
  time: z.number(),
  user: userName,
  /** What was done, or the first line of the message of a commit. */
  text: z.string(),
  /** The hash of a commit. */
  hash: z.nullable(plain),
});
export type RunChange = Readonly<z.infer<typeof change>>;

/** The newest row of failures. */
const failures = z.object({
  /** The start of the first one. */
  since: time,
  count: z.number(),
  /** Whether the newest run is one of them. */
  isCurrent: z.boolean(),
  /** Of the first one. */
  error: z.string(),
  lastSuccess: time,
});

/** What was changed just before the first failure, the newest first. */
const changes = z.object({
  items: z.readonly(z.array(change)),
  /** Sentences about what could not be read. */
  gaps: z.readonly(z.array(z.string())),
});

export const runsView = z.object({ zone });
export type RunsView = Readonly<z.infer<typeof runsView>>;

export const runsQuery = z.object({ guid: plain, name: z.string() });
export type RunsQuery = Readonly<z.infer<typeof runsQuery>>;

export const runsState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  query: runsQuery,
  /** The newest first; null until they are read. */
  runs: z.nullable(z.readonly(z.array(run))),
  /** Whether the platform does not list runs, so that only the record tells of them. */
  isFromRecord: z.boolean(),
  failures: z.nullable(failures),
  /** Null until they are read. */
  changes: z.nullable(changes),
  /** Why the runs could not be read. */
  failure: z.nullable(failure),
  view: runsView,
});
export type RunsState = Readonly<z.infer<typeof runsState>>;

const fromRunsPage = z.discriminatedUnion('kind', [
  ...fromEveryPage,
  /** `openFailing` opens the text of the query where it fails. */
  z.object({ kind: z.enum(['openQuery', 'openFailing', 'runNow', 'searchAudit', 'showHistory']) }),
  /** Opens what a commit has changed in the file of the query. */
  z.object({ kind: z.literal('openCommit'), hash: z.string() }),
  z.object({ kind: z.literal('viewChanged'), view: runsView }),
]);
export type FromRunsPage = Readonly<z.infer<typeof fromRunsPage>>;

export const runsPage = page({
  name: 'runs',
  toPage: runsState,
  fromPage: fromRunsPage,
  resume: z.object({ connection: z.string(), query: runsQuery, view: runsView }),
  titleOf: ({ query, connection }) => t('Runs: {0} · {1}', query.name, connection),
});
