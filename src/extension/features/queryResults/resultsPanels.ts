import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { queryResultsPage, resultsTitle } from '../../../core/pages/queryResults';
import { confirmEffects } from './confirmEffects';
import type { Connection } from '../../ui/connections/connection';
import { currentClient } from '../../ui/connections/currentClient';
import { readSettings } from '../../ui/settings/settings';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { OpenPanels } from '../../ui/panels/openPanels';
import { resultsMask } from '../../../core/privacy/maskResults';
import type { StoredCursor } from './openCursors';
import { ResultsPanel } from './resultsPanel';
import type { ResultsPanelDeps } from './queryResultsDeps';
import type { QuerySource, ShownQuery } from './resultsState';
import { getQueryStatus } from '../../../core/api/operations/queries';

/** Rows are masked by the columns of the preceding state. */
const resultsPage = { ...queryResultsPage, newMask: () => ({ apply: resultsMask() }) };

/** The results panels of this window, one per document. */
export class ResultsPanels extends OpenPanels<typeof resultsPage, ResultsPanel> {
  /** Otherwise, a document that runs twice, or a query that is shown twice, at once would open two panels. */
  readonly #opening = new KeyedQueue();

  constructor(private readonly deps: ResultsPanelDeps) {
    super(resultsPage, deps, (panel, connection, { queryText: text, ...shown }, restored) => {
      const results = new ResultsPanel(panel, { ...shown, connection, text }, deps);
      // With its query if that was running before a reload, otherwise without results.
      const queryId = restored ? deps.cursors.take({ ...shown, connection, text }) : undefined;
      if (queryId !== undefined) results.resume(queryId);
      return results;
    });
    const titles = new Set(resultsTabs().map(({ label }) => label));
    this.#dropLeft(({ name, connection }) => !titles.has(plainText(resultsTitle(name, connection))));
  }

  #dropLeft(isUnwanted: (cursor: StoredCursor) => boolean): void {
    const { platforms, cursors } = this.deps;
    void cursors.dropLeft((name) => {
      const connection = platforms.find(name);
      return connection && currentClient(platforms, connection);
    }, isUnwanted);
  }

  /** Runs a text in the panel of its document. The editor keeps the focus. */
  async run(name: string, connection: Connection, source: QuerySource): Promise<void> {
    await this.#runIn(source.uri, { connection, name, text: source.settings + source.text, source });
  }

  /** Runs a text that is derived from a document, such as a rule, in the panel of that document. */
  async runText(document: string, name: string, connection: Connection, text: string): Promise<void> {
    await confirmEffects(this.deps, text, connection);
    await this.#runIn(document, { connection, name, text });
  }

  async #runIn(document: string, query: Omit<ShownQuery, 'document' | 'view'>): Promise<void> {
    const panel = await this.#opening.run(document, async () => this.#panelOf(document, query));
    await panel.run({ ...query, document });
  }

  async #panelOf(document: string, query: Omit<ShownQuery, 'document' | 'view'>): Promise<ResultsPanel> {
    const open = this.#of(document);
    open?.panel.reveal(true);
    if (open !== undefined) return open;
    await closeUnrestored(resultsTitle(query.name, query.connection.name), this.all());
    this.#dropLeft((left) => left.document === document);
    return this.#open({ ...query, document, view: this.deps.views.first(document, query.text) });
  }

  /** Shows the results of a running query. */
  async show(connection: Connection, queryId: number): Promise<void> {
    await this.#opening.run(`${connection.name} ${queryId}`, async () => this.#show(connection, queryId));
  }

  async #show(connection: Connection, queryId: number): Promise<void> {
    const open = this.all().find((panel) => panel.shows(connection, queryId));
    if (open) {
      open.panel.reveal();
      return;
    }
    const client = await this.deps.platforms.clientFor(connection);
    const { text } = await client.send(getQueryStatus(queryId));
    const name = t('Query {0}', queryId);
    const shown = { connection, name, document: null, text, view: this.deps.views.first(null, text) };
    (await this.#open(shown)).attach(queryId);
  }

  /** The query to cancel by default: that of the document, otherwise of a visible panel. */
  running(document: string | undefined): ResultsPanel | undefined {
    const ofDocument = document === undefined ? undefined : this.#of(document);
    if (ofDocument?.running) return ofDocument;
    return this.all().find(({ panel, running }) => panel.visible && running !== undefined);
  }

  #of(document: string): ResultsPanel | undefined {
    return this.all().find((panel) => panel.document === document);
  }

  async #open({ connection, text: queryText, name, document, view }: ShownQuery): Promise<ResultsPanel> {
    const below = readSettings().resultsPlacement === 'below' ? await openGroupBelow() : undefined;
    const resume = { connection: connection.name, name, document, queryText, view };
    const placement = { preserveFocus: true, ...(below ? { viewColumn: below } : {}) };
    return this.add(connection, resume, placement);
  }
}

const viewType = 'logbench.queryResults';

/**
 * VS Code restores a panel only when its tab is activated. One that was not restored is closed before its
 * document runs in a new panel, to avoid two tabs with the same name.
 */
async function closeUnrestored(title: string, restored: readonly ResultsPanel[]): Promise<void> {
  const shown = plainText(title);
  if (restored.some((panel) => panel.state().title === shown)) return;
  await vscode.window.tabGroups.close(resultsTabs().filter(({ label }) => label === shown));
}

function resultsTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
}

/**
 * The column of the editor group below the active one, created if needed. VS Code can create it only by
 * moving the focus, which is moved back.
 */
export async function openGroupBelow(): Promise<vscode.ViewColumn | undefined> {
  const { tabGroups } = vscode.window;
  const before = tabGroups.activeTabGroup;
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  await vscode.commands.executeCommand('workbench.action.focusBelowGroup');
  if (tabGroups.activeTabGroup.viewColumn === before.viewColumn) {
    await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  }
  const below = tabGroups.activeTabGroup.viewColumn;
  await vscode.window.showTextDocument(editor.document, before.viewColumn);
  return below;
}
