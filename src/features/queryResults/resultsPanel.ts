import * as vscode from 'vscode';
import type {
  FromQueryResultsPage,
  QueryResultsState,
  Refinement,
  ResultRow,
  ToQueryResultsPage,
} from '../../shared/protocol/queryResults';
import type { Connection } from '../../ui/connections/connection';
import type { PollScheduler } from '../../ui/panels/pollScheduler';
import type { WebviewPanel } from '../../ui/panels/webviewPanel';
import { confirmWrites } from './confirmWrites';
import { PanelStatistics } from './panelStatistics';
import { PanelTail } from './panelTail';
import type { NeedRows } from './panelTail';
import { QueryRun } from './queryRun';
import { ResultsExport } from './resultsExport';
import type { ResultsPanelDeps } from './resultsPanelDeps';
import { resultsState, titleOf, viewFor } from './resultsState';
import type { ShownQuery } from './resultsState';
import { writeRefinement } from './writeRefined';

/** The results of one query in one panel. Its cursor is dropped with the panel or with the next run. */
export class ResultsPanel implements vscode.Disposable {
  #shown: ShownQuery;
  #run: QueryRun | undefined;
  #resultId = 0;
  #closed = false;
  readonly #tail: PanelTail;
  readonly #export: ResultsExport;
  readonly #statistics = new PanelStatistics();
  readonly #moved = new vscode.EventEmitter<string>();

  /** Fired when the query moves to another document. */
  readonly onDidMove = this.#moved.event;

  constructor(
    private readonly panel: WebviewPanel<ToQueryResultsPage, FromQueryResultsPage>,
    shown: ShownQuery,
    private readonly deps: ResultsPanelDeps,
  ) {
    this.#shown = shown;
    this.#export = new ResultsExport(deps.platforms, deps.ui.prompts, () => {
      this.#post();
    });
    this.#tail = new PanelTail({
      client: async () => deps.platforms.clientFor(this.#shown.connection),
      scheduler: () => this.#scheduler(),
      watched: () => deps.polling.canSee(panel),
      found: (rows) => {
        this.#showTailed(rows);
      },
    });
    panel.onDidReceive((message) => {
      this.receive(message);
    });
    panel.onDidChangeVisibility(() => {
      this.#post();
    });
    const ends = deps.queryEnds.onDidChange(({ connection, queryId, state }) => {
      const isOurs = connection === this.#shown.connection.name && queryId === this.#run?.queryId;
      if (isOurs && state === 'ended') this.#run?.endedElsewhere();
    });
    panel.onDidDispose(() => {
      this.#closed = true;
      ends.dispose();
      this.#export.cancel();
      this.#statistics.stop();
      this.#tail.end();
      this.#moved.dispose();
      if (this.#run) void this.#leave(this.#run);
    });
  }

  /** The query of this panel while it can be canceled. */
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

  /** Runs a text and drops the previous run. Rejects if the platform rejects the text. */
  async run(query: Omit<ShownQuery, 'view'>): Promise<void> {
    const before = this.#run;
    this.#statistics.stop();
    this.#tail.end();
    if (before) void this.#leave(before);
    this.#shown = { ...query, view: viewFor(query.text, this.#shown) };
    this.panel.title = titleOf(this.#shown);
    this.panel.connection = query.connection.name;
    const run = this.#newRun(query.text);
    await this.deps.cursors.start(run, query.connection);
    void this.#follow(run);
  }

  /** Shows a query that was started elsewhere, which this panel does not drop. */
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
        void this.#sendRows(message);
        return;
      case 'cancelExport':
        this.#export.cancel();
        return;
      case 'statistics':
        this.#countField(message.resultId, message.column);
        return;
      case 'tail':
        this.#setTail(message.on);
        return;
      case 'atTop':
        this.#tail.tail?.setAtTop(message.atTop);
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
      this.deps.cursors.forget(run);
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
      readOnly: this.deps.platforms.isLocked(this.#shown.connection),
      exporting: this.#export.progress,
      tail: this.#tail.tail,
    });
  }

  #newRun(text: string): QueryRun {
    const { connection } = this.#shown;
    this.#resultId += 1;
    const run: QueryRun = new QueryRun(text, {
      client: async () => this.deps.platforms.clientFor(connection),
      end: async (queryId, drop) => this.deps.queryEnds.end(connection.name, queryId, drop),
      watched: () => this.deps.polling.canSee(this.panel),
      changed: () => {
        if (this.#run === run) this.#post();
      },
    });
    this.#run = run;
    this.#post();
    return run;
  }

  /** Neither the next run nor closing the panel waits for this; failures are only logged. */
  async #leave(run: QueryRun): Promise<void> {
    this.#scheduler().remove(run);
    await this.deps.cursors.drop(run).catch((error: unknown) => {
      this.deps.ui.log.warn(`query ${run.queryId ?? ''} was not dropped: ${String(error)}`);
    });
  }

  async #follow(run: QueryRun): Promise<void> {
    await run.followStart();
    if (!run.over && this.#run === run && !this.#closed) this.#scheduler().add(run);
  }

  #scheduler(): PollScheduler {
    return this.deps.polling.schedulerOf(this.#shown.connection);
  }

  async #act(message: Extract<FromQueryResultsPage, { kind: Acts }>): Promise<void> {
    const { connection } = this.#shown;
    await this.#actOn(message).catch(async (error: unknown) =>
      this.deps.ui.failures.report(error, { connection }),
    );
  }

  async #actOn(message: Extract<FromQueryResultsPage, { kind: Acts }>): Promise<void> {
    const { connection } = this.#shown;
    switch (message.kind) {
      case 'setApiKey':
        await this.deps.ui.failures.setApiKey(connection);
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
    const { queryId = null } = this.#run ?? {};
    if (queryId !== null) await this.deps.showStatus(this.#shown.connection, queryId);
  }

  async #runAgain(): Promise<void> {
    await confirmWrites(this.deps, this.#shown.text, this.#shown.connection);
    await this.run(this.#shown);
  }

  /** Adds the refinement to the query, and runs it if requested. */
  async #refine(refinement: Refinement): Promise<void> {
    const { connection, name } = this.#shown;
    const offsetAt = (epoch: number): number => this.#run?.timeOffsetAt(epoch) ?? 0;
    const written = await writeRefinement(this.#shown, refinement, offsetAt, this.deps.connections);
    this.#moved.fire(written.uri);
    this.#shown = { ...this.#shown, source: written };
    if (!refinement.run) return;
    const whole = written.settings + written.text;
    await confirmWrites(this.deps, whole, connection);
    await this.run({ connection, name, document: written.uri, text: whole, source: written });
  }

  #setTail(on: boolean): void {
    if (on && this.#run) this.#tail.start(this.#run);
    else {
      // Its rows are removed, so the result is that of the query again.
      this.#tail.end();
      this.#resultId += 1;
    }
    this.#post();
  }

  #showTailed(rows: readonly ResultRow[]): void {
    const tailed = { kind: 'tailed', resultId: this.#resultId, offset: 0 } as const;
    if (rows.length > 0) this.panel.post({ ...tailed, rows: rows.map((row) => [...row]) });
    this.#post();
  }

  #countField(resultId: number, column: string | null): void {
    this.#statistics.stop();
    if (resultId !== this.#resultId || !this.#run || column === null) return;
    void this.#statistics.count(this.#run, column, (statistics) => {
      this.panel.post({ kind: 'statistics', resultId, statistics });
    });
  }

  async #sendRows(message: NeedRows): Promise<void> {
    const run = this.#run;
    if (message.resultId !== this.#resultId || run === undefined) return;
    const answer = await this.#tail.answer(run, message);
    if (answer) this.panel.post(answer);
  }

  #post(): void {
    if (!this.#closed) this.panel.post(this.state());
  }
}

type Acts = 'refresh' | 'setApiKey' | 'cancel' | 'refine' | 'export' | 'save' | 'showStatus';
