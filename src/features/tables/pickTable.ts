import type { Table } from '../../shared/wire/table';
import type { Selected } from '../../ui/explorer/explorerNode';
import { tableSearch } from '../../ui/prompts/tableSearch';
import { resolveTarget } from '../../ui/resolveTarget';
import type { TableDeps } from './tableDeps';
import { tableOf } from './tableItem';

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
