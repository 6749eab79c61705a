import { listTableGroups, listTables } from '../../../core/api/operations/tables';
import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import type { Page } from '../../../core/interface/listPage';
import type { Table, TableGroup } from '../../../core/interface/table';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Row, RowPage, RowSource } from '../../ui/explorer/explorerSection';
import { inMarkdown } from '../../ui/format/markdown';
import { malformedRows } from '../../ui/explorer/malformedRow';
import { tableRow } from './tableText';

type OpenClient = () => Promise<PlatformClient>;
type Groups = readonly TableGroup[] | undefined;

const scanPage = 1000;
const scanLimit = 10;
const freshFor = 60_000;

/**
 * Tables by group, each a folder that the platform filters. Without groups, and with a filter, tables are
 * listed directly. The fields of a filter have the names of the client's query.
 */
export function tablesSource(connection: Connection, platforms: Platforms): Required<RowSource> {
  const open: OpenClient = async () => platforms.clientFor(connection);
  /** Requested while tables are counted, so that the first rows wait for one response only. */
  let ahead: { readonly at: number; readonly groups: Promise<Groups> } | undefined;
  /** Valid for one use: the next request must return the current state. */
  const useRequestedGroups = (): Promise<Groups> | undefined => {
    const asked = ahead;
    ahead = undefined;
    return asked !== undefined && Date.now() - asked.at < freshFor ? asked.groups : undefined;
  };
  return {
    count: async (filter, signal) => {
      const client = await open();
      if (filter === undefined) {
        ahead = { at: Date.now(), groups: knownGroups(client, signal) };
      }
      return (await client.send(listTables({ limit: 1, ...filter?.fields }), signal)).total;
    },
    load: async ({ offset, limit, filter }, signal) => {
      const client = await open();
      const whole = filter === undefined && offset === 0;
      // Requested separately, because one page of tables does not show whether there are groups.
      const readGroups = async (): Promise<Groups> =>
        (await useRequestedGroups()) ?? knownGroups(client, signal);
      const [page, groups = []] = await Promise.all([
        client.send(listTables({ offset, limit, ...filter?.fields }), signal),
        whole ? readGroups() : [],
      ]);
      if (groups.length === 0) return { total: page.total, rows: rowsOf(page, open) };
      const folders = [...groups.map((group) => groupRow(group, open)), ungroupedRow(open)];
      return { total: page.total, rows: folders, consumed: Number(page.total) };
    },
  };
}

function rowsOf({ items, malformed }: Page<Table>, open: OpenClient): readonly Row[] {
  return [...items.map((table) => tableRow(table, open)), ...malformedRows(malformed)];
}

/** Groups only structure the list: if they cannot be read, it is shown without them. */
async function knownGroups(client: PlatformClient, signal: AbortSignal): Promise<Groups> {
  return client.send(listTableGroups(), signal).then(
    ({ items }) => items,
    () => undefined,
  );
}

function groupRow(group: TableGroup, open: OpenClient): Row {
  return {
    id: `group:${group.guid}`,
    label: group.name,
    icon: { name: 'folder' },
    contextValue: 'tableGroup',
    tooltip: () => inMarkdown`${group.description ?? group.name}`,
    children: {
      load: async ({ offset, limit }, signal) => {
        const page = await (await open()).send(listTables({ offset, limit, groupGuid: group.guid }), signal);
        return { total: page.total, rows: rowsOf(page, open) };
      },
    },
    value: group,
  };
}

function ungroupedRow(open: OpenClient): Row {
  return {
    id: 'group:none',
    label: t('Ungrouped'),
    icon: { name: 'folder' },
    contextValue: 'tableGroup.none',
    // The platform cannot filter these, so all tables are read, up to a limit per page.
    children: {
      load: async ({ offset, limit }, signal) => {
        const client = await open();
        const kept: Row[] = [];
        let consumed = 0;
        let total: RowPage['total'] = 0;
        for (let scanned = 0; scanned < scanLimit && kept.length < limit; scanned++) {
          const page = await client.send(listTables({ offset: offset + consumed, limit: scanPage }), signal);
          total = page.total;
          consumed += page.items.length + page.malformed.length;
          // An invalid record has no known group, so it is listed here.
          const items = page.items.filter(({ group }) => group === undefined);
          kept.push(...rowsOf({ ...page, items }, open));
          if (page.items.length + page.malformed.length === 0 || offset + consumed >= Number(total)) break;
        }
        return { total, rows: kept, consumed };
      },
    },
    value: undefined,
  };
}
