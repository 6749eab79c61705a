import * as vscode from 'vscode';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import type { Connection } from '../../ui/connections/connection';
import type { Recreated } from '../../ui/connections/scheduledQueriesAccess';
import { scheme } from './queryFileSystem';
import { targetOf, uriOf } from './queryTarget';
import type { WorkingCopies } from './workingCopies';

/**
 * A re-created query has a new URI, so its tabs are reopened. A tab with a draft stays, because the draft is
 * stored under the old address.
 */
export async function showRecreated(
  copies: WorkingCopies,
  connection: Connection,
  recreated: readonly Recreated[],
): Promise<void> {
  const inFront = vscode.window.activeTextEditor;
  for (const { guid, record } of recreated) {
    const address = { connection: connection.name, guid: guid.toLowerCase() };
    if (copies.hasDraft(address)) continue;
    for (const { group, isPreview } of tabsOf(copies, address)) {
      const { viewColumn } = group;
      const uri = uriOf(targetOf(connection, record));
      await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: isPreview });
      // Looked up again, because VS Code 1.100 does not accept the tab objects from before the open.
      const old = tabsOf(copies, address).filter((tab) => tab.group.viewColumn === viewColumn);
      await vscode.window.tabGroups.close(old, true);
      // Restores the previously active editor.
      if (inFront === undefined || copies.keyOf(address) === keyShownBy(copies, inFront.document.uri))
        continue;
      await vscode.window.showTextDocument(inFront.document, inFront.viewColumn);
    }
  }
}

function tabsOf(copies: WorkingCopies, address: QueryAddress): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input, isDirty }) => {
    if (isDirty || !(input instanceof vscode.TabInputText)) return false;
    return keyShownBy(copies, input.uri) === copies.keyOf(address);
  });
}

function keyShownBy(copies: WorkingCopies, uri: vscode.Uri): string | undefined {
  const shown = uri.scheme === scheme ? parsePath(uri.path) : undefined;
  return shown && copies.keyOf(shown);
}
