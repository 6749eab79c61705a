import * as z from 'zod/mini';
import { integer64 } from '../base/integers';
import { optional } from './optional';
import type { RawRecord } from './optional';
import {
  decimal,
  flag,
  integer,
  longInteger,
  maybeText,
  quickRecord,
  quickRecords,
  text,
} from './quickRecord';
import { record } from './record';
import type { Records } from './records';

export interface NamedReference {
  readonly guid: string;
  readonly name: string;
}

export type Table = Readonly<ReturnType<typeof readTable>>;

/** A list may have a hundred thousand tables. */
export const tables: z.ZodMiniType<Records<Table>> = quickRecords(readTable);

const reference = z.looseObject({ guid: z.string(), name: z.string() });

const tableNode = record(
  {
    node: z.string(),
    firstDay: optional(z.string()),
    lastDay: optional(z.string()),
    tableSize: integer64,
    indexSize: integer64,
  },
  { firstDay: 'min_day', lastDay: 'max_day' },
);

const references = optional(z.array(reference));

const details = z.looseObject({
  shared_users: references,
  shared_groups: references,
  node_stats: optional(z.array(tableNode)),
});

export const tableDetails = z.pipe(
  details,
  quickRecord((table: z.infer<typeof details>) => ({
    ...readTable(table),
    sharedUsers: (table.shared_users ?? []) as readonly NamedReference[],
    sharedGroups: (table.shared_groups ?? []) as readonly NamedReference[],
    nodes: table.node_stats ?? [],
  })),
);
/** A single table has fields that a list omits. */
export type TableDetails = Readonly<z.infer<typeof tableDetails>>;

/** Why a table was not dropped. */
export interface DropFailure {
  readonly message: string;
  /** The names of the loggers that write to the table. */
  readonly loggers: readonly string[];
}

/** `{}`, or `{ failure }` if the table was kept, whatever the failure looks like. */
export const dropResult: z.ZodMiniType<DropFailure | undefined> = z.pipe(
  z.looseObject({ failure: optional(z.unknown()) }),
  z.transform(({ failure }) =>
    failure === undefined || failure === null ? undefined : toDropFailure(failure),
  ),
);

function toDropFailure(failure: unknown): DropFailure {
  if (typeof failure === 'string') return { message: failure, loggers: [] };
  const { message, loggers } = Object(failure) as { readonly message?: unknown; readonly loggers?: unknown };
  const listed: readonly unknown[] = Array.isArray(loggers) ? loggers : [];
  return {
    message: typeof message === 'string' ? message : '',
    loggers: listed.flatMap((logger) => {
      const name = typeof logger === 'string' ? logger : (Object(logger) as { readonly name?: unknown }).name;
      return typeof name === 'string' ? [name] : [];
    }),
  };
}

export const tableGroup = record({
  guid: z.string(),
  name: z.string(),
  description: optional(z.string()),
  parentGuid: optional(z.string()),
});

export type TableGroup = Readonly<z.infer<typeof tableGroup>>;

function readTable(table: RawRecord) {
  const ratio = decimal(table['ratio'], 'ratio');
  return {
    name: text(table['table_name'], 'table_name'),
    layout: text(table['layout'], 'layout'),
    compression: text(table['compression'], 'compression'),
    /** In days; 0 keeps everything. */
    retention: integer(table['retention'], 'retention'),
    encrypted: flag(table['encrypted'], 'encrypted'),
    cryptoProfile: toReference(
      maybeText(table['crypto_profile_guid'], 'crypto_profile_guid'),
      maybeText(table['crypto_profile_name'], 'crypto_profile_name'),
    ),
    /** The earliest and latest stored log, as the platform formats them (`yyyy-MM-dd HH:mm:ssZ`). */
    firstDay: maybeText(table['min_day'], 'min_day'),
    lastDay: maybeText(table['max_day'], 'max_day'),
    tableSize: longInteger(table['table_size'], 'table_size'),
    indexSize: longInteger(table['index_size'], 'index_size'),
    /** Share of the disk that the table uses, 0 to 1. Platforms also send a percentage. */
    usage: ratio > 1 ? ratio / 100 : ratio,
    group: toReference(
      maybeText(table['group_guid'], 'group_guid'),
      maybeText(table['group_name'], 'group_name'),
    ),
    raw: table,
  };
}

function toReference(guid: string | undefined, name: string | undefined): NamedReference | undefined {
  return guid === undefined ? undefined : { guid, name: name ?? guid };
}
