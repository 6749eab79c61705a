import * as vscode from 'vscode';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { fileOfTab } from '../../ui/documents/filesInTabs';
import type { Platforms } from '../../ui/connections/platforms';
import type {
  ScheduledQueriesAccess,
  ScheduledQueriesChanged,
} from '../../ui/connections/scheduledQueriesAccess';
import { keyOf, parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { scheme } from './queryFileSystem';
import type { QueryLenses } from './queryLenses';
import { showRecreated } from './showRecreated';
import type { WorkingCopies } from './workingCopies';

interface Look {
  /** Milliseconds. */
  readonly at: number;
  readonly abort: AbortController;
}

const freshFor = 15_000;
/** How long changes may follow each other before what they bring about is looked up. */
const changesFor = 200;

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
  const looks = new Map<string, Look>();
  let pending: NodeJS.Timeout | undefined;

  const look = async (address: QueryAddress): Promise<void> => {
    const last = looks.get(keyOf(address))?.at ?? 0;
    if (Date.now() - last < freshFor) return;
    const abort = new AbortController();
    looks.set(keyOf(address), { at: Date.now(), abort });
    await copies.refresh(address, abort.signal);
    // Its connection may lead to another platform by now, which is not to be asked for a query in no tab.
    abort.signal.throwIfAborted();
    await lenses.look(address, abort.signal);
  };
  const leave = (address: QueryAddress): void => {
    looks.get(keyOf(address))?.abort.abort();
    looks.delete(keyOf(address));
  };
  // Being out of date is shown by the lenses' absence; a message for each tab would be noise.
  const lookQuietly = (address: QueryAddress | undefined): void => {
    if (address !== undefined) look(address).catch(() => looks.delete(keyOf(address)));
  };

  const takeIn = async (change: ScheduledQueriesChanged): Promise<void> => {
    const { connection, changed, removed, recreated } = change;
    const open = openKeys(copies);
    const take = async (guid: string, record: ScheduledQuery | undefined): Promise<void> => {
      const address = { connection: connection.name, guid: guid.toLowerCase() };
      if (open.has(copies.keyOf(address))) await copies.take(address, record);
    };
    for (const record of changed) await take(record.guid, record);
    for (const guid of removed) await take(guid, undefined);
    if (recreated.length > 0) await showRecreated(copies, connection, recreated);
    // Who changed a query last, and what comes after it, has changed as well. Many changes are looked up once.
    clearTimeout(pending);
    pending = setTimeout(() => {
      for (const [key, { abort }] of looks) looks.set(key, { at: 0, abort });
      for (const editor of vscode.window.visibleTextEditors) lookQuietly(shownBy(editor));
    }, changesFor);
  };

  lookQuietly(shownBy(vscode.window.activeTextEditor));
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      lookQuietly(shownBy(editor));
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // When it is opened again, it shows the current text.
      for (const address of closed.map(addressOfTab)) if (address) leave(address);
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

/** Of thousands, only those that somebody may look at. */
function openKeys(copies: WorkingCopies): ReadonlySet<string> {
  const addresses = vscode.workspace.textDocuments.map(({ uri }) => addressOf(uri));
  return new Set(addresses.flatMap((address) => (address === undefined ? [] : [copies.keyOf(address)])));
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
