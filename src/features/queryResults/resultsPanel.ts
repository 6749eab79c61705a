import * as vscode from 'vscode';
import type {
  FromQueryResultsPage,
  QueryResultsState,
  QueryResultsView,
  Refinement,
  ResultRow,
  ToQueryResultsPage,
} from '../../shared/protocol/queryResults';
import type { Connection } from '../../ui/connections/connection';
import { connectionMarkOf } from '../../ui/panels/panelFailure';
import type { PollScheduler } from '../../ui/panels/polling';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { confirmEffects } from './confirmEffects';
import { PanelStatistics } from './countField';
import { PanelHint } from './emptyResult';
import { PanelTail } from './liveTail';
import type { NeedRows } from './liveTail';
import { pickSeries, ResultsExport, saveShown } from './resultsExport';
import { QueryRun } from './queryRun';
import { PanelHistogram } from './resultHistogram';
import type { ResultsPanelDeps } from './queryResultsDeps';
import { rememberCounts, rememberRows } from './rememberRows';
import { resultsState, titleOf, viewFor } from './resultsState';
import type { ShownQuery } from './resultsState';
import { writeRefinement } from './writeRefined';

/** The results of one query in one panel. Its cursor is dropped with the panel or with the next run. */
export class ResultsPanel {
  #run: QueryRun | undefined;
  #resultId = 0;
  #closed = false;
  readonly #tail: PanelTail;
  readonly #export: ResultsExport;
  readonly #statistics = new PanelStatistics();
  readonly #histogram = new PanelHistogram(() => this.#post());
  readonly #hint = new PanelHint(() => this.#post());
  readonly #moved = new vscode.EventEmitter<string>();

  /** Fired when the query moves to another document. */
  readonly onDidMove = this.#moved.event;

  constructor(
    readonly panel: WebviewPanel<ToQueryResultsPage, FromQueryResultsPage>,
    private shown: ShownQuery,
    private readonly deps: ResultsPanelDeps,
  ) {
    this.#export = new ResultsExport(deps.platforms, deps.ui.prompts, () => this.#post());
    this.#tail = new PanelTail({
      client: async () => deps.platforms.clientFor(this.shown.connection),
      scheduler: () => this.#scheduler(),
      watched: () => deps.environment.polling.canSee(panel),
      found: (rows) => this.#showTailed(rows),
    });
    panel.handle(this.#handlers(), deps.ui.failures, () => this.shown.connection);
    const ends = deps.environment.queryEnds.onDidChange(({ connection, queryId, state }) => {
      const isOurs = connection === this.shown.connection.name && queryId === this.#run?.queryId;
      if (isOurs && state === 'ended') this.#run?.endedElsewhere();
    });
    panel.onDidDispose(() => {
      this.#closed = true;
      ends.dispose();
      this.#export.cancel();
      this.#statistics.stop();
      this.#hint.stop();
      this.#histogram.stop();
      this.#tail.end();
      this.#moved.dispose();
      if (this.#run) void this.#leave(this.#run);
      this.#run = undefined;
    });
  }

  /** The query of this panel while it can be canceled. */
  get running(): { readonly connection: Connection; readonly queryId: number } | undefined {
    const id = this.#run?.isOver() === false ? this.#run.queryId : null;
    return id === null ? undefined : { connection: this.shown.connection, queryId: id };
  }

  shows(connection: Connection, queryId: number): boolean {
    return this.shown.connection.name === connection.name && this.#run?.queryId === queryId;
  }

  /** Runs a text and drops the previous run. Rejects if the platform rejects the text. */
  async run(query: Omit<ShownQuery, 'view'>): Promise<void> {
    // A question before the run may be answered after the panel was closed.
    if (this.#closed) return;
    const before = this.#run;
    this.#statistics.stop();
    this.#tail.end();
    if (before) void this.#leave(before);
    this.shown = { ...query, view: viewFor(query.text, this.shown) };
    this.panel.title = titleOf(this.shown);
    this.panel.connection = query.connection;
    const { name: connection } = query.connection;
    const ran = this.deps.history.start({ text: query.source?.text ?? query.text, connection });
    const run = this.#newRun(query.text, ran);
    await this.deps.cursors.start(run, query.connection);
    void this.#follow(run);
  }

  /** Shows a query that was started elsewhere, which this panel does not drop. */
  attach(queryId: number): void {
    const run = this.#newRun(this.shown.text);
    run.attach(queryId);
    void this.#follow(run);
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

  state(): QueryResultsState {
    const { serverOffset = null } = this.#run ?? {};
    return resultsState(this.shown, {
      connection: connectionMarkOf(this.shown.connection, this.deps.platforms, serverOffset),
      run: this.#run,
      resultId: this.#resultId,
      exporting: this.#export.progress,
      tail: this.#tail.tail,
      overTime: this.#histogram.of(this.#run),
      hint: this.#hint.of(this.#run),
    });
  }

  #newRun(text: string, ran?: (run: QueryRun) => void): QueryRun {
    const { connection } = this.shown;
    this.#resultId += 1;
    const run = new QueryRun(text, {
      client: async () => this.deps.platforms.clientFor(connection),
      end: async (queryId, drop) => this.deps.environment.queryEnds.end(connection.name, queryId, drop),
      watched: () => this.deps.environment.polling.canSee(this.panel),
      changed: () => {
        ran?.(run);
        this.#post();
      },
      read: (rows) => rememberRows(this.deps.environment.seen, connection, text, rows),
    });
    this.#run = run;
    this.#post();
    return run;
  }

  /** Neither the next run nor closing the panel waits for this; failures are only logged. */
  async #leave(run: QueryRun): Promise<void> {
    this.#scheduler().remove(run);
    await this.deps.cursors
      .drop(run)
      .catch((error: unknown) =>
        this.deps.ui.log.warn(`query ${run.queryId ?? ''} was not dropped: ${String(error)}`),
      );
  }

  async #follow(run: QueryRun): Promise<void> {
    await run.followStart();
    if (!run.isOver() && this.#run === run) this.#scheduler().add(run);
  }

  #scheduler(): PollScheduler {
    return this.deps.environment.polling.schedulerOf(this.shown.connection);
  }

  #handlers(): MessageHandlers<FromQueryResultsPage> {
    return {
      ready: () => this.#post(),
      viewChanged: ({ view }) => this.#changeView(view),
      needRows: async (message) => this.#sendRows(message),
      statistics: ({ resultId, column }) => this.#countField(resultId, column),
      pickSeries: async (message) => {
        const resultId = this.#resultId;
        const series = await pickSeries(this.deps.ui.prompts, message);
        this.panel.post({ kind: 'seriesPicked', resultId, series });
      },
      tail: ({ on }) => this.#setTail(on),
      atTop: ({ atTop }) => {
        this.#tail.tail?.setAtTop(atTop);
      },
      refresh: async () => this.#runAgain(),
      cancel: async () => this.cancel(),
      refine: async ({ refinement }) => this.#refine(refinement),
      pivot: async ({ column, value }) => {
        const isNumber = this.#run?.columns.find(({ name }) => name === column)?.type === 'number';
        const { name: connection } = this.shown.connection;
        await this.deps.ui.commands.run('logbench.notebook.pivot', [{ connection, column, value, isNumber }]);
      },
      export: async ({ format }) => this.#run && this.#export.run(this.#run, this.shown, format),
      cancelExport: () => this.#export.cancel(),
      save: async (message) => saveShown(this.deps.ui.prompts, this.shown.name, message),
      showStatus: async () => this.#showStatus(),
    };
  }

  #changeView(view: QueryResultsView): void {
    const { histogramOpen } = this.shown.view;
    this.shown = { ...this.shown, view };
    this.deps.views.keep(this.shown);
    if (view.histogramOpen !== histogramOpen) this.#post();
  }

  async #showStatus(): Promise<void> {
    const { queryId = null } = this.#run ?? {};
    if (queryId !== null) await this.deps.showStatus(this.shown.connection, queryId);
  }

  async #runAgain(): Promise<void> {
    // Another text may run in this panel while the question about this one is open.
    const { shown } = this;
    await confirmEffects(this.deps, shown.text, shown.connection);
    await this.run(shown);
  }

  /** Adds the refinement to the query, and runs it if requested. */
  async #refine(refinement: Refinement): Promise<void> {
    const { connection, name } = this.shown;
    const offsetAt = (epoch: number): number => this.#run?.timeOffsetAt(epoch) ?? 0;
    const result = { offsetAt, columns: this.#run?.columns ?? [] };
    const written = await writeRefinement(this.shown, refinement, result, this.deps.connections);
    this.#moved.fire(written.uri);
    this.shown = { ...this.shown, source: written };
    if (!refinement.run) return;
    const whole = written.settings + written.text;
    await confirmEffects(this.deps, whole, connection);
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
      if (statistics.done) rememberCounts(this.deps.environment.seen, this.shown, statistics);
      this.panel.post({ kind: 'statistics', resultId, statistics });
    });
  }

  async #sendRows(message: NeedRows): Promise<void> {
    const run = this.#run;
    if (message.resultId !== this.#resultId || run === undefined) return;
    const response = await this.#tail.respond(run, message);
    if (response) this.panel.post(response);
  }

  #post(): void {
    this.#histogram.follow(this.#run, this.shown.view.histogramOpen);
    this.panel.post(this.state());
  }
}
