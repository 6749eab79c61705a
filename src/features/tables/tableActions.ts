import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Table } from '../../shared/wire/table';
import type { DocumentConnections } from '../../ui/documentConnections';
import type { Connection } from '../../ui/connection';
import { selectedRows } from '../../ui/explorerNode';
import type { Selected } from '../../ui/explorerNode';
import type { Platforms } from '../../ui/platforms';
import type { Prompts } from '../../ui/prompts';
import type { Workbench } from '../../ui/workbench';
import { isTableItem, tableDocumentPath } from './tableItem';
import { dayRange } from './tableRow';
import { formatBytes } from '../../shared/formatBytes';

const offered = 100;

/** Opens what the service tells about a table as a document. */
export async function showTable(
  { documents, prompts }: Workbench,
  platforms: Platforms,
  given: readonly unknown[],
): Promise<void> {
  const { connection, value } = await chosenTable(t('Show Table Details'), platforms, prompts, given);
  await documents.open([connection.name, ...tableDocumentPath(value.name)]);
}

/** Opens an untitled query over the last day of a table. */
export async function queryTable(
  prompts: Prompts,
  platforms: Platforms,
  given: readonly unknown[],
  connections: DocumentConnections,
): Promise<void> {
  const { connection, value } = await chosenTable(t('Query This Table'), platforms, prompts, given);
  await openQuery(connection, value.name, connections);
}

export async function openQuery(
  connection: Connection,
  table: string,
  connections: DocumentConnections,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    language: 'logbench-query',
    content: `table duration=1d ${table}`,
  });
  await connections.remember(document.uri, connection);
  await vscode.window.showTextDocument(document);
}

async function chosenTable(
  title: string,
  platforms: Platforms,
  prompts: Prompts,
  given: readonly unknown[],
): Promise<Selected<Table>> {
  const [selected] = selectedRows(given, isTableItem);
  if (selected !== undefined) return { connection: selected.connection, value: selected.value.table };
  const connection = await platforms.pick(title);
  return { connection, value: await searchTable(title, connection, platforms, prompts) };
}

async function searchTable(
  title: string,
  connection: Connection,
  platforms: Platforms,
  prompts: Prompts,
): Promise<Table> {
  const client = await platforms.clientFor(connection);
  return prompts.search({
    title: `${title} · ${connection.name}`,
    find: async (text, signal) => {
      const keywords = text.trim() === '' ? undefined : text.trim();
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
