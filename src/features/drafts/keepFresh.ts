import * as vscode from 'vscode';
import { fileOfTab, filesInTabs } from '../../ui/filesInTabs';
import type { Platforms } from '../../ui/platforms';
import { keyOf, parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';
import type { QueryFileSystem } from './queryFileSystem';
import type { QueryLenses } from './queryLenses';
import type { WorkingCopies } from './workingCopies';

const freshFor = 15_000;

/**
 * Asks the platform again about a query when its tab comes to the front, so that a tab restored from
 * yesterday, or without a network, shows today's text as soon as it can. An editor with unsaved text is
 * never changed: VS Code itself sees to that.
 */
export function keepFresh(
  copies: WorkingCopies,
  lenses: QueryLenses,
  platforms: Platforms,
  files: QueryFileSystem,
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

  lookQuietly(shownBy(vscode.window.activeTextEditor));
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      lookQuietly(shownBy(editor));
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // Whoever opens it anew wants to see what is there now.
      for (const address of closed.map(addressOfTab)) if (address) askedAt.delete(keyOf(address));
    }),
    platforms.onDidChange(() => {
      // A lock that opened or closed changes whether the files can be written.
      files.announce(filesInTabs(scheme));
      lookQuietly(shownBy(vscode.window.activeTextEditor));
    }),
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
