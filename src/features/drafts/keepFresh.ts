import * as vscode from 'vscode';
import { fileOfTab } from '../../ui/filesInTabs';
import type { Platforms } from '../../ui/platforms';
import type { ScheduledQueriesAccess, ScheduledQueriesChanged } from '../../ui/scheduledQueriesAccess';
import { keyOf, parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';
import type { QueryLenses } from './queryLenses';
import type { WorkingCopies } from './workingCopies';

const freshFor = 15_000;

/**
 * Asks the platform again about a query when its tab comes to the front, so that a tab restored from
 * yesterday, or without a network, shows today's text as soon as it can. An editor with unsaved text is
 * never changed: VS Code itself sees to that. What this window itself changes is shown at once.
 */
export function keepFresh(
  copies: WorkingCopies,
  lenses: QueryLenses,
  platforms: Platforms,
  scheduledQueries: Pick<ScheduledQueriesAccess, 'onDidChange'>,
): vscode.Disposable {
  const askedAt = new Map<string, number>();
  const stop = new AbortController();

  const look = async (address: QueryAddress): Promise<void> => {
    const last = askedAt.get(keyOf(address)) ?? 0;
    if (Date.now() - last < freshFor) return;
    askedAt.set(keyOf(address), Date.now());
    await copies.refresh(address, stop.signal);
    await lenses.look(address, stop.signal);
  };
  // Being out of date is shown by the lenses' absence; a message for each tab would be noise.
  const lookQuietly = (address: QueryAddress | undefined): void => {
    if (address !== undefined) look(address).catch(() => askedAt.delete(keyOf(address)));
  };

  const takeIn = async ({ connection, changed, removed }: ScheduledQueriesChanged): Promise<void> => {
    const addressOfGuid = (guid: string): QueryAddress => ({
      connection: connection.name,
      guid: guid.toLowerCase(),
    });
    for (const record of changed) await copies.take(addressOfGuid(record.guid), record);
    for (const guid of removed) await copies.take(addressOfGuid(guid), undefined);
    // Who changed a query last, and what comes after it, has changed as well.
    askedAt.clear();
    for (const editor of vscode.window.visibleTextEditors) lookQuietly(shownBy(editor));
  };

  lookQuietly(shownBy(vscode.window.activeTextEditor));
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      lookQuietly(shownBy(editor));
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // Whoever opens it again wants to see what is there now.
      for (const address of closed.map(addressOfTab)) if (address) askedAt.delete(keyOf(address));
    }),
    platforms.onDidChange((change) => {
      if (change === 'connections') lookQuietly(shownBy(vscode.window.activeTextEditor));
      else lenses.refresh();
    }),
    scheduledQueries.onDidChange((change) => void takeIn(change)),
    new vscode.Disposable(() => {
      stop.abort();
    }),
  );
}

function shownBy(editor: vscode.TextEditor | undefined): QueryAddress | undefined {
  return editor && addressOf(editor.document.uri);
}

function addressOfTab(tab: vscode.Tab): QueryAddress | undefined {
  const file = fileOfTab(tab);
  return file && addressOf(file);
}

function addressOf(uri: vscode.Uri): QueryAddress | undefined {
  return uri.scheme === scheme ? parsePath(uri.path) : undefined;
}
