import * as z from 'zod/mini';
import { page } from './page';
import { shownConnection, failure, fromEveryPage, pivotMessage, saveImageMessage, zone } from './common';
import { columnType } from './queryResults';
import { hostName, maskedCell, plain } from './shown';

/** The properties of the table. */
const tableFacts = z.object({
  /** Labels and values in the user's language. */
  fields: z.readonly(z.array(z.object({ label: plain, value: z.string() }))),
  warnings: z.readonly(z.array(z.string())),
  /** Null if the platform does not list them. */
  nodes: z.nullable(
    z.readonly(
      z.array(
        z.object({
          node: hostName,
          size: z.number(),
          indexSize: z.number(),
          firstLog: z.nullable(plain),
          lastLog: z.nullable(plain),
        }),
      ),
    ),
  ),
  sharedWith: z.nullable(z.string()),
});
export type TableFacts = Readonly<z.infer<typeof tableFacts>>;

/** Logs per day, from the first to the last day, in the time zone of the platform. */
const tableVolume = z.object({ from: z.number(), to: z.number(), counts: z.array(z.number()) });
export type TableVolume = Readonly<z.infer<typeof tableVolume>>;

const sampledField = z.object({
  name: plain,
  type: columnType,
  /** The number of sampled rows with a value. */
  filled: z.number(),
  distinct: z.number(),
  /** The most frequent values, at most ten. */
  top: z.readonly(z.array(z.object({ value: maskedCell, count: z.number() }))),
});
export type SampledField = Readonly<z.infer<typeof sampledField>>;

/** The newest rows, masked while sensitive values are hidden, and the statistics of their fields. */
export const tableSample = z.object({
  rows: z.number(),
  fields: z.readonly(z.array(sampledField)),
  columns: z.readonly(z.array(plain)),
  first: z.readonly(z.array(z.readonly(z.array(maskedCell)))),
});
export type TableSample = Readonly<z.infer<typeof tableSample>>;

const tableUser = z.object({
  kind: z.enum(['scheduledQuery', 'batchRule', 'streamRule']),
  guid: plain,
  name: z.string(),
  use: z.enum(['reads', 'writes']),
});
export type TableUser = Readonly<z.infer<typeof tableUser>>;

const tableUsers = z.object({
  items: z.readonly(z.array(tableUser)),
  /** Sentences about what could not be read. */
  gaps: z.readonly(z.array(z.string())),
  /** When the texts were read, in epoch milliseconds; null if none could be. */
  asOf: z.nullable(z.number()),
});

export const tableView = z.object({ zone, openField: z.nullable(plain) });
export type TableView = Readonly<z.infer<typeof tableView>>;

/** Each section arrives separately: null until it is known, with the reason if it cannot be read. */
export const tableState = z.object({
  kind: z.literal('state'),
  connection: shownConnection,
  table: z.string(),
  facts: z.nullable(tableFacts),
  /** Why the table could not be read. */
  failure: z.nullable(failure),
  volume: z.nullable(tableVolume),
  volumeFailure: z.nullable(failure),
  sample: z.nullable(tableSample),
  sampleFailure: z.nullable(failure),
  users: z.nullable(tableUsers),
  view: tableView,
});
export type TableState = Readonly<z.infer<typeof tableState>>;

const fromTablePage = z.discriminatedUnion('kind', [
  ...fromEveryPage,
  saveImageMessage,
  z.object({ kind: z.enum(['copyText', 'query']) }),
  /** Opens a query for this period, in epoch milliseconds. */
  z.object({ kind: z.literal('queryTime'), from: z.number(), to: z.number() }),
  /** Opens a query for the rows with a value of a field, or for those without it. */
  z.object({ kind: z.literal('queryValue'), field: z.string(), value: z.string(), exclude: z.boolean() }),
  pivotMessage,
  /** Runs a command of the extension on the table. */
  z.object({
    kind: z.literal('run'),
    command: z.enum(['table.setRetention', 'table.drop', 'audit.search', 'upload.start']),
  }),
  z.object({ kind: z.literal('openQuery'), guid: z.string(), name: z.string() }),
  z.object({ kind: z.literal('viewChanged'), view: tableView }),
]);
export type FromTablePage = Readonly<z.infer<typeof fromTablePage>>;

export const tablePage = page({
  name: 'table',
  toPage: tableState,
  fromPage: fromTablePage,
  resume: z.object({ connection: z.string(), table: z.string(), view: tableView }),
  titleOf: ({ connection, table }) => `${table} · ${connection}`,
});
