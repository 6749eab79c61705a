import { formatWireTime } from '../../shared/wire/time';
import type { Services } from '../services';
import type { CataloguedTable } from '../store/tableCatalogue';
import type { TableShare } from '../store/tableShares';

type RecordSources = Pick<Services, 'logTables' | 'references' | 'tableGroups'>;

/** A table in a list. Optional fields without a value are omitted. */
export function tableRecord(sources: RecordSources, table: CataloguedTable): Record<string, unknown> {
  return {
    table_name: table.name,
    layout: table.layout,
    compression: table.compression,
    retention: table.retention,
    ...encryption(sources, table),
    ...days(table),
    table_size: table.bytes,
    index_size: table.indexBytes,
    // The share of the table in the disk space of all tables.
    ratio: sources.logTables.bytes === 0 ? 0 : table.bytes / sources.logTables.bytes,
    ...group(sources, table),
  };
}

/** A single table also has its shares and its size per node. */
export function tableDetailsRecord(
  sources: RecordSources,
  table: CataloguedTable,
  shares: readonly TableShare[],
): Record<string, unknown> {
  const sharedWith = (kind: TableShare['kind']): { guid: string; name: string }[] =>
    shares.filter((share) => share.kind === kind).map(({ guid, name }) => ({ guid, name }));
  return {
    ...tableRecord(sources, table),
    shared_users: sharedWith('user'),
    shared_groups: sharedWith('group'),
    node_stats: [{ node: 'local', ...days(table), table_size: table.bytes, index_size: table.indexBytes }],
  };
}

function encryption({ references }: RecordSources, table: CataloguedTable): Record<string, unknown> {
  const guid = table.cryptoProfileGuid;
  if (guid === undefined) return { encrypted: false };
  return {
    encrypted: true,
    crypto_profile_guid: guid,
    crypto_profile_name: references.find('crypto_profile', guid)?.name ?? guid,
  };
}

function days({ minTime, maxTime }: CataloguedTable): Record<string, unknown> {
  if (!minTime || !maxTime) return {};
  return { min_day: formatWireTime(minTime), max_day: formatWireTime(maxTime) };
}

function group({ tableGroups }: RecordSources, { groupGuid }: CataloguedTable): Record<string, unknown> {
  if (groupGuid === undefined) return {};
  return { group_guid: groupGuid, group_name: tableGroups.find(groupGuid)?.name ?? groupGuid };
}
