import * as z from 'zod/mini';
import { t } from '../base/localize';
import { page } from './page';
import { shownConnection, exportFormat, failure, fromEveryPage, zone } from './common';
import { plain } from './shown';
import { tableSample } from './tableMessages';

/** What is tried on the past. */
export const backtestSubject = z.object({
  /** Its document, which is read again before each run. */
  uri: z.string(),
  name: z.string(),
  text: z.string(),
  /** The text on the platform, if it is another one. */
  published: z.nullable(z.string()),
  /** Null if it has no schedule. */
  cron: z.nullable(plain),
  /** Minutes east of UTC at which the platform evaluates schedules. */
  cronOffset: z.number(),
});
export type BacktestSubject = Readonly<z.infer<typeof backtestSubject>>;
/** What is tried, wherever it comes from. */
export type TriedText = Omit<BacktestSubject, 'uri'>;

export const backtestDays = z.enum(['1', '7', '30', 'range']);
export type BacktestDays = z.infer<typeof backtestDays>;

export const backtestView = z.object({
  zone,
  openField: z.nullable(plain),
  days: backtestDays,
  /** The ends of a range in the format of the platform. */
  from: plain,
  to: plain,
  /** Whether the draft is compared with the published text. */
  compare: z.boolean(),
});
export type BacktestView = Readonly<z.infer<typeof backtestView>>;

/** Epoch milliseconds. */
const period = { from: z.number(), to: z.number() };

const plan = z.object({
  kind: z.enum(['slices', 'replay']),
  ...period,
  runs: z.number(),
  /** Where due times come from; null for slices. */
  due: z.nullable(z.enum(['schedule', 'window', 'day'])),
  /** Commands that are left out, because they write or send. */
  cut: z.readonly(z.array(plain)),
  /** Whether there would be more runs than the limit. */
  isLimited: z.boolean(),
});

const run = z.object({
  ...period,
  due: z.nullable(z.number()),
  rows: z.number(),
  /** Of the published text, if it is compared. */
  publishedRows: z.nullable(z.number()),
  /** Milliseconds of both. */
  elapsed: z.number(),
});
export type BacktestRunRow = Readonly<z.infer<typeof run>>;

const comparison = z.object({
  same: z.number(),
  more: z.number(),
  less: z.number(),
  /** Some of the rows, as those of a sample. */
  moreSample: tableSample,
  lessSample: tableSample,
});

const hits = z.object({
  unit: z.enum(['hour', 'day']),
  ...period,
  counts: z.array(z.number()),
  /** The dates of days, as the platform counts them. */
  names: z.nullable(z.array(plain)),
});

const phase = z.enum(['planning', 'ready', 'running', 'done', 'canceled', 'failed']);
export type BacktestPhase = z.infer<typeof phase>;

export const backtestState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  subject: backtestSubject,
  phase,
  /** Why the text cannot run on the past. */
  problem: z.nullable(z.string()),
  failure: z.nullable(failure),
  plan: z.nullable(plan),
  /** What the runs read, about; null while it is unknown. */
  estimate: z.nullable(
    z.object({ tables: z.number(), rows: z.nullable(z.number()), bytes: z.nullable(z.number()) }),
  ),
  /** The newest first. */
  runs: z.readonly(z.array(run)),
  rows: z.number(),
  /** Whether it stopped, because there are more rows than the limit. */
  isTruncated: z.boolean(),
  hits: z.nullable(hits),
  sample: z.nullable(tableSample),
  comparison: z.nullable(comparison),
  view: backtestView,
});
export type BacktestState = Readonly<z.infer<typeof backtestState>>;

const fromBacktestPage = z.discriminatedUnion('kind', [
  ...fromEveryPage,
  z.object({ kind: z.enum(['start', 'cancel', 'copySummary', 'addToNotebook']) }),
  z.object({ kind: z.literal('export'), format: exportFormat }),
  /** Opens a query for this period, in epoch milliseconds. */
  z.object({ kind: z.literal('openQuery'), from: z.number(), to: z.number() }),
  z.object({ kind: z.literal('viewChanged'), view: backtestView }),
]);
export type FromBacktestPage = Readonly<z.infer<typeof fromBacktestPage>>;

export const backtestPage = page({
  name: 'backtest',
  toPage: backtestState,
  fromPage: fromBacktestPage,
  resume: z.object({
    connection: z.string(),
    subject: backtestSubject,
    view: backtestView,
  }),
  titleOf: ({ subject, connection }) => t('Backtest: {0} · {1}', subject.name, connection),
});
