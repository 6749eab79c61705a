import type {
  queryResultsPage,
  QueryResultsState,
  QueryResultsView,
  Refinement,
  ResultRow,
} from '../../../core/pages/queryResults';
import type { Connection } from '../../ui/connections/connection';
import { currentClient } from '../../ui/connections/currentClient';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import { answerNeedRows } from '../../ui/panels/needRows';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { confirmEffects } from './confirmEffects';
import { PanelStatistics } from './countField';
import { explainEmptyResult } from './emptyResult';
import { pickSeries, ResultsExport, saveShown } from './resultsExport';
import type { QueryHistory } from './queryHistory';
import { QueryRun } from './queryRun';
import { PanelHistogram } from './resultHistogram';
import type { ResultsPanelDeps } from './queryResultsDeps';
import { rememberCounts, rememberRows } from './rememberRows';
import { resultsTitle } from '../../../core/pages/queryResults';
import { resultsState, viewFor } from './resultsState';
import type { ShownQuery } from './resultsState';
import { writeRefinement } from './writeRefined';

/** The results of one query in one panel. Its cursor is dropped with the panel or with the next run. */
export class ResultsPanel {
  #run: QueryRun | undefined;
  /** Tells the history how the run has ended. */
  #ran: ReturnType<QueryHistory['start']> | undefined;
  #resultId = 0;
  /** Why the result is empty; undefined if that was not asked. */
  #hint: string | null | undefined;
  /** Ends what is asked about the result. */
  #result = new AbortController();
  #closed = false;
  readonly #export: ResultsExport;
  readonly #statistics = new PanelStatistics();
  readonly #histogram = new PanelHistogram(() => this.#post());
  /** The URI of the document whose next run is shown here. */
  document: string | null;

  constructor(
    readonly panel: WebviewPanel<typeof queryResultsPage>,
    private shown: ShownQuery,
    private readonly deps: ResultsPanelDeps,
  ) {
    this.document = shown.document;
    this.#export = new ResultsExport(deps.ui.prompts, () => this.#post());
    panel.handle(this.#handlers(), deps.ui.failures, () => this.shown.connection);
    const ends = deps.environment.queryEnds.onDidChange(({ connection, queryId, state, waitFor }) => {
      const run = this.#run;
      if (connection !== this.shown.connection.name || queryId !== run?.queryId) return;
      if (state === 'ending') waitFor(run.keepArrived());
      if (state === 'ended') run.endedElsewhere();
    });
    panel.onDidDispose(() => {
      this.#closed = true;
      this.#result.abort();
      ends.dispose();
      this.#export.cancel();
      this.#statistics.stop();
      this.#histogram.stop();
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
    if (before) void this.#leave(before);
    this.shown = { ...query, view: viewFor(query.text, this.shown) };
    this.panel.title = resultsTitle(this.shown.name, this.shown.connection.name);
    this.panel.connection = query.connection;
    const { name: connection } = query.connection;
    const ran = this.deps.history.start({ text: query.source?.text ?? query.text, connection });
    const run = this.#newRun(query.text, ran);
    await run.start();
    // If the panel was closed in the meantime, the run drops its own cursor.
    if (!run.dropped) await this.deps.cursors.add(run, query);
    void run.follow();
  }

  /** Shows a query that was started elsewhere, which this panel does not drop. */
  attach(queryId: number): void {
    const run = this.#newRun(this.shown.text);
    run.attach(queryId);
    void run.follow();
  }

  /** Shows the query again that it showed before a reload, unless the platform no longer has it. */
  resume(queryId: number): void {
    const { text, connection } = this.shown;
    const run = this.#newRun(text, this.deps.history.follow({ text, connection: connection.name }));
    run.attach(queryId, true);
    void this.deps.cursors.add(run, this.shown);
    void run.follow();
  }

  async cancel(): Promise<void> {
    const run = this.#run;
    if (!run) return;
    try {
      await run.cancel();
      this.deps.cursors.forget(run);
    } catch (error) {
      // Another query may have been started meanwhile.
      if (this.#run === run) void run.follow();
      throw error;
    }
  }

  state(): QueryResultsState {
    const { serverOffset = null } = this.#run ?? {};
    return resultsState(this.shown, {
      connection: shownConnectionOf(this.shown.connection, this.deps.platforms, serverOffset),
      run: this.#run,
      resultId: this.#resultId,
      exporting: this.#export.progress,
      overTime: this.#histogram.of(this.#run),
      hint: this.#hint ?? null,
    });
  }

  #newRun(text: string, ran?: ReturnType<QueryHistory['start']>): QueryRun {
    const { connection } = this.shown;
    this.#resultId += 1;
    this.#result.abort();
    this.#result = new AbortController();
    this.#hint = undefined;
    const { signal } = this.#result;
    const run = new QueryRun(text, {
      client: currentClient(this.deps.platforms, connection),
      end: async (queryId, drop) => this.deps.environment.queryEnds.end(connection.name, queryId, drop),
      watched: () => this.deps.environment.polling.canSee(this.panel),
      changed: () => {
        ran?.(run);
        if (run.phase === 'dropped') this.deps.cursors.forget(run);
        if (this.#hint === undefined && run.phase === 'finished' && run.rowCount === 0)
          void this.#explain(run, signal);
        this.#post();
      },
      tailed: (rows) => this.#showTailed(rows),
      scheduler: this.deps.environment.polling.schedulerOf(connection),
      read: (rows) => rememberRows(this.deps.environment.seen, connection, text, rows),
    });
    this.#run = run;
    this.#ran = ran;
    this.#post();
    return run;
  }

  /** Neither the next run nor closing the panel waits for this; failures are only logged. */
  async #leave(run: QueryRun): Promise<void> {
    run.stop();
    const [ran, isRunning] = [this.#ran, !run.isOver()];
    try {
      const isDropped = await this.deps.cursors.drop(run);
      if (isDropped && isRunning) ran?.({ phase: 'cancelled', elapsed: run.elapsed, rowCount: run.rowCount });
    } catch (error) {
      this.deps.ui.log.warn(`query ${run.queryId ?? ''} was not dropped: ${String(error)}`);
    }
  }

  async #explain({ client, text }: QueryRun, signal: AbortSignal): Promise<void> {
    this.#hint = null;
    const hint = await explainEmptyResult(client, text, signal);
    if (signal.aborted || hint === null) return;
    this.#hint = hint;
    this.#post();
  }

  #handlers(): MessageHandlers<typeof queryResultsPage> {
    return {
      ready: () => this.#post(),
      viewChanged: ({ view }) => this.#changeView(view),
      needRows: async (message) => {
        const run = this.#run;
        await answerNeedRows(
          message,
          async (...range) => ((await run?.shownRows(...range)) ?? []).map((row) => [...row]),
          () => run !== undefined && run === this.#run && message.resultId === this.#resultId,
          (answer) => this.panel.post(answer),
        );
      },
      statistics: ({ resultId, column }) => this.#countField(resultId, column),
      pickSeries: async (message) => {
        const resultId = this.#resultId;
        const series = await pickSeries(this.deps.ui.prompts, message, this.#result.signal);
        this.panel.post({ kind: 'seriesPicked', resultId, series });
      },
      tail: ({ on }) => this.#setTail(on),
      atTop: ({ atTop }) => {
        this.#run?.tail?.setAtTop(atTop);
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
    this.document = written.uri;
    this.shown = { ...this.shown, source: written };
    if (!refinement.run) return;
    const whole = written.settings + written.text;
    await confirmEffects(this.deps, whole, connection);
    await this.run({ connection, name, document: written.uri, text: whole, source: written });
  }

  #setTail(on: boolean): void {
    this.#run?.setTail(on);
    // Its rows are removed, so the result is that of the query again.
    if (!on) this.#resultId += 1;
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

  #post(): void {
    this.#histogram.follow(this.#run, this.shown.view.histogramOpen);
    this.panel.post(this.state());
  }
}
