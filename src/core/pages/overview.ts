import * as z from 'zod/mini';
import { t } from '../base/localize';
import { page } from './page';
import {
  columnWidths,
  shownConnection,
  failure,
  fromEveryPage,
  needRowsMessage,
  rowsMessage,
  saveImageMessage,
  zone,
} from './common';
import { namedId, plain, typed } from './shown';

const query = { guid: plain, name: z.string() };

/** An action for an item of the attention list or a schedule. */
export const overviewAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['openQuery', 'editQuery', 'enableQuery', 'stopQuery', 'deleteQuery']), ...query }),
  z.object({ kind: z.literal('notebookOfQuery'), ...query }),
  z.object({ kind: z.enum(['notebookOfTable', 'showTable', 'queryTable']), table: z.string() }),
  z.object({ kind: z.literal('showStatus'), queryId: z.number() }),
  z.object({ kind: z.literal('searchAudit') }),
  /** Lists all schedules or tables of an item. */
  z.object({ kind: z.literal('showItems'), id: namedId, count: z.number() }),
]);
export type OverviewAction = Readonly<z.infer<typeof overviewAction>>;

/** From failures to mere information. */
export const attentionKinds = [
  'failed',
  'late',
  'waiting',
  'silent',
  'emptying',
  'losing',
  'longRunning',
  'rejected',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z.object({
  /** Stable for the same problem across responses. */
  id: namedId,
  kind: z.enum(attentionKinds),
  /** The name of the schedule, table, query or user; how many there are if several have the same problem. */
  subject: z.string(),
  sentence: z.string(),
  /** Epoch milliseconds; null if unknown. */
  since: z.nullable(z.number()),
  /** The most useful action comes first. */
  actions: z.readonly(z.array(overviewAction)),
  /** The first schedules or tables with this problem, each with its most useful action. */
  members: z.optional(z.readonly(z.array(z.object({ subject: z.string(), action: overviewAction })))),
});
export type AttentionItem = Readonly<z.infer<typeof attentionItem>>;

const attention = z.object({
  items: z.readonly(z.array(attentionItem)),
  /** Some checks are still running, so more items may follow. */
  isChecking: z.boolean(),
  /** Sentences about what could not be checked. */
  gaps: z.readonly(z.array(z.string())),
});

const loadHour = z.object({
  starts: z.number(),
  /** The number of schedules that start in this hour. */
  schedules: z.number(),
  /** Whether daylight saving time skips or repeats this hour. */
  change: z.nullable(z.enum(['skipped', 'repeated'])),
});
export type LoadHour = Readonly<z.infer<typeof loadHour>>;

export const weekLoad = z.object({
  /** `yyyy-MM-dd` and the 24 hours of each of the seven days. */
  days: z.readonly(z.array(z.object({ date: plain, hours: z.readonly(z.array(loadHour)) }))),
  /** The starts of the busiest hour. */
  max: z.number(),
  busiest: z.nullable(z.object({ day: z.number(), minute: z.number(), starts: z.number() })),
  /** The starts in each minute of the busiest hour. */
  busiestHour: z.nullable(
    z.object({ day: z.number(), hour: z.number(), minutes: z.readonly(z.array(z.number())) }),
  ),
  /** How many minutes of the week have a start. */
  usedMinutes: z.number(),
  /** Enabled schedules with a cron expression. */
  schedules: z.number(),
  /** Names of schedules whose cron expression cannot be parsed. */
  unread: z.readonly(z.array(z.string())),
  /** The next daylight saving change: how many weeks ahead, and on which day. */
  nextChange: z.nullable(z.object({ week: z.number(), date: plain })),
  /** Minutes east of UTC if only the current offset of the platform is known, not its time zone. */
  assumedOffset: z.nullable(z.number()),
});
export type WeekLoad = Readonly<z.infer<typeof weekLoad>>;

export const chainState = z.enum(['ok', 'running', 'failed', 'waiting', 'disabled', 'missing']);
export type ChainState = z.infer<typeof chainState>;

const chainNode = z.object({
  ...query,
  state: chainState,
  /** The schedule after which this one runs. */
  preceding: z.nullable(plain),
  /** `succeeded`, `failed` or `finished`; unknown values are kept. */
  action: z.nullable(plain),
  /** Whether its preceding schedule keeps it from running. */
  held: z.boolean(),
  /** When it runs, as text. */
  trigger: z.string(),
});
export type ChainNode = Readonly<z.infer<typeof chainNode>>;

const chains = z.object({
  nodes: z.readonly(z.array(chainNode)),
  /** The number of schedules that are not part of a chain. */
  alone: z.number(),
});
export type Chains = Readonly<z.infer<typeof chains>>;

const scheduleCounts = z.object({
  /** Each schedule counts once: by its trigger, or as disabled. */
  cron: z.number(),
  dependent: z.number(),
  other: z.number(),
  disabled: z.number(),
  /** The enabled schedule whose last run took longest, in milliseconds. */
  longest: z.nullable(z.object({ ...query, elapsed: z.number() })),
});
export type ScheduleCounts = Readonly<z.infer<typeof scheduleCounts>>;

export const storedTable = z.object({
  name: z.string(),
  group: z.nullable(z.string()),
  /** Bytes of data and index. */
  size: z.number(),
  /** Bytes; null if no logs arrive, 0 if retention deletes as much as arrives. */
  perDay: z.nullable(z.number()),
  /** Days; 0 keeps everything. */
  retention: z.number(),
  lastLog: z.nullable(z.number()),
  state: z.enum(['fresh', 'silent', 'empty']),
});
export type StoredTable = Readonly<z.infer<typeof storedTable>>;

const tableSort = z.object({
  column: z.enum(['name', 'group', 'size', 'perDay', 'retention', 'lastLog']),
  descending: z.boolean(),
});
export type TableSort = Readonly<z.infer<typeof tableSort>>;

const tableList = z.object({
  resultId: z.number(),
  /** The number of tables that match the filter. */
  count: z.number(),
  total: z.number(),
  size: z.number(),
  perDay: z.number(),
  /** The current rows of the last requested page, so that the list is never empty while others load. */
  first: z.nullable(z.object({ offset: z.number(), rows: z.readonly(z.array(storedTable)) })),
});

export const overviewView = z.object({
  zone,
  /** The time zone of the user: the extension may run on a remote machine. */
  timeZone: plain,
  /** The week of the load, counted from the current one. */
  week: z.number().check(z.int(), z.minimum(0), z.maximum(60)),
  sort: tableSort,
  filter: typed,
  widths: columnWidths,
  /** The selected schedule in the chains. */
  selected: z.nullable(plain),
});
export type OverviewView = Readonly<z.infer<typeof overviewView>>;

/** Each section is independent: one that the platform does not support does not affect the others. */
export const overviewState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  /** When the platform last responded, in epoch milliseconds. */
  asOf: z.nullable(z.number()),
  watching: z.enum(['active', 'paused']),
  attention: z.nullable(attention),
  load: z.nullable(weekLoad),
  chains: z.nullable(chains),
  schedules: z.nullable(scheduleCounts),
  schedulesFailure: z.nullable(failure),
  tables: z.nullable(tableList),
  tablesFailure: z.nullable(failure),
  view: overviewView,
});
export type OverviewState = Readonly<z.infer<typeof overviewState>>;

/** Omitted sections are unchanged. */
const overviewUpdate = z.partial(overviewState, { attention: true, load: true, chains: true, tables: true });
export type OverviewUpdate = Readonly<z.infer<typeof overviewUpdate>>;

const cellEntry = z.object({
  ...query,
  /** The minutes of the hour in which it starts. */
  minutes: z.readonly(z.array(z.number())),
  /** At a time that daylight saving time skips. */
  skipped: z.boolean(),
});
export type CellEntry = Readonly<z.infer<typeof cellEntry>>;

const cellMessage = z.object({
  kind: z.literal('cell'),
  /** The week of the view, as another one may be shown when this arrives. */
  week: z.number(),
  day: z.number(),
  hour: z.number(),
  entries: z.readonly(z.array(cellEntry)),
});
export type LoadCell = Readonly<z.infer<typeof cellMessage>>;

const spreadChange = z.object({ ...query, from: plain, to: plain });
export type SpreadChange = Readonly<z.infer<typeof spreadChange>>;

/** Proposes minutes that spread the load. Changes nothing. */
const spreadMessage = z.object({
  kind: z.literal('spread'),
  /** Starts in the busiest minute, now and as proposed. */
  before: z.number(),
  after: z.number(),
  changes: z.readonly(z.array(spreadChange)),
});
export type Spread = Readonly<z.infer<typeof spreadMessage>>;

export const toOverviewPage = z.discriminatedUnion('kind', [
  overviewUpdate,
  cellMessage,
  spreadMessage,
  z.extend(rowsMessage, { rows: z.readonly(z.array(storedTable)) }),
]);
export type ToOverviewPage = Readonly<z.infer<typeof toOverviewPage>>;

const fromOverviewPage = z.discriminatedUnion('kind', [
  ...fromEveryPage,
  needRowsMessage,
  saveImageMessage,
  z.object({ kind: z.literal('act'), action: overviewAction }),
  z.object({ kind: z.literal('needCell'), day: z.number(), hour: z.number() }),
  z.object({ kind: z.literal('spread') }),
  /** Creates drafts with these changes. */
  z.object({ kind: z.literal('makeDrafts'), changes: z.readonly(z.array(spreadChange)) }),
  z.object({ kind: z.literal('viewChanged'), view: overviewView }),
]);
export type FromOverviewPage = Readonly<z.infer<typeof fromOverviewPage>>;

export const overviewPage = page({
  name: 'overview',
  toPage: toOverviewPage,
  fromPage: fromOverviewPage,
  resume: z.object({ connection: z.string(), view: overviewView }),
  titleOf: ({ connection }) => t('Overview · {0}', connection),
});
