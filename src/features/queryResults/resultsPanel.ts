import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type {
  FromQueryResultsPage,
  QueryResultsState,
  Refinement,
  ToQueryResultsPage,
} from '../../shared/protocol/queryResults';
import type { Connection } from '../../ui/connection';
import type { DocumentConnections } from '../../ui/documentConnections';
import { describeFailure, ExplainedError } from '../../ui/failureText';
import type { Platforms } from '../../ui/platforms';
import type { Polling } from '../../ui/polling';
import type { PollScheduler } from '../../ui/pollScheduler';
import type { QueryEnds } from '../../ui/queryEnds';
import type { WebviewPanel } from '../../ui/webviewPanel';
import type { Workbench } from '../../ui/workbench';
import { confirmWrites } from './confirmWrites';
import type { OpenCursors } from './openCursors';
import { PanelStatistics } from './panelStatistics';
import { QueryRun } from './queryRun';
import { refined } from './refinements';
import { ResultsExport } from './resultsExport';
import { resultsState, titleOf, viewFor } from './resultsState';
import type { ShownQuery } from './resultsState';
import { continueWriting, writeRefined } from './writeRefined';

export interface ResultsPanelParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  /** Which connection a document belongs to. */
  readonly connections: DocumentConnections;
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
  #closed = false;
  readonly #export: ResultsExport;
  readonly #statistics = new PanelStatistics();
  readonly #moved = new vscode.EventEmitter<string>();

  /** The query stands in another document from now on. */
  readonly onDidMove = this.#moved.event;

  constructor(
    private readonly panel: WebviewPanel<ToQueryResultsPage, FromQueryResultsPage>,
    shown: ShownQuery,
    private readonly parts: ResultsPanelParts,
  ) {
    this.#shown = shown;
    this.#export = new ResultsExport(parts.platforms, parts.workbench.prompts, () => {
      this.#post();
    });
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
      this.#export.cancel();
      this.#statistics.stop();
      this.#moved.dispose();
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
  async run(query: Omit<ShownQuery, 'view'>): Promise<void> {
    const before = this.#run;
    this.#statistics.stop();
    if (before) void this.#leave(before);
    this.#shown = { ...query, view: viewFor(query.text, this.#shown) };
    this.panel.title = titleOf(this.#shown);
    this.panel.connection = query.connection.name;
    const run = this.#newRun(query.text);
    await this.parts.cursors.start(run, query.connection);
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
        this.#export.cancel();
        return;
      case 'statistics':
        this.#countField(message.resultId, message.column);
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
      exporting: this.#export.progress,
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

  async #act(message: Extract<FromQueryResultsPage, { kind: Acts }>): Promise<void> {
    const { connection } = this.#shown;
    try {
      await this.#actOn(message);
    } catch (error) {
      await this.parts.workbench.failures.report(error, { connection });
    }
  }

  async #actOn(message: Extract<FromQueryResultsPage, { kind: Acts }>): Promise<void> {
    const { connection } = this.#shown;
    switch (message.kind) {
      case 'setApiKey':
        await this.parts.workbench.failures.setApiKey(connection);
        await this.#runAgain();
        return;
      case 'refresh':
        await this.#runAgain();
        return;
      case 'cancel':
        await this.cancel();
        return;
      case 'refine':
        await this.#refine(message.refinement);
        return;
      case 'export':
        if (this.#run) await this.#export.run(this.#run, this.#shown, message.format);
        return;
      case 'save':
        await this.#export.save(this.#shown, message);
        return;
      case 'showStatus':
        await this.#showStatus();
        return;
    }
    message satisfies never;
  }

  async #showStatus(): Promise<void> {
    const { connection } = this.#shown;
    if (this.#run?.queryId != null) await this.parts.showStatus(connection, this.#run.queryId);
  }

  async #runAgain(): Promise<void> {
    await confirmWrites(this.parts, this.#shown.text, this.#shown.connection);
    await this.run(this.#shown);
  }

  /** Writes the next command into the query, and runs it where that was asked for. */
  async #refine(refinement: Refinement): Promise<void> {
    const { connection, name, source } = this.#shown;
    const text = refined(
      source?.text ?? this.#shown.text,
      refinement,
      this.#run?.timeOffset ?? this.#run?.serverOffset ?? 0,
    );
    if (text === undefined) throw new ExplainedError(t('No condition can be made of this value.'));
    const written = await writeRefined(source, text, connection, this.parts.connections);
    this.#moved.fire(written.uri);
    this.#shown = { ...this.#shown, source: written };
    if (!refinement.run) {
      await continueWriting(written);
      return;
    }
    const whole = written.settings + written.text;
    await confirmWrites(this.parts, whole, connection);
    await this.run({ connection, name, text: whole, source: written });
  }

  #countField(resultId: number, column: string | null): void {
    this.#statistics.stop();
    if (resultId !== this.#resultId || !this.#run || column === null) return;
    void this.#statistics.count(this.#run, column, (statistics) => {
      this.panel.post({ kind: 'statistics', resultId, statistics });
    });
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

  #post(): void {
    if (!this.#closed) this.panel.post(this.state());
  }
}

type Acts = 'refresh' | 'setApiKey' | 'cancel' | 'refine' | 'export' | 'save' | 'showStatus';
