import * as z from 'zod/mini';
import {
  connectionMark,
  copyMessage,
  failure,
  readyMessage,
  refreshMessage,
  setApiKeyMessage,
  zone,
} from './common';
import { columnWidths, needRowsMessage, rowsMessage } from './gridPage';
import { savePictureMessage } from './picture';

const query = { guid: z.string(), name: z.string() };

/** What a person can do about a line of the attention list, or about a schedule. */
export const overviewAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('openQuery'), ...query }),
  z.object({ kind: z.literal('editQuery'), ...query }),
  z.object({ kind: z.literal('enableQuery'), ...query }),
  z.object({ kind: z.literal('stopQuery'), ...query }),
  z.object({ kind: z.literal('deleteQuery'), ...query }),
  z.object({ kind: z.literal('showTable'), table: z.string() }),
  z.object({ kind: z.literal('queryTable'), table: z.string() }),
  z.object({ kind: z.literal('showStatus'), queryId: z.number() }),
  z.object({ kind: z.literal('searchAudit') }),
]);
export type OverviewAction = Readonly<z.infer<typeof overviewAction>>;

/** From what has stopped working to what somebody should know. */
export const attentionKinds = [
  'failed',
  'late',
  'waiting',
  'silent',
  'emptying',
  'losing',
  'longRunning',
  'refused',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z.object({
  /** The same for the same trouble from one answer to the next. */
  id: z.string(),
  kind: z.enum(attentionKinds),
  /** What it is about: a schedule, a table, a query, a person. */
  subject: z.string(),
  sentence: z.string(),
  /** Epoch milliseconds; null where nobody knows since when. */
  since: z.nullable(z.number()),
  /** The first is what helps most. */
  actions: z.readonly(z.array(overviewAction)),
});
export type AttentionItem = Readonly<z.infer<typeof attentionItem>>;

const attention = z.object({
  items: z.readonly(z.array(attentionItem)),
  /** Not all has been looked at yet: more may come. */
  looking: z.boolean(),
  /** Sentences on what could not be looked at. */
  gaps: z.readonly(z.array(z.string())),
});

const loadHour = z.object({
  starts: z.number(),
  /** How many schedules make these starts. */
  schedules: z.number(),
  /** Daylight saving leaves the hour out, or has it twice. */
  mark: z.nullable(z.enum(['skipped', 'repeated'])),
});
export type LoadHour = Readonly<z.infer<typeof loadHour>>;

export const weekLoad = z.object({
  /** `yyyy-MM-dd` and the 24 hours of each of the seven days. */
  days: z.readonly(z.array(z.object({ date: z.string(), hours: z.readonly(z.array(loadHour)) }))),
  /** The starts of the fullest hour. */
  most: z.number(),
  busiest: z.nullable(z.object({ day: z.number(), minute: z.number(), starts: z.number() })),
  /** Schedules that run by the clock and are enabled. */
  schedules: z.number(),
  /** Names of those whose expression cannot be read. */
  unread: z.readonly(z.array(z.string())),
  /** Where the clock that is shown changes next: how many weeks ahead, and on which day. */
  nextChange: z.nullable(z.object({ week: z.number(), date: z.string() })),
  /** Minutes east of UTC by which the service reads cron expressions; null where no answer told. */
  serverOffset: z.nullable(z.number()),
});
export type WeekLoad = Readonly<z.infer<typeof weekLoad>>;

export const chainState = z.enum(['ok', 'running', 'failed', 'waiting', 'disabled', 'missing']);
export type ChainState = z.infer<typeof chainState>;

const chainNode = z.object({
  ...query,
  state: chainState,
  /** The schedule whose end sets this one off. */
  preceding: z.nullable(z.string()),
  /** `succeeded`, `failed` or `finished`; a word that is not known stays as it came. */
  action: z.nullable(z.string()),
  /** Whether what it comes after keeps it from running. */
  held: z.boolean(),
  /** When it runs, in words. */
  trigger: z.string(),
});
export type ChainNode = Readonly<z.infer<typeof chainNode>>;

const chains = z.object({
  nodes: z.readonly(z.array(chainNode)),
  /** How many schedules come after nothing and before nothing. */
  alone: z.number(),
});
export type Chains = Readonly<z.infer<typeof chains>>;

export const storedTable = z.object({
  name: z.string(),
  group: z.nullable(z.string()),
  /** Bytes of data and index. */
  size: z.number(),
  /** Size divided by the days from the first log to the last; null without logs. */
  perDay: z.nullable(z.number()),
  /** Days; 0 keeps everything. */
  retention: z.number(),
  lastLog: z.nullable(z.number()),
  state: z.enum(['fresh', 'silent', 'empty']),
});
export type StoredTable = Readonly<z.infer<typeof storedTable>>;

export const tableSort = z.object({
  column: z.enum(['name', 'group', 'size', 'perDay', 'retention', 'lastLog']),
  descending: z.boolean(),
});
export type TableSort = Readonly<z.infer<typeof tableSort>>;

const tableList = z.object({
  resultId: z.number(),
  /** Those that the filter leaves. */
  count: z.number(),
  total: z.number(),
  size: z.number(),
  perDay: z.number(),
  /** The rows that were asked for last, as they are now: the list is never empty while others are on their way. */
  first: z.nullable(z.object({ offset: z.number(), rows: z.readonly(z.array(storedTable)) })),
});

export const overviewView = z.object({
  zone,
  /** The time zone of the user, by name: the extension can run on a machine elsewhere. */
  timeZone: z.string(),
  /** Weeks ahead of this one that the load is shown for. */
  week: z.number().check(z.int(), z.minimum(0), z.maximum(60)),
  sort: tableSort,
  filter: z.string(),
  widths: columnWidths,
  /** The schedule that is selected among the chains. */
  selected: z.nullable(z.string()),
});
export type OverviewView = Readonly<z.infer<typeof overviewView>>;

/** Of each part what is known, and why no more is: one that a service does not offer leaves the others alone. */
export const overviewState = z.object({
  kind: z.literal('state'),
  connection: connectionMark,
  /** When the service last answered, epoch milliseconds. */
  asOf: z.nullable(z.number()),
  watching: z.enum(['active', 'paused']),
  attention: z.nullable(attention),
  load: z.nullable(weekLoad),
  chains: z.nullable(chains),
  schedulesFailure: z.nullable(failure),
  tables: z.nullable(tableList),
  tablesFailure: z.nullable(failure),
  view: overviewView,
});
export type OverviewState = Readonly<z.infer<typeof overviewState>>;

/** A part that is not in it is as the page was told before. */
const overviewNews = z.partial(overviewState, { attention: true, load: true, chains: true, tables: true });
export type OverviewNews = Readonly<z.infer<typeof overviewNews>>;

/** What the page knows once it has got the news. */
export function withNews(told: OverviewState | undefined, news: OverviewNews): OverviewState {
  const before = told ?? { attention: null, load: null, chains: null, tables: null };
  const {
    attention = before.attention,
    load = before.load,
    chains = before.chains,
    tables = before.tables,
  } = news;
  return { ...news, attention, load, chains, tables };
}

const cellEntry = z.object({
  ...query,
  /** The minutes of the hour at which it starts. */
  minutes: z.readonly(z.array(z.number())),
  /** At a time that daylight saving leaves out. */
  skipped: z.boolean(),
});
export type CellEntry = Readonly<z.infer<typeof cellEntry>>;

const cellMessage = z.object({
  kind: z.literal('cell'),
  day: z.number(),
  hour: z.number(),
  entries: z.readonly(z.array(cellEntry)),
});
export type LoadCell = Readonly<z.infer<typeof cellMessage>>;

const spreadChange = z.object({ ...query, from: z.string(), to: z.string() });
export type SpreadChange = Readonly<z.infer<typeof spreadChange>>;

/** Minutes that flatten the load. Nothing is changed by it. */
const spreadMessage = z.object({
  kind: z.literal('spread'),
  /** Starts in the busiest minute, as it is and as it would be. */
  before: z.number(),
  after: z.number(),
  changes: z.readonly(z.array(spreadChange)),
});
export type Spread = Readonly<z.infer<typeof spreadMessage>>;

export const toOverviewPage = z.discriminatedUnion('kind', [
  overviewNews,
  cellMessage,
  spreadMessage,
  z.extend(rowsMessage, { rows: z.readonly(z.array(storedTable)) }),
]);
export type ToOverviewPage = Readonly<z.infer<typeof toOverviewPage>>;

export const fromOverviewPage = z.discriminatedUnion('kind', [
  z.extend(readyMessage, { timeZone: z.string() }),
  refreshMessage,
  setApiKeyMessage,
  copyMessage,
  needRowsMessage,
  savePictureMessage,
  z.object({ kind: z.literal('act'), action: overviewAction }),
  z.object({ kind: z.literal('needCell'), day: z.number(), hour: z.number() }),
  z.object({ kind: z.literal('spread') }),
  /** The person wants drafts of these. */
  z.object({ kind: z.literal('makeDrafts'), changes: z.readonly(z.array(spreadChange)) }),
  z.object({ kind: z.literal('viewChanged'), view: overviewView }),
]);
export type FromOverviewPage = Readonly<z.infer<typeof fromOverviewPage>>;

export const overviewResume = z.object({ connection: z.string(), view: overviewView });
export type OverviewResume = Readonly<z.infer<typeof overviewResume>>;
