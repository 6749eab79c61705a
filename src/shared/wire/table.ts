import * as z from 'zod/mini';
import { exactInteger, integer64, type Integer64 } from './integers';
import { optional, type RawRecord } from './optional';
import {
  decimal,
  flag,
  integer,
  longInteger,
  maybe,
  quickRecords,
  schemasOf,
  text,
  type QuickRecord,
} from './quickRecord';

export interface NamedReference {
  readonly guid: string;
  readonly name: string;
}

export interface Table {
  readonly name: string;
  readonly layout: string;
  readonly compression: string;
  /** In days; 0 keeps everything. */
  readonly retention: number;
  readonly encrypted: boolean;
  readonly cryptoProfile: NamedReference | undefined;
  /** The earliest and latest stored log, as the service wrote them (`yyyy-MM-dd HH:mm:ssZ`). */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  readonly tableSize: Integer64;
  readonly indexSize: Integer64;
  /** Share of the disk that the table uses, 0 to 1. */
  readonly usage: number;
  readonly group: NamedReference | undefined;
  readonly raw: RawRecord;
}

export interface NodeStatistics {
  readonly node: string;
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  readonly tableSize: Integer64;
  readonly indexSize: Integer64;
}

/** One table retrieved by itself carries what a listing leaves out. */
export interface TableDetails extends Table {
  readonly sharedUsers: readonly NamedReference[];
  readonly sharedGroups: readonly NamedReference[];
  readonly nodes: readonly NodeStatistics[];
}

export interface TableGroup extends NamedReference {
  readonly description: string | undefined;
  readonly parentGuid: string | undefined;
}

const tableGuards = {
  table_name: text,
  layout: text,
  compression: text,
  retention: integer,
  crypto_profile_guid: maybe(text),
  crypto_profile_name: maybe(text),
  encrypted: maybe(flag),
  min_day: maybe(text),
  max_day: maybe(text),
  table_size: longInteger,
  index_size: longInteger,
  ratio: decimal,
  group_guid: maybe(text),
  group_name: maybe(text),
};

type TableRecord = QuickRecord<typeof tableGuards>;

/** A listing may hold a hundred thousand of these. */
export const tables: z.ZodMiniType<Table[]> = quickRecords(tableGuards, toTable);

const reference = z.looseObject({ guid: z.string(), name: z.string() });

const nodeRecord = z.looseObject({
  node: z.string(),
  min_day: optional(z.string()),
  max_day: optional(z.string()),
  table_size: integer64,
  index_size: integer64,
});

const references = optional(z.array(reference));

export const tableDetails: z.ZodMiniType<TableDetails> = z.pipe(
  z.looseObject({
    ...schemasOf(tableGuards),
    shared_users: references,
    shared_groups: references,
    node_stats: optional(z.array(nodeRecord)),
  }),
  z.transform((record): TableDetails => ({
    ...toTable(record),
    sharedUsers: record.shared_users ?? [],
    sharedGroups: record.shared_groups ?? [],
    nodes: (record.node_stats ?? []).map(toNodeStatistics),
  })),
);

export const tableGroup: z.ZodMiniType<TableGroup> = z.pipe(
  z.looseObject({
    guid: z.string(),
    name: z.string(),
    description: optional(z.string()),
    parent_guid: optional(z.string()),
  }),
  z.transform((record): TableGroup => ({
    guid: record.guid,
    name: record.name,
    description: record.description ?? undefined,
    parentGuid: record.parent_guid ?? undefined,
  })),
);

function toNodeStatistics(record: z.infer<typeof nodeRecord>): NodeStatistics {
  return {
    node: record.node,
    firstDay: record.min_day ?? undefined,
    lastDay: record.max_day ?? undefined,
    tableSize: record.table_size,
    indexSize: record.index_size,
  };
}

function toTable(record: TableRecord): Table {
  return {
    name: record.table_name,
    layout: record.layout,
    compression: record.compression,
    retention: record.retention,
    encrypted: record.encrypted ?? false,
    cryptoProfile: toReference(record.crypto_profile_guid, record.crypto_profile_name),
    firstDay: record.min_day ?? undefined,
    lastDay: record.max_day ?? undefined,
    tableSize: exactInteger(record.table_size),
    indexSize: exactInteger(record.index_size),
    // Documented as 0 to 1, seen as a percentage too.
    usage: record.ratio > 1 ? record.ratio / 100 : record.ratio,
    group: toReference(record.group_guid, record.group_name),
    raw: record,
  };
}

function toReference(
  guid: string | null | undefined,
  name: string | null | undefined,
): NamedReference | undefined {
  return guid == null ? undefined : { guid, name: name ?? guid };
}
