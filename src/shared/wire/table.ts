import * as z from 'zod/mini';
import { integer64 } from './integers';
import type { Integer64 } from './integers';
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

export interface Table {
  readonly name: string;
  readonly layout: string;
  readonly compression: string;
  /** In days; 0 keeps everything. */
  readonly retention: number;
  readonly encrypted: boolean;
  readonly cryptoProfile: NamedReference | undefined;
  /** The earliest and latest stored log, as the platform formats them (`yyyy-MM-dd HH:mm:ssZ`). */
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

/** A single table has fields that a list omits. */
export interface TableDetails extends Table {
  readonly sharedUsers: readonly NamedReference[];
  readonly sharedGroups: readonly NamedReference[];
  readonly nodes: readonly NodeStatistics[];
}

export interface TableGroup extends NamedReference {
  readonly description: string | undefined;
  readonly parentGuid: string | undefined;
}

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

export const tableDetails: z.ZodMiniType<TableDetails> = z.pipe(
  details,
  quickRecord((record: z.infer<typeof details>): TableDetails => ({
    ...readTable(record),
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

function readTable(record: RawRecord): Table {
  const ratio = decimal(record['ratio'], 'ratio');
  return {
    name: text(record['table_name'], 'table_name'),
    layout: text(record['layout'], 'layout'),
    compression: text(record['compression'], 'compression'),
    retention: integer(record['retention'], 'retention'),
    encrypted: flag(record['encrypted'], 'encrypted'),
    cryptoProfile: toReference(
      maybeText(record['crypto_profile_guid'], 'crypto_profile_guid'),
      maybeText(record['crypto_profile_name'], 'crypto_profile_name'),
    ),
    firstDay: maybeText(record['min_day'], 'min_day'),
    lastDay: maybeText(record['max_day'], 'max_day'),
    tableSize: longInteger(record['table_size'], 'table_size'),
    indexSize: longInteger(record['index_size'], 'index_size'),
    // Documented as 0 to 1, but platforms also send a percentage.
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
