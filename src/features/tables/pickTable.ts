import { formatBytes } from '../../shared/formatBytes';
import type { Table } from '../../shared/wire/table';
import { selectedRows } from '../../ui/explorer/explorerNode';
import type { Selected } from '../../ui/explorer/explorerNode';
import type { Choice } from '../../ui/prompts/prompts';
import type { TableDeps } from './tableDeps';
import { isTableItem } from './tableItem';
import { dayRange } from './tableRow';

const offered = 100;

type SelectedTable = Pick<Table, 'name' | 'lastDay'>;

/** From a row, the names of connection and table, or the selection of the user. */
export async function pickTable(
  { ui, platforms }: TableDeps,
  args: readonly unknown[],
  title: string,
): Promise<Selected<SelectedTable>> {
  const [selected] = selectedRows(args, isTableItem);
  if (selected !== undefined) return { connection: selected.connection, value: selected.value.table };
  const [name, table] = args;
  const named = typeof name === 'string' ? platforms.find(name) : undefined;
  if (named !== undefined && typeof table === 'string')
    return { connection: named, value: { name: table, lastDay: undefined } };
  const connection = named ?? (await platforms.pick(title));
  const client = await platforms.clientFor(connection);
  const picked = await ui.prompts.search({
    title: `${title} · ${connection.name}`,
    find: async (keywords, signal) => {
      const { total, items } = await client.tables({ limit: offered, keywords }, signal);
      return { total, choices: items.map(tableChoice) };
    },
  });
  return { connection, value: picked };
}

function tableChoice(table: Table): Choice<Table> {
  const parts = [table.group?.name, formatBytes(table.tableSize), dayRange(table)];
  return {
    label: table.name,
    description: parts.filter((part) => part !== undefined).join(' · '),
    icon: table.encrypted ? 'lock' : 'table',
    value: table,
  };
}
