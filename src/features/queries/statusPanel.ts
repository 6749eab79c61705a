import * as vscode from 'vscode';
import type {
  FromQueryStatusPage,
  QueryStatusState,
  QueryStatusView,
  ToQueryStatusPage,
} from '../../shared/protocol/queryStatus';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Polling } from '../../ui/panels/polling';
import type { QueryEnds } from '../../ui/panels/queryEnds';
import { SeenPolling } from '../../ui/panels/seenPolling';
import { connectionMarkOf } from '../../ui/panels/webviewPanel';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import type { Ui } from '../../ui/ui';
import { WatchedQuery } from './watchedQuery';

export interface StatusPanelDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly polling: Polling;
  readonly queryEnds: QueryEnds;
  readonly showResults: ((connection: Connection, queryId: number) => unknown) | undefined;
}

export interface ShownStatus {
  readonly connection: Connection;
  readonly queryId: number;
  readonly view: QueryStatusView;
  /** Whether the panel was restored after a reload. */
  readonly restored: boolean;
}

/** The status of one query. Polls only while the panel is visible. */
export class StatusPanel implements vscode.Disposable {
  readonly #query: WatchedQuery;
  readonly #polling: SeenPolling;
  #view: QueryStatusView;

  constructor(
    private readonly panel: WebviewPanel<ToQueryStatusPage, FromQueryStatusPage>,
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
      polling: deps.polling,
      connection: shown.connection,
      polled: this.#query,
      wanted: () => !this.#query.over,
      changed: () => this.#post(),
    });
    const ends = deps.queryEnds.onDidChange(({ connection, queryId, state }) => {
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

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }

  #handlers(): MessageHandlers<FromQueryStatusPage> {
    const { connection, queryId } = this.shown;
    return {
      ready: () => this.#post(),
      refresh: () => this.#polling.askNow(),
      viewChanged: ({ view }) => (this.#view = view),
      openResults: () => this.deps.showResults?.(connection, queryId),
      cancel: async () => this.#end(),
      openText: async () => this.#openText(),
    };
  }

  async #end(): Promise<void> {
    const { connection, queryId } = this.shown;
    const client = await this.deps.platforms.clientFor(connection);
    await this.deps.queryEnds.end(connection.name, queryId, async () => client.dropCursor(queryId));
  }

  async #openText(): Promise<void> {
    const content = this.#query.status?.queryString ?? '';
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'logbench-query', content }),
    );
  }

  #post(): void {
    this.panel.post(this.#state());
  }

  #state(): QueryStatusState {
    const { connection, queryId } = this.shown;
    const { status, samples, lastHeard, failure, serverOffset, cancelAsked } = this.#query;
    return {
      kind: 'state',
      connection: connectionMarkOf(connection, this.deps.platforms, serverOffset),
      queryId,
      status,
      samples: [...samples],
      lastHeard,
      watching: this.#query.over ? 'stopped' : this.#polling.seen ? 'active' : 'paused',
      cancelAsked,
      failure,
      canShowResults: this.deps.showResults !== undefined,
      view: this.#view,
    };
  }
}
