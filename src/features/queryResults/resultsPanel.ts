import * as vscode from 'vscode';
import type { ExportProgress } from '../../shared/protocol/common';
import type {
  FromQueryResultsPage,
  QueryResultsState,
  ToQueryResultsPage,
} from '../../shared/protocol/queryResults';
import type { Connection } from '../../ui/connection';
import { describeFailure } from '../../ui/failureText';
import type { Platforms } from '../../ui/platforms';
import type { Polling } from '../../ui/polling';
import type { PollScheduler } from '../../ui/pollScheduler';
import type { QueryEnds } from '../../ui/queryEnds';
import type { WebviewPanel } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';
import { confirmWrites } from './confirmWrites';
import { exportTo } from './exportTo';
import type { OpenCursors } from './openCursors';
import { QueryRun } from './queryRun';
import { resultsState, titleOf, viewFor } from './resultsState';
import type { ShownQuery } from './resultsState';

export interface ResultsPanelParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly cursors: OpenCursors;
  readonly polling: Polling;
  readonly queryEnds: QueryEnds;
  readonly showStatus: (connection: Connection, queryId: number) => Promise<void>;
}

/** The results of one query in one panel. Its cursor goes with the panel, or with the next run in it. */
export class ResultsPanel implements vscode.Disposable {
  #shown: ShownQuery;
  #run: QueryRun | undefined;
  #resultId = 0;
  #exporting: ExportProgress | null = null;
  #exportEnd = new AbortController();
  #closed = false;

  constructor(
    private readonly panel: WebviewPanel<ToQueryResultsPage, FromQueryResultsPage>,
    shown: ShownQuery,
    private readonly parts: ResultsPanelParts,
  ) {
    this.#shown = shown;
    panel.onDidReceive((message) => {
      this.receive(message);
    });
    panel.onDidChangeVisibility(() => {
      this.#post();
    });
    const ends = parts.queryEnds.onDidChange(({ connection, queryId, state }) => {
      const { over, queryId: own } = this.#run ?? { over: true };
      const isOurs = connection === this.#shown.connection.name && queryId === own;
      if (isOurs && !over && state === 'ended') this.#run?.endedElsewhere();
    });
    panel.onDidDispose(() => {
      this.#closed = true;
      ends.dispose();
      this.#exportEnd.abort();
      if (this.#run) void this.#leave(this.#run);
    });
  }

  /** The query whose results are here, while it can be cancelled. */
  get running(): { readonly connection: Connection; readonly queryId: number } | undefined {
    const id = this.#run?.over === false ? this.#run.queryId : null;
    return id === null ? undefined : { connection: this.#shown.connection, queryId: id };
  }

  get visible(): boolean {
    return this.panel.visible;
  }

  shows(connection: Connection, queryId: number): boolean {
    return this.#shown.connection.name === connection.name && this.#run?.queryId === queryId;
  }

  reveal(preserveFocus: boolean): void {
    this.panel.reveal(preserveFocus);
  }

  /** Runs a text here; what ran here before is dropped. Rejects when the service does not take the text. */
  async run(connection: Connection, name: string, text: string): Promise<void> {
    const before = this.#run;
    if (before) void this.#leave(before);
    this.#shown = { connection, name, text, view: viewFor(text, this.#shown) };
    this.panel.title = titleOf(this.#shown);
    this.panel.connection = connection.name;
    const run = this.#newRun(text);
    await this.parts.cursors.start(run, connection);
    void this.#follow(run);
  }

  /** Shows a query that was started elsewhere. It is not this panel's to drop. */
  attach(queryId: number): void {
    const run = this.#newRun(this.#shown.text);
    run.attach(queryId);
    void this.#follow(run);
  }

  receive(message: FromQueryResultsPage): void {
    switch (message.kind) {
      case 'ready':
        this.#post();
        return;
      case 'viewChanged':
        this.#shown = { ...this.#shown, view: message.view };
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'needRows':
        void this.#sendRows(message.resultId, message.offset, message.limit);
        return;
      case 'cancelExport':
        this.#exportEnd.abort();
        return;
      default:
        void this.#act(message);
    }
  }

  async cancel(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    try {
      await run.cancel();
      this.parts.cursors.forget(run);
    } catch (error) {
      void this.#follow(run);
      throw error;
    }
  }

  dispose(): void {
    this.panel.dispose();
  }

  state(): QueryResultsState {
    return resultsState(this.#shown, {
      run: this.#run,
      resultId: this.#resultId,
      readOnly: this.parts.platforms.isLocked(this.#shown.connection),
      exporting: this.#exporting,
    });
  }

  #newRun(text: string): QueryRun {
    const { connection } = this.#shown;
    this.#resultId += 1;
    const run: QueryRun = new QueryRun(text, {
      client: async () => this.parts.platforms.clientFor(connection),
      end: async (queryId, drop) => this.parts.queryEnds.end(connection.name, queryId, drop),
      watched: () => this.panel.visible && !this.parts.polling.away,
      changed: () => {
        if (this.#run === run) this.#post();
      },
    });
    this.#run = run;
    this.#post();
    return run;
  }

  /** The next run does not wait for this, nor does the end of the panel: it is only noted when it fails. */
  async #leave(run: QueryRun): Promise<void> {
    this.#scheduler().remove(run);
    await this.parts.cursors.drop(run).catch((error: unknown) => {
      this.parts.workbench.log.warn(`query ${run.queryId ?? ''} was not dropped: ${String(error)}`);
    });
  }

  async #follow(run: QueryRun): Promise<void> {
    await run.followStart();
    if (!run.over && this.#run === run && !this.#closed) this.#scheduler().add(run);
  }

  #scheduler(): PollScheduler {
    return this.parts.polling.schedulerOf(this.#shown.connection);
  }

  async #act({ kind, ...more }: Extract<FromQueryResultsPage, { kind: Acts }>): Promise<void> {
    const { connection } = this.#shown;
    try {
      if (kind === 'setApiKey') await this.parts.workbench.failures.setApiKey(connection);
      if (kind === 'refresh' || kind === 'setApiKey') await this.#runAgain();
      else if (kind === 'cancel') await this.cancel();
      else if ('format' in more) await this.#export(more.format);
      else if (this.#run?.queryId != null) await this.parts.showStatus(connection, this.#run.queryId);
    } catch (error) {
      await this.parts.workbench.failures.report(error, { connection });
    }
  }

  async #runAgain(): Promise<void> {
    const { connection, name, text } = this.#shown;
    await confirmWrites(this.parts, text, connection);
    await this.run(connection, name, text);
  }

  async #sendRows(resultId: number, offset: number, limit: number): Promise<void> {
    const run = this.#run;
    if (resultId !== this.#resultId || run === undefined) return;
    try {
      const rows = await run.rows(offset, limit);
      this.panel.post({ kind: 'rows', resultId, offset, rows: rows.map((row) => [...row]) });
    } catch (error) {
      // Rows that a cancelled query did not give any more are no failure: the page is told of its end.
      if (run.dropped) return;
      const message = describeFailure(error).sentence;
      this.panel.post({ kind: 'rowsFailed', resultId, offset, message });
    }
  }

  async #export(format: ExportProgress['format']): Promise<void> {
    const run = this.#run;
    if (run?.queryId == null || this.#exporting) return;
    const { queryId } = run;
    this.#exportEnd = new AbortController();
    const { connection, name } = this.#shown;
    const report = (written: number): void => {
      this.#exporting = { format, written, total: run.over ? run.rowCount : null };
      this.#post();
    };
    try {
      await exportTo(
        {
          client: await this.parts.platforms.clientFor(connection),
          prompts: this.parts.workbench.prompts,
        },
        { queryId, format, name, complete: run.phase === 'finished' },
        report,
        this.#exportEnd.signal,
      );
    } finally {
      this.#exporting = null;
      this.#post();
    }
  }

  #post(): void {
    if (!this.#closed) this.panel.post(this.state());
  }
}

type Acts = 'refresh' | 'setApiKey' | 'cancel' | 'export' | 'showStatus';
