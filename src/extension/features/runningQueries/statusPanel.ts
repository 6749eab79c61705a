import * as vscode from 'vscode';
import type { QueryStatusView } from '../../../core/pages/queryStatusMessages';
import type { Connection } from '../../ui/connections/connection';
import { currentClient } from '../../ui/connections/currentClient';
import { SeenPolling } from '../../ui/panels/seenPolling';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { WatchedQuery } from './watchedQuery';
import { queryStatusPage } from '../../../core/pages/queryStatusMessages';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { dropCursor } from '../../../core/api/operations/queries';
import type { ResultsAccess } from '../../ui/access';

export interface StatusPanelDeps extends PanelDeps {
  readonly results: Pick<ResultsAccess, 'showResults' | 'cancelActive'>;
}

/** The status of one query. Polls only while the panel is visible. */
export class StatusPanel {
  readonly #query: WatchedQuery;
  readonly #polling: SeenPolling;

  constructor(
    readonly panel: WebviewPanel<typeof queryStatusPage>,
    private readonly connection: Connection,
    private readonly queryId: number,
    private view: QueryStatusView,
    isRestored: boolean,
    private readonly deps: StatusPanelDeps,
  ) {
    this.#query = new WatchedQuery(
      queryId,
      currentClient(deps.platforms, connection),
      () => this.#post(),
      isRestored,
    );
    panel.handle(this.#handlers(), deps.ui.failures, () => connection);
    this.#polling = new SeenPolling(panel, {
      polling: deps.environment.polling,
      connection,
      polled: this.#query,
      changed: () => this.#post(),
    });
    const ends = deps.environment.queryEnds.onDidChange((end) => {
      if (end.connection === connection.name && end.queryId === queryId) this.#query.endChanged(end.state);
    });
    panel.onDidDispose(() => ends.dispose());
    this.#polling.update();
    this.#post();
  }

  shows(connection: Connection, queryId: number): boolean {
    return this.connection.name === connection.name && this.queryId === queryId;
  }

  /** Whether it is the active tab and its query is running. */
  get isRunningInFront(): boolean {
    return this.panel.active && this.#query.status?.isFinished === false;
  }

  /** Cancels the query, or reports why that failed. */
  async cancel(): Promise<void> {
    await this.#end().catch((error: unknown) =>
      this.deps.ui.failures.report(error, { connection: this.connection }),
    );
  }

  #handlers(): MessageHandlers<typeof queryStatusPage> {
    const { connection, queryId } = this;
    return {
      ready: () => this.#post(),
      refresh: () => this.#polling.askNow(),
      viewChanged: ({ view }) => (this.view = view),
      openResults: async () => this.deps.results.showResults(connection, queryId),
      cancel: async () => this.#end(),
      openText: async () => this.#openText(),
    };
  }

  async #end(): Promise<void> {
    const { connection, queryId } = this;
    const client = await this.deps.platforms.clientFor(connection);
    await this.deps.environment.queryEnds.end(connection.name, queryId, async () =>
      client.send(dropCursor(queryId)),
    );
  }

  async #openText(): Promise<void> {
    const content = this.#query.status?.queryString ?? '';
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'logbench-query', content }),
    );
  }

  #post(): void {
    const { connection, queryId } = this;
    const { status, samples, lastResponse, failure, serverOffset, cancelAsked } = this.#query;
    this.panel.post({
      kind: 'state',
      connection: shownConnectionOf(connection, this.deps.platforms, serverOffset),
      queryId,
      status,
      samples: [...samples],
      lastResponse,
      watching: this.#query.isOver() ? 'stopped' : this.#polling.seen ? 'active' : 'paused',
      cancelAsked,
      failure,
      view: this.view,
    });
  }
}

const firstView: QueryStatusView = { zone: 'local', detailsOpen: false, textOpen: false };

/** The status panels of this window. */
export class StatusPanels extends OpenPanels<typeof queryStatusPage, StatusPanel> {
  constructor(deps: StatusPanelDeps) {
    super(
      queryStatusPage,
      deps,
      (panel, connection, { queryId, view }, restored) =>
        new StatusPanel(panel, connection, queryId, view, restored, deps),
    );
  }

  /** Shows the panel of a query, reusing an open one. */
  open(connection: Connection, queryId: number): void {
    const open = this.all().find((panel) => panel.shows(connection, queryId));
    if (open) open.panel.reveal();
    else this.add(connection, { connection: connection.name, queryId, view: firstView });
  }

  /** Cancels the query of the active panel; false if none is running. */
  async cancelActive(): Promise<boolean> {
    const inFront = this.all().find((panel) => panel.isRunningInFront);
    await inFront?.cancel();
    return inFront !== undefined;
  }
}
