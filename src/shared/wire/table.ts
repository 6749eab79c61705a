import * as z from 'zod/mini';
import { integer32, integer64, type Integer64 } from './integers';
import { optional, type RawRecord } from './optional';

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

const tableRecord = z.looseObject({
  table_name: z.string(),
  layout: z.string(),
  compression: z.string(),
  retention: integer32,
  crypto_profile_guid: optional(z.string()),
  crypto_profile_name: optional(z.string()),
  encrypted: optional(z.boolean()),
  min_day: optional(z.string()),
  max_day: optional(z.string()),
  table_size: integer64,
  index_size: integer64,
  ratio: z.number(),
  group_guid: optional(z.string()),
  group_name: optional(z.string()),
});

export const table: z.ZodMiniType<Table> = z.pipe(tableRecord, z.transform(toTable));

const reference = z.looseObject({ guid: z.string(), name: z.string() });

const nodeStatistics = z.pipe(
  z.looseObject({
    node: z.string(),
    min_day: optional(z.string()),
    max_day: optional(z.string()),
    table_size: integer64,
    index_size: integer64,
  }),
  z.transform((record): NodeStatistics => ({
    node: record.node,
    firstDay: record.min_day ?? undefined,
    lastDay: record.max_day ?? undefined,
    tableSize: record.table_size,
    indexSize: record.index_size,
  })),
);

export const tableDetails: z.ZodMiniType<TableDetails> = z.pipe(
  z.extend(tableRecord, {
    shared_users: optional(z.array(reference)),
    shared_groups: optional(z.array(reference)),
    node_stats: optional(z.array(nodeStatistics)),
  }),
  z.transform((record): TableDetails => ({
    ...toTable(record),
    sharedUsers: record.shared_users ?? [],
    sharedGroups: record.shared_groups ?? [],
    nodes: record.node_stats ?? [],
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

function toTable(record: z.infer<typeof tableRecord>): Table {
  return {
    name: record.table_name,
    layout: record.layout,
    compression: record.compression,
    retention: record.retention,
    encrypted: record.encrypted ?? false,
    cryptoProfile: toReference(record.crypto_profile_guid, record.crypto_profile_name),
    firstDay: record.min_day ?? undefined,
    lastDay: record.max_day ?? undefined,
    tableSize: record.table_size,
    indexSize: record.index_size,
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
