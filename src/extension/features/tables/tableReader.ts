import type { PlatformClient } from '../../../core/api/client';
import { whereOffered } from '../../../core/api/errors';
import { histogramOf } from '../../../core/results/histogramOf';
import { t } from '../../../core/base/localize';
import type { Failure } from '../../../core/pages/common';
import type { TableState } from '../../../core/pages/tableMessages';
import type { RawRecord } from '../../../core/interface/optional';
import type { Table, TableDetails } from '../../../core/interface/table';
import { parseWireTime } from '../../../core/interface/time';
import { isCancellation } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { panelFailure } from '../../ui/panels/panelFailure';
import type { TableUsers } from './tableUsers';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { getTable, listTables } from '../../../core/api/operations/tables';
import type { Selected } from '../../ui/explorer/explorerSection';
import { tableSearch } from '../../ui/prompts/tableSearch';
import { resolveTargets, resolveTarget } from '../../ui/resolveTarget';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import { tableOf } from './tableItem';
import type { ScheduledQueriesAccess } from '../../ui/access';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { TablesSection } from './tablesSection';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { day } from '../../../core/time/durations';

const daysShown = 30;
const sampledRows = 1000;
/** The name is inserted into a query, so other characters would change it. */
export const writableName = /^[\p{L}\p{N}_.:-]+$/u;

export type TableRecord = Table | TableDetails;

type Parts = Pick<TableState, 'volume' | 'volumeFailure' | 'sampleFailure' | 'users'> & {
  readonly record: TableRecord | undefined;
  /** The newest unmasked rows, because hiding can change. */
  readonly newest: readonly RawRecord[] | undefined;
  readonly failure: Failure | null;
};

export const nothingRead: Parts = {
  record: undefined,
  newest: undefined,
  failure: null,
  volume: null,
  volumeFailure: null,
  sampleFailure: null,
  users: null,
};

/** Reads all sections of the page independently and reports each when it arrives. */
export async function readTableParts(
  open: () => Promise<PlatformClient>,
  { table, connection }: { readonly table: string; readonly connection: Connection },
  users: TableUsers,
  onUpdate: (change: Partial<Parts>) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = async (
    work: () => Promise<Partial<Parts> | undefined>,
    failed: (failure: Failure) => Partial<Parts>,
  ): Promise<void> => {
    try {
      const found = await work();
      if (found) onUpdate(found);
    } catch (error) {
      if (!signal.aborted && !isCancellation(error)) onUpdate(failed(panelFailure(error)));
    }
  };
  const isNameable = writableName.test(table);
  const nameable = (): string => {
    if (isNameable) return table;
    throw new ExplainedError(t('Its name cannot be used in a query.'));
  };
  await read(
    async () => {
      const client = await open();
      const record = await readRecord(client, table, signal);
      if (record === undefined) throw new ExplainedError(missingTableText(table, connection));
      onUpdate({ record, failure: null });
      const text = (): string => `table limit=${sampledRows} ${nameable()}`;
      await Promise.all([
        read(
          async () => readVolume(client, { ...record, name: nameable() }, signal),
          (failure) => ({ volumeFailure: { ...failure, canRetry: isNameable } }),
        ),
        read(
          async () => ({ newest: await client.send(runOwnQuery(text(), {}), signal), sampleFailure: null }),
          (failure) => ({ sampleFailure: { ...failure, canRetry: isNameable } }),
        ),
        users.of(table, signal).then((found) => onUpdate({ users: found })),
      ]);
      return undefined;
    },
    (failure) => ({ ...nothingRead, failure }),
  );
}

export function missingTableText(table: string, { name }: Pick<Connection, 'name'>): string {
  return t('The table {0} no longer exists on {1}. Refresh the explorer.', table, name);
}

/** Some platforms cannot read a single table; the record of the list is used then. */
export async function readRecord(
  client: PlatformClient,
  name: string,
  signal?: AbortSignal,
): Promise<TableRecord | undefined> {
  const details = await whereOffered(client.send(getTable(name), signal));
  if (details !== undefined) return details;
  const { items } = await client.send(listTables({ tableName: name }), signal);
  return items.find((table) => table.name === name);
}

/** The last days with logs, so that silent tables have data too. */
async function readVolume(
  client: PlatformClient,
  record: TableRecord,
  signal: AbortSignal,
): Promise<Pick<Parts, 'volume' | 'volumeFailure'>> {
  const last = parseWireTime(record.lastDay ?? '')?.getTime();
  const silent = last === undefined ? 0 : Math.max(0, Math.floor((Date.now() - last) / day));
  const text = `table duration=${daysShown + silent}d ${record.name} | timechart span=1d count`;
  const rows = last === undefined ? [] : await client.send(runOwnQuery(text, {}), signal);
  return { volume: histogramOf(rows, day) ?? { from: 0, to: 0, counts: [] }, volumeFailure: null };
}

/** A table of an action; tables have no GUID. */
export interface TableTarget extends BulkTarget {
  /** As it was read before the question. */
  readonly table: Table;
}

/** The names of the tables on which a command was called, or of those that the user selects. */
export async function pickTables(
  { ui, platforms }: TableDeps,
  args: readonly unknown[],
  title: string,
): Promise<Selected<readonly string[]>> {
  return resolveTargets<string>(platforms, ui.prompts, {
    args,
    title,
    ofRow: (value) => tableOf(value)?.name,
    ofId: (name) => (typeof name === 'string' ? name : undefined),
    ask: async (connection, question) => {
      const tables = await ui.prompts.searchMany(
        tableSearch(await platforms.clientFor(connection), question),
      );
      return tables.map(({ name }) => name);
    },
  });
}

/** Reads the tables as they are now. Throws if one no longer exists. */
export async function readTargets(
  client: PlatformClient,
  connection: Connection,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly TableTarget[]> {
  const [only] = names;
  const found =
    names.length === 1 && only !== undefined
      ? [await readRecord(client, only, signal)]
      : (await client.send(listTables({}), signal)).items;
  const byName = new Map(found.flatMap((table) => (table === undefined ? [] : [[table.name, table]])));
  return names.map((name) => {
    const table = byName.get(name);
    if (table === undefined) throw new ExplainedError(missingTableText(name, connection));
    return { guid: '', name, table };
  });
}

export function readingTitle(names: readonly string[]): string {
  const [only] = names;
  return names.length === 1 && only !== undefined
    ? t('Reading {0}…', only)
    : t('Reading {0} tables…', names.length);
}

/** From a row, the names of connection and table, or the selection of the user. */
export async function pickTable(
  { ui, platforms }: TableDeps,
  args: readonly unknown[],
  title: string,
): Promise<Selected<Pick<Table, 'name' | 'lastDay'>>> {
  return resolveTarget<Pick<Table, 'name' | 'lastDay'>>(platforms, {
    args,
    title,
    ofRow: tableOf,
    ofId: (name) => (typeof name === 'string' ? { name, lastDay: undefined } : undefined),
    ask: async (connection, question) =>
      ui.prompts.search(tableSearch(await platforms.clientFor(connection), question)),
  });
}

/** The dependencies of table pages and actions. */
export interface TableDeps extends PanelDeps {
  readonly documents: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'recordsOf'>;
  readonly section: Pick<TablesSection, 'reload' | 'update' | 'onDidChange'>;
}
