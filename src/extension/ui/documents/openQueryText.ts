import * as vscode from 'vscode';
import type { Connection } from '../connections/connection';
import type { DocumentConnections } from './documentConnections';

/** Opens a query in an untitled editor that is assigned to the connection, with the cursor at its end. */
export async function openQueryText(
  documents: Pick<DocumentConnections, 'remember'>,
  connection: Connection,
  content: string,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
  await documents.remember(document.uri, connection);
  const end = document.positionAt(content.length);
  await vscode.window.showTextDocument(document, {
    viewColumn: columnBesideResults(),
    selection: new vscode.Range(end, end),
  });
}

/** The active group, unless it shows only results, which the query would cover. */
function columnBesideResults(): vscode.ViewColumn {
  const { all, activeTabGroup: active } = vscode.window.tabGroups;
  if (!showsOnlyResults(active)) return active.viewColumn;
  const other = all.find((group) => group.tabs.some(isText)) ?? all.find((group) => !showsOnlyResults(group));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}

function showsOnlyResults({ tabs }: vscode.TabGroup): boolean {
  return tabs.length > 0 && tabs.every(({ input }) => isResults(input));
}

function isResults(input: unknown): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith('logbench.queryResults');
}

function isText({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputText;
}
