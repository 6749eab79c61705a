import * as vscode from 'vscode';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { fileOfTab } from '../../ui/documents/filesInTabs';
import type { Platforms, Connection } from '../../ui/connections/connection';
import type {
  ScheduledQueriesAccess,
  ScheduledQueriesChanged,
  Recreated,
} from '../../ui/connections/scheduledQueriesAccess';
import { keyOf } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { queryAddressOf, queryUri } from '../../ui/documents/queryUri';
import type { QueryLenses } from './queryLenses';
import type { WorkingCopies } from './workingCopies';
import { targetOf } from './queryTarget';

interface Look {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly abort: AbortController;
}

const freshFor = 15_000;
/** Milliseconds to wait for further changes before the query is read. */
const changesFor = 200;

/**
 * Reads a query again when its tab is activated, so that a restored tab shows the current text. Editors with
 * unsaved changes are never overwritten, which VS Code ensures. Changes by this window are shown immediately.
 */
export function keepFresh(
  copies: WorkingCopies,
  lenses: QueryLenses,
  platforms: Platforms,
  scheduledQueries: Pick<ScheduledQueriesAccess, 'onDidChange'>,
): vscode.Disposable {
  const looks = new Map<string, Look>();
  let pending: NodeJS.Timeout | undefined;

  const look = async (address: QueryAddress): Promise<void> => {
    const last = looks.get(keyOf(address))?.at ?? 0;
    if (Date.now() - last < freshFor) return;
    const abort = new AbortController();
    looks.set(keyOf(address), { at: Date.now(), abort });
    await copies.refresh(address, abort.signal);
    // The connection may now have another platform, which must not be requested for a query without a tab.
    abort.signal.throwIfAborted();
    await lenses.look(address, abort.signal);
  };
  const leave = (address: QueryAddress | undefined): void => {
    const key = address ? keyOf(address) : '';
    looks.get(key)?.abort.abort();
    looks.delete(key);
  };
  // Missing lenses show that the text may be outdated; a message per tab would be too much.
  const lookQuietly = (address: QueryAddress | undefined): void => {
    if (address !== undefined) look(address).catch(() => looks.delete(keyOf(address)));
  };

  const takeIn = async (change: ScheduledQueriesChanged): Promise<void> => {
    const { connection, changed = [], removed = [], recreated = [] } = change;
    const open = openKeys(copies);
    const take = async (guid: string, record: ScheduledQuery | undefined): Promise<void> => {
      const address = { connection: connection.name, guid: guid.toLowerCase() };
      if (open.has(copies.keyOf(address))) await copies.take(address, record);
    };
    for (const record of changed) await take(record.guid, record);
    for (const guid of removed) await take(guid, undefined);
    await showRecreated(copies, connection, recreated);
    // The last change and the followers have changed as well. Several changes are read once.
    clearTimeout(pending);
    pending = setTimeout(() => {
      for (const [key, { abort }] of looks) looks.set(key, { at: 0, abort });
      for (const editor of vscode.window.visibleTextEditors) lookQuietly(shownBy(editor));
    }, changesFor);
  };

  lookQuietly(shownBy(vscode.window.activeTextEditor));
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => lookQuietly(shownBy(editor))),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // It shows the current text when it is opened again.
      for (const tab of closed) leave(queryAddressOf(fileOfTab(tab)));
    }),
    platforms.onDidChange((change) => {
      if (change === 'connections') lookQuietly(shownBy(vscode.window.activeTextEditor));
      else lenses.refresh();
    }),
    scheduledQueries.onDidChange((change) => void takeIn(change)),
    new vscode.Disposable(() => {
      for (const { abort } of looks.values()) abort.abort();
      clearTimeout(pending);
    }),
  );
}

/** Only the open ones of possibly thousands. */
function openKeys(copies: WorkingCopies): ReadonlySet<string> {
  return new Set(vscode.workspace.textDocuments.flatMap(({ uri }) => keyShownBy(copies, uri) ?? []));
}

function shownBy(editor: vscode.TextEditor | undefined): QueryAddress | undefined {
  return queryAddressOf(editor?.document.uri);
}

/**
 * A re-created query has a new URI, so its tabs are reopened. A tab with a draft stays, because the draft is
 * stored under the old address.
 */
async function showRecreated(
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
      const uri = queryUri(targetOf(connection, record));
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
  const shown = queryAddressOf(uri);
  return shown && copies.keyOf(shown);
}
