import type { PlatformClient } from '../../api/client';
import { listTables } from '../../api/operations/tables';
import { t } from '../../shared/localize';
import type { Table } from '../../shared/wire/table';
import type { Connection } from '../../ui/connections/connection';
import type { Selected } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';
import { tableSearch } from '../../ui/prompts/tableSearch';
import { resolveTargets, resolveTarget } from '../../ui/resolveTarget';
import type { BulkTarget } from '../../ui/writes/bulkResults';
import type { TableDeps } from './tableDeps';
import { tableOf } from './tableItem';
import { missingTableText, readRecord } from './tableReader';

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
