import * as vscode from 'vscode';
import { formatBytes } from '../../shared/formatBytes';
import { t } from '../../shared/localize';
import { shownText } from '../../shared/privacy/hiddenValues';
import type { Table } from '../../shared/wire/table';
import type { Connection } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerNode';
import type { Selected } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import type { Choice } from '../../ui/prompts/prompts';
import type { TableDeps } from './index';
import { newestDay } from './tableDays';
import { isTableItem } from './tableItem';
import { missingTableText, readRecord } from './tableReader';
import type { TableRecord } from './tableReader';
import { dayRange } from './tableRow';
import { tableDocument } from './tableText';

const offered = 100;

type ChosenTable = Pick<Table, 'name' | 'lastDay'>;

/** Opens an untitled query for the newest day of a table. */
export async function queryTable(deps: TableDeps, given: readonly unknown[]): Promise<void> {
  const { connection, value } = await chooseTable(deps, given, t('Query This Table'));
  await openText(deps, connection, `table ${newestDay(value)} ${value.name}`);
}

/** Opens a query in an untitled editor that is assigned to the connection. */
export async function openText(
  { documents }: TableDeps,
  connection: Connection,
  content: string,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
  await documents.remember(document.uri, connection);
  await vscode.window.showTextDocument(document);
}

/** *Copy as Text*: the current properties of a table. */
export async function copyChosen(deps: TableDeps, given: readonly unknown[]): Promise<void> {
  const { connection, value } = await chooseTable(deps, given, t('Copy as Text'));
  const { name } = value;
  const client = await deps.platforms.clientFor(connection);
  const record = await withProgress(t('Reading {0}…', name), async (signal) =>
    readRecord(client, name, signal),
  );
  if (record === undefined) throw new ExplainedError(missingTableText(name, connection));
  await copyTable(record, connection);
}

export async function copyTable(record: TableRecord, connection: Connection): Promise<void> {
  await vscode.env.clipboard.writeText(shownText(tableDocument(record, connection)));
}

/** From a row, the names of connection and table, or the selection of the user. */
export async function chooseTable(
  { ui, platforms }: TableDeps,
  given: readonly unknown[],
  title: string,
): Promise<Selected<ChosenTable>> {
  const [selected] = selectedRows(given, isTableItem);
  if (selected !== undefined) return { connection: selected.connection, value: selected.value.table };
  const [name, table] = given;
  const named = typeof name === 'string' ? platforms.find(name) : undefined;
  if (named !== undefined && typeof table === 'string')
    return { connection: named, value: { name: table, lastDay: undefined } };
  const connection = named ?? (await platforms.pick(title));
  const client = await platforms.clientFor(connection);
  const chosen = await ui.prompts.search({
    title: `${title} · ${connection.name}`,
    find: async (keywords, signal) => {
      const { total, items } = await client.tables({ limit: offered, keywords }, signal);
      return { total, choices: items.map(tableChoice) };
    },
  });
  return { connection, value: chosen };
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
