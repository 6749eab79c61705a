import * as vscode from 'vscode';
import type {
  FromQueryStatusPage,
  QueryStatusView,
  ToQueryStatusPage,
  QueryStatusResume,
} from '../../shared/protocol/queryStatus';
import type { Connection } from '../../ui/connections/connection';
import { SeenPolling } from '../../ui/panels/seenPolling';
import { connectionMarkOf } from '../../ui/panels/panelFailure';
import type { MessageHandlers, WebviewPanel, PanelType } from '../../ui/panels/webviewPanel';
import { WatchedQuery } from './watchedQuery';
import { t } from '../../shared/localize';
import { fromQueryStatusPage, queryStatusResume } from '../../shared/protocol/queryStatus';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { maskStatus } from './maskStatus';
import { dropCursor } from '../../api/operations/queries';
import type { ResultsAccess } from '../../ui/access';

export interface StatusPanelDeps extends PanelDeps {
  readonly results: Pick<ResultsAccess, 'showResults' | 'cancelActive'>;
}

export interface ShownStatus {
  readonly connection: Connection;
  readonly queryId: number;
  readonly view: QueryStatusView;
  /** Whether the panel was restored after a reload. */
  readonly restored: boolean;
}

/** The status of one query. Polls only while the panel is visible. */
export class StatusPanel {
  readonly #query: WatchedQuery;
  readonly #polling: SeenPolling;
  #view: QueryStatusView;

  constructor(
    readonly panel: WebviewPanel<ToQueryStatusPage, FromQueryStatusPage>,
    private readonly shown: ShownStatus,
    private readonly deps: StatusPanelDeps,
  ) {
    this.#view = shown.view;
    this.#query = new WatchedQuery(
      shown.queryId,
      async () => deps.platforms.clientFor(shown.connection),
      () => this.#post(),
      shown.restored,
    );
    panel.handle(this.#handlers(), deps.ui.failures, () => shown.connection);
    this.#polling = new SeenPolling(panel, {
      polling: deps.environment.polling,
      connection: shown.connection,
      polled: this.#query,
      changed: () => this.#post(),
    });
    const ends = deps.environment.queryEnds.onDidChange(({ connection, queryId, state }) => {
      if (connection === shown.connection.name && queryId === shown.queryId) this.#query.endChanged(state);
    });
    panel.onDidDispose(() => ends.dispose());
    this.#polling.update();
    this.#post();
  }

  shows(connection: Connection, queryId: number): boolean {
    return this.shown.connection.name === connection.name && this.shown.queryId === queryId;
  }

  /** Whether it is the active tab and its query is running. */
  get isRunningInFront(): boolean {
    return this.panel.active && this.#query.status?.isFinished === false;
  }

  /** Cancels the query, or reports why that failed. */
  async cancel(): Promise<void> {
    await this.#end().catch((error: unknown) =>
      this.deps.ui.failures.report(error, { connection: this.shown.connection }),
    );
  }

  #handlers(): MessageHandlers<FromQueryStatusPage> {
    const { connection, queryId } = this.shown;
    return {
      ready: () => this.#post(),
      refresh: () => this.#polling.askNow(),
      viewChanged: ({ view }) => (this.#view = view),
      openResults: async () => this.deps.results.showResults(connection, queryId),
      cancel: async () => this.#end(),
      openText: async () => this.#openText(),
    };
  }

  async #end(): Promise<void> {
    const { connection, queryId } = this.shown;
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
    const { connection, queryId } = this.shown;
    const { status, samples, lastResponse, failure, serverOffset, cancelAsked } = this.#query;
    this.panel.post({
      kind: 'state',
      connection: connectionMarkOf(connection, this.deps.platforms, serverOffset),
      queryId,
      status,
      samples: [...samples],
      lastResponse,
      watching: this.#query.isOver() ? 'stopped' : this.#polling.seen ? 'active' : 'paused',
      cancelAsked,
      failure,
      view: this.#view,
    });
  }
}

const statusPanelType: PanelType<ToQueryStatusPage, FromQueryStatusPage, QueryStatusResume> = {
  viewType: 'logbench.queryStatus',
  page: 'queryStatus',
  fromPage: fromQueryStatusPage,
  resume: queryStatusResume,
  titleOf: ({ queryId, connection }) => t('Query {0} · {1}', queryId, connection),
  resumeOf: ({ connection, queryId, view }) => ({ connection: connection.name, queryId, view }),
  mask: maskStatus,
};

const firstView: QueryStatusView = { zone: 'local', detailsOpen: false, textOpen: false };

/** The status panels of this window. */
export class StatusPanels extends OpenPanels<
  ToQueryStatusPage,
  FromQueryStatusPage,
  QueryStatusResume,
  StatusPanel
> {
  constructor(deps: StatusPanelDeps) {
    super(
      statusPanelType,
      deps,
      (panel, connection, { queryId, view }, restored) =>
        new StatusPanel(panel, { connection, queryId, view, restored }, deps),
    );
  }

  /** Shows the panel of a query, reusing an open one. */
  open(connection: Connection, queryId: number): void {
    const known = this.all().find((panel) => panel.shows(connection, queryId));
    if (known) known.panel.reveal();
    else this.add(connection, { connection: connection.name, queryId, view: firstView });
  }

  /** Cancels the query of the active panel; false if none is running. */
  async cancelActive(): Promise<boolean> {
    const inFront = this.all().find((panel) => panel.isRunningInFront);
    await inFront?.cancel();
    return inFront !== undefined;
  }
}
