import * as vscode from 'vscode';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { filesInTabs, filesWithoutTabs } from '../../ui/documents/filesInTabs';
import type { Platforms, Connection } from '../../ui/connections/connection';
import type {
  ScheduledQueriesAccess,
  ScheduledQueriesChanged,
  Recreated,
  RulesAccess,
} from '../../ui/access';
import type { VisibleRecords } from '../../ui/connections/recordPages';
import type { QueryAddress } from '../../ui/queryAddress';
import { queryAddressOf, queryScheme, queryUri } from '../../ui/documents/queryUri';
import { QueryRefreshes } from './queryRefreshes';
import type { QueryLenses } from './queryLenses';
import type { WorkingCopies } from './workingCopies';
import { keyShownBy, targetOf } from './queryTarget';

/**
 * Reads a query again when its tab or window is activated, so that a restored tab shows the current text, and while it
 * is visible. Editors with unsaved changes are never overwritten, which VS Code ensures. Changes by this window are shown
 * immediately.
 */
export function keepFresh(
  copies: WorkingCopies,
  lenses: QueryLenses,
  platforms: Platforms,
  scheduledQueries: Pick<ScheduledQueriesAccess, 'onDidChange' | 'watch'>,
  rules: Pick<RulesAccess, 'onDidChange'>,
): vscode.Disposable {
  const refreshes = new QueryRefreshes(copies, lenses);

  const refresh = (editor: vscode.TextEditor | undefined): void => {
    const address = queryAddressOf(editor?.document.uri);
    if (address !== undefined) void refreshes.refresh(address);
  };

  const applyChange = async (change: ScheduledQueriesChanged): Promise<void> => {
    const { connection, changed = [], removed = [], recreated = [] } = change;
    // Only the open ones of possibly thousands.
    const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => keyShownBy(copies, uri)));
    const applyRecord = async (guid: string, record: ScheduledQuery | undefined): Promise<void> => {
      const address = { connection: connection.name, guid: guid.toLowerCase() };
      if (open.has(copies.keyOf(address))) await copies.applyChange(address, record);
    };
    for (const record of changed) await applyRecord(record.guid, record);
    for (const guid of removed) await applyRecord(guid, undefined);
    await showRecreated(copies, connection, recreated);
    if (change.changed === undefined) refreshes.refreshSoon(visibleQueries);
    else for (const address of visibleQueries().filter(isQuery)) void refreshes.refreshChanged(address);
    // Others may run after them now.
    lenses.refresh();
  };

  const watches = new VisibleQueries(platforms, scheduledQueries);

  refresh(vscode.window.activeTextEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    // Another window may have published it meanwhile.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) refresh(vscode.window.activeTextEditor);
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      // It shows the current text when it is opened again.
      for (const file of filesWithoutTabs(closed, queryScheme)) {
        const address = queryAddressOf(file);
        if (address !== undefined) refreshes.leave(address);
      }
    }),
    platforms.onDidChange((change) => {
      if (change !== 'connections') {
        lenses.refresh();
        return;
      }
      refresh(vscode.window.activeTextEditor);
      watches.update();
    }),
    scheduledQueries.onDidChange((change) => void applyChange(change)),
    rules.onDidChange(() => refreshes.refreshSoon(visibleQueries)),
    refreshes,
    watches,
    vscode.window.onDidChangeVisibleTextEditors(() => watches.update()),
  );
}

function visibleQueries(): readonly QueryAddress[] {
  return vscode.window.visibleTextEditors.flatMap(({ document }) => queryAddressOf(document.uri) ?? []);
}

/** The list of scheduled queries has no rules. */
function isQuery({ rule }: QueryAddress): boolean {
  return rule === undefined;
}

/** Keeps the records of visible editors up to date, on each connection that has some. */
class VisibleQueries implements vscode.Disposable {
  readonly #watches = new Map<string, vscode.Disposable>();

  constructor(
    private readonly platforms: Pick<Platforms, 'find'>,
    private readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'watch'>,
  ) {
    this.update();
  }

  update(): void {
    const shown = visibleQueries()
      .filter(isQuery)
      .flatMap(({ connection }) => this.platforms.find(connection) ?? []);
    for (const connection of shown) {
      const { name } = connection;
      if (this.#watches.has(name)) continue;
      this.#watches.set(
        name,
        this.scheduledQueries.watch(connection, () => this.#seenOn(name)),
      );
    }
    for (const [name, watch] of this.#watches) {
      if (shown.some((connection) => connection.name === name)) continue;
      watch.dispose();
      this.#watches.delete(name);
    }
  }

  dispose(): void {
    for (const watch of this.#watches.values()) watch.dispose();
  }

  #seenOn(name: string): VisibleRecords | undefined {
    const guids = visibleQueries()
      .filter(isQuery)
      .filter(({ connection }) => this.platforms.find(connection)?.name === name)
      .map(({ guid }) => guid);
    return guids.length === 0 ? undefined : { guids };
  }
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
    const address = { connection: connection.name, guid };
    if (copies.hasDraft(address)) continue;
    for (const { group, isPreview } of tabsOf(copies, address)) {
      const { viewColumn } = group;
      const uri = queryUri(targetOf(connection, record));
      await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: true, preview: isPreview });
      // Looked up again, because VS Code 1.100 does not accept the tab objects from before the open.
      const old = tabsOf(copies, address).filter((tab) => tab.group.viewColumn === viewColumn);
      await vscode.window.tabGroups.close(old, true);
      // Restores the previously active editor, unless it has been closed meanwhile.
      if (inFront === undefined || copies.keyOf(address) === keyShownBy(copies, inFront.document.uri))
        continue;
      if (hasTab(inFront.document))
        await vscode.window.showTextDocument(inFront.document, inFront.viewColumn);
    }
  }
}

function hasTab({ uri }: vscode.TextDocument): boolean {
  return filesInTabs(uri.scheme).some((file) => file.toString() === uri.toString());
}

function tabsOf(copies: WorkingCopies, address: QueryAddress): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ input, isDirty }) => {
    if (isDirty || !(input instanceof vscode.TabInputText)) return false;
    return keyShownBy(copies, input.uri) === copies.keyOf(address);
  });
}
