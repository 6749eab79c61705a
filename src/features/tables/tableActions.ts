import * as vscode from 'vscode';
import { formatBytes } from '../../shared/formatBytes';
import { t } from '../../shared/localize';
import { shownText } from '../../shared/privacy/hiddenValues';
import type { Table } from '../../shared/wire/table';
import type { Connection } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { selectedRows } from '../../ui/explorer/explorerNode';
import type { Selected } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Platforms } from '../../ui/connections/platforms';
import { withProgress } from '../../ui/prompts/progress';
import type { Prompts } from '../../ui/prompts/prompts';
import { newestDay } from './newestDay';
import { isTableItem } from './tableItem';
import { missingTableText, readRecord } from './tableReader';
import type { TableRecord } from './tableReader';
import { dayRange } from './tableRow';
import { tableDocument } from './tableText';

const offered = 100;

type ChosenTable = Pick<Table, 'name' | 'lastDay'>;

/** Opens an untitled query for the newest day of a table. */
export async function queryTable(
  prompts: Prompts,
  platforms: Platforms,
  given: readonly unknown[],
  documents: DocumentConnections,
): Promise<void> {
  const { connection, value } = await chooseTable(t('Query This Table'), platforms, prompts, given);
  await openText(connection, `table ${newestDay(value)} ${value.name}`, documents);
}

/** Opens a query in an untitled editor that is assigned to the connection. */
export async function openText(
  connection: Connection,
  content: string,
  documents: DocumentConnections,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
  await documents.remember(document.uri, connection);
  await vscode.window.showTextDocument(document);
}

/** *Copy as Text*: the current properties of a table. */
export async function copyChosen(
  prompts: Prompts,
  platforms: Platforms,
  given: readonly unknown[],
): Promise<void> {
  const { connection, value } = await chooseTable(t('Copy as Text'), platforms, prompts, given);
  const { name } = value;
  const client = await platforms.clientFor(connection);
  const record = await withProgress(t('Reading {0}…', name), async (signal) =>
    readRecord(client, name, signal),
  );
  if (record === undefined) {
    throw new ExplainedError(missingTableText(name, connection));
  }
  await copyTable(record, connection);
}

export async function copyTable(record: TableRecord, connection: Connection): Promise<void> {
  await vscode.env.clipboard.writeText(shownText(tableDocument(record, connection)));
}

/** From a row, the names of connection and table, or the selection of the user. */
export async function chooseTable(
  title: string,
  platforms: Platforms,
  prompts: Prompts,
  given: readonly unknown[],
): Promise<Selected<ChosenTable>> {
  const [selected] = selectedRows(given, isTableItem);
  if (selected !== undefined) return { connection: selected.connection, value: selected.value.table };
  const [name, table] = given;
  const named = typeof name === 'string' ? platforms.find(name) : undefined;
  if (named !== undefined && typeof table === 'string')
    return { connection: named, value: { name: table, lastDay: undefined } };
  const connection = named ?? (await platforms.pick(title));
  return { connection, value: await searchTable(title, connection, platforms, prompts) };
}

async function searchTable(
  title: string,
  connection: Connection,
  platforms: Platforms,
  prompts: Prompts,
): Promise<ChosenTable> {
  const client = await platforms.clientFor(connection);
  return prompts.search({
    title: `${title} · ${connection.name}`,
    find: async (keywords, signal) => {
      const { total, items } = await client.tables({ limit: offered, keywords }, signal);
      return {
        total,
        choices: items.map((table) => ({
          label: table.name,
          description: [table.group?.name, formatBytes(table.tableSize), dayRange(table)]
            .filter((part) => part !== undefined)
            .join(' · '),
          icon: table.encrypted ? 'lock' : 'table',
          value: table,
        })),
      };
    },
  });
}
