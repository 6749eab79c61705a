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
import type { Records } from './records';

export interface NamedReference {
  readonly guid: string;
  readonly name: string;
}

export type Table = Readonly<ReturnType<typeof readTable>>;

/** A list may have a hundred thousand tables. */
export const tables: z.ZodMiniType<Records<Table>> = quickRecords(readTable);

const reference = z.looseObject({ guid: z.string(), name: z.string() });

const nodeRecord = z.looseObject({
  node: z.string(),
  min_day: optional(z.string()),
  max_day: optional(z.string()),
  table_size: integer64,
  index_size: integer64,
});

const references = optional(z.array(reference));

const details = z.looseObject({
  shared_users: references,
  shared_groups: references,
  node_stats: optional(z.array(nodeRecord)),
});

export const tableDetails = z.pipe(
  details,
  quickRecord((record: z.infer<typeof details>) => ({
    ...readTable(record),
    sharedUsers: (record.shared_users ?? []) as readonly NamedReference[],
    sharedGroups: (record.shared_groups ?? []) as readonly NamedReference[],
    nodes: (record.node_stats ?? []).map((node) => ({
      node: node.node,
      firstDay: node.min_day ?? undefined,
      lastDay: node.max_day ?? undefined,
      tableSize: node.table_size,
      indexSize: node.index_size,
    })),
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

export const tableGroup = z.pipe(
  z.looseObject({
    guid: z.string(),
    name: z.string(),
    description: optional(z.string()),
    parent_guid: optional(z.string()),
  }),
  z.transform((record) => ({
    guid: record.guid,
    name: record.name,
    description: record.description ?? undefined,
    parentGuid: record.parent_guid ?? undefined,
  })),
);

export type TableGroup = Readonly<z.infer<typeof tableGroup>>;

function readTable(record: RawRecord) {
  const ratio = decimal(record['ratio'], 'ratio');
  return {
    name: text(record['table_name'], 'table_name'),
    layout: text(record['layout'], 'layout'),
    compression: text(record['compression'], 'compression'),
    /** In days; 0 keeps everything. */
    retention: integer(record['retention'], 'retention'),
    encrypted: flag(record['encrypted'], 'encrypted'),
    cryptoProfile: toReference(
      maybeText(record['crypto_profile_guid'], 'crypto_profile_guid'),
      maybeText(record['crypto_profile_name'], 'crypto_profile_name'),
    ),
    /** The earliest and latest stored log, as the platform formats them (`yyyy-MM-dd HH:mm:ssZ`). */
    firstDay: maybeText(record['min_day'], 'min_day'),
    lastDay: maybeText(record['max_day'], 'max_day'),
    tableSize: longInteger(record['table_size'], 'table_size'),
    indexSize: longInteger(record['index_size'], 'index_size'),
    /** Share of the disk that the table uses, 0 to 1. Platforms also send a percentage. */
    usage: ratio > 1 ? ratio / 100 : ratio,
    group: toReference(
      maybeText(record['group_guid'], 'group_guid'),
      maybeText(record['group_name'], 'group_name'),
    ),
    raw: record,
  };
}

function toReference(guid: string | undefined, name: string | undefined): NamedReference | undefined {
  return guid === undefined ? undefined : { guid, name: name ?? guid };
}
