import * as vscode from 'vscode';
import { RunningQuery } from '../../../core/api/runningQuery';
import { readProperties } from '../../../core/notebook/notebookProperties';
import { prepareCell, UnpreparedQueryError } from '../../../core/notebook/prepareQuery';
import { failedRun, runCell, withHash } from '../../../core/notebook/runCell';
import { cellOutput } from '../../../core/notebook/cellOutput';
import type { CellView } from '../../../core/notebook/cellOutput';
import { t } from '../../../core/base/localize';
import { hidingMasker, shownText } from '../../../core/privacy/hiddenValues';
import { cellOutputType } from '../../../core/pages/notebook';
import type { ShownConnection } from '../../../core/pages/common';
import type { CellRun } from '../../../core/pages/notebook';
import type { Connection } from '../../ui/connections/connection';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import { isCancellation } from '../../ui/prompts/canceled';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import {
  frontMatterOf,
  idOf,
  keyOf,
  keysOf,
  metadataOf,
  queriesOf,
  uriOf,
  writeSummary,
} from './notebookFile';
import type { NotebookDeps } from './notebookFile';
import { tellFailed } from './failedCells';
import type { Outcome } from './failedCells';
import { KeptResults } from './keptResults';
import type { CellQuery } from './keptResults';

/** A cell that waits or runs. */
interface ActiveCell {
  readonly execution: vscode.NotebookCellExecution;
  isStarted: boolean;
  /** Of the text that runs, which may be changed meanwhile. */
  key: string;
  /** The query that is its output, before it has a result. */
  sent?: string | undefined;
}

/** Runs the cells of notebooks, one after the other in each, and keeps and shows their results. */
export class CellRuns {
  /** By the URI of the cell, which is valid until the notebook is closed. */
  readonly #runs = new Map<string, CellRun>();
  readonly #views = new Map<string, CellView>();
  readonly #active = new Map<string, ActiveCell>();
  readonly #queue = new KeyedQueue();
  readonly #kept: KeptResults;
  #order = 0;

  constructor(private readonly deps: NotebookDeps) {
    this.#kept = new KeptResults(deps);
  }

  runOf(cell: vscode.NotebookCell): CellRun | undefined {
    return this.#runs.get(idOf(cell));
  }

  setView(cell: vscode.NotebookCell, view: CellView): void {
    this.#views.set(idOf(cell), view);
  }

  forget(notebook: vscode.NotebookDocument): void {
    for (const cell of notebook.getCells()) {
      this.#runs.delete(idOf(cell));
      this.#views.delete(idOf(cell));
    }
  }

  /** All cells are shown as pending at once; a query that is stopped or fails does not stop the others. */
  async execute(
    cells: readonly vscode.NotebookCell[],
    controller: vscode.NotebookController,
    connection: Connection,
  ): Promise<void> {
    const waiting = cells.map((cell) => this.#activate(cell, controller));
    const outcomes = await Promise.all(
      waiting.map(async (active) =>
        this.#queue.run(uriOf(active.execution.cell), async () => this.#run(active, connection)),
      ),
    );
    tellFailed(this.deps.ui, cells, outcomes);
  }

  #activate(cell: vscode.NotebookCell, controller: vscode.NotebookController): ActiveCell {
    const active = { execution: controller.createNotebookCellExecution(cell), isStarted: false, key: '' };
    this.#active.set(idOf(cell), active);
    return active;
  }

  async #run(active: ActiveCell, connection: Connection, found?: RunningQuery): Promise<Outcome> {
    const { execution } = active;
    const { cell, token } = execution;
    const started = Date.now();
    execution.executionOrder = ++this.#order;
    if (!active.isStarted) execution.start(started);
    active.isStarted = true;
    if (token.isCancellationRequested) {
      this.#active.delete(idOf(cell));
      execution.end(undefined, started);
      return 'canceled';
    }
    active.key = keyOf(cell);
    const abort = new AbortController();
    const stopping = token.onCancellationRequested(() => abort.abort());
    try {
      const text = cell.document.getText();
      const run = { ...(await this.#result(active, connection, abort.signal, found)), text };
      await this.#keep(cell, active.key, run);
      if (run.failure !== null) await this.#show(active, run);
      execution.end(run.failure === null, started + run.elapsed);
      return run.failure === null ? 'done' : 'failed';
    } catch (error) {
      if (!isCancellation(error) && !abort.signal.aborted) this.deps.ui.log.error(String(error));
      execution.end(undefined, Date.now());
      return 'canceled';
    } finally {
      this.#active.delete(idOf(cell));
      stopping.dispose();
      await this.#kept.setRunning(cell.notebook, active.key, undefined);
    }
  }

  /** Rejects only if the query was canceled. */
  async #result(
    active: ActiveCell,
    connection: Connection,
    signal: AbortSignal,
    found: RunningQuery | undefined,
  ): Promise<CellRun> {
    const { cell } = active.execution;
    const mark = shownConnectionOf(connection, this.deps.platforms, null);
    const started = Date.now();
    let sent = cell.document.getText();
    try {
      sent = this.prepare(cell);
      if (sent !== cell.document.getText()) await this.#showSent(active, sent);
      if (found === undefined) await this.deps.results.confirmRun(connection, sent);
      const client = await this.deps.platforms.clientFor(connection);
      const query = found ?? (await RunningQuery.start(client, sent, signal));
      return await this.#read(active, query, mark, signal);
    } catch (error) {
      if (isCancellation(error) || signal.aborted) throw error;
      const failure =
        error instanceof UnpreparedQueryError
          ? ({ reason: 'rejected', message: error.message, detail: null, canRetry: false } as const)
          : await this.deps.results.failureOf(error, sent);
      return failedRun(sent, mark, started, failure);
    }
  }

  /** Shows the rows before the others are read for the hash. */
  async #read(active: ActiveCell, query: RunningQuery, mark: ShownConnection, signal: AbortSignal) {
    const { key, execution } = active;
    const { cell } = execution;
    const waiting = { connection: mark.name, queryId: query.id, text: query.text };
    await this.#kept.setRunning(cell.notebook, key, waiting);
    try {
      const run = await runCell(query, mark, signal);
      this.#runs.set(idOf(cell), run);
      await this.#show(active, run);
      return await withHash(query, run, signal);
    } finally {
      await this.#kept.setRunning(cell.notebook, key, undefined);
      if (!this.#kept.isRunning(waiting)) await query[Symbol.asyncDispose]();
    }
  }

  /** The text to send for a cell. Throws `UnpreparedQueryError`. */
  prepare(cell: vscode.NotebookCell): string {
    const { properties } = readProperties(frontMatterOf(cell.notebook));
    const cells = cell.notebook.getCells().map((each) => ({
      name: metadataOf(each).name,
      value: each.document.getText(),
      run: this.runOf(each),
    }));
    return prepareCell(cells, cell.index, properties);
  }

  /** What is sent differs from what the cell shows, so it is shown first. */
  async #showSent(active: ActiveCell, sent: string): Promise<void> {
    active.sent = sent;
    const text = `${t('The query is sent as:')}\n${shownText(sent)}`;
    await active.execution.replaceOutput(
      new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text(text, 'text/plain')]),
    );
  }

  async #show(active: Omit<ActiveCell, 'key'>, run: CellRun): Promise<void> {
    active.sent = undefined;
    const { cell } = active.execution;
    const view = this.#views.get(idOf(cell));
    const output = cellOutput(idOf(cell), metadataOf(cell).name, run, view, hidingMasker());
    await active.execution.replaceOutput(
      new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.json(output, cellOutputType)]),
    );
  }

  async #keep(cell: vscode.NotebookCell, key: string, run: CellRun): Promise<void> {
    this.#runs.set(idOf(cell), run);
    await this.#kept
      .write(cell.notebook, key, run)
      .catch((error: unknown) => this.deps.ui.log.warn(`a result was not stored: ${String(error)}`));
    await writeSummary(cell, run);
  }

  /** Shows what was stored for cells without a result, and returns to queries that are still running. */
  async restore(
    notebook: vscode.NotebookDocument,
    controller: vscode.NotebookController,
    connection: Connection,
  ): Promise<void> {
    // In the queue of the notebook, because it may be called twice at once.
    await this.#queue.run(notebook.uri.toString(), async () =>
      this.#restore(notebook, controller, connection),
    );
  }

  async #restore(...[notebook, controller, connection]: Parameters<CellRuns['restore']>): Promise<void> {
    await this.#kept.adopt(notebook);
    const keys = keysOf(notebook);
    for (const [index, cell] of queriesOf(notebook).entries()) {
      const isShown = this.#runs.has(idOf(cell)) || cell.outputs.length > 0;
      if (isShown || this.#active.has(idOf(cell))) continue;
      await this.#restoreCell(cell, keys[index] ?? '', controller, connection);
    }
  }

  async #restoreCell(
    cell: vscode.NotebookCell,
    key: string,
    controller: vscode.NotebookController,
    connection: Connection,
  ): Promise<void> {
    const query = vscode.workspace.isTrusted ? this.#kept.running(cell.notebook, key) : undefined;
    if (query?.connection === connection.name) {
      void this.#return(cell, controller, connection, query);
      return;
    }
    const run = await this.#kept.read(cell.notebook, key);
    // A row of another platform would be taken for one of this.
    if (run?.connection.name === connection.name) await this.#redraw(cell, controller, run);
  }

  /** Keeps the results of a notebook without a file for the file that it is saved as. */
  async copyResults(saved: vscode.NotebookDocument): Promise<void> {
    await this.#queue.run(saved.uri.toString(), async () => this.#kept.copyToSaved(saved));
  }

  async #return(
    cell: vscode.NotebookCell,
    controller: vscode.NotebookController,
    connection: Connection,
    stored: CellQuery,
  ): Promise<void> {
    const client = await this.deps.platforms.clientFor(connection);
    const query = await RunningQuery.find(client, stored).catch(() => undefined);
    if (query === undefined) return this.#kept.setRunning(cell.notebook, keyOf(cell), undefined);
    const active = this.#activate(cell, controller);
    await this.#queue.run(uriOf(cell), async () => this.#run(active, connection, query));
  }

  /** Draws the results of cells again, for example when sensitive values are hidden. */
  async redraw(cells: readonly vscode.NotebookCell[], controller: vscode.NotebookController): Promise<void> {
    for (const cell of cells) {
      const [run, active] = [this.runOf(cell), this.#active.get(idOf(cell))];
      if (active !== undefined) await this.#redrawActive(active, run);
      else if (run !== undefined) await this.#redraw(cell, controller, run);
    }
  }

  /** VS Code changes the output of a cell that waits only after its start. */
  async #redrawActive(active: ActiveCell, run: CellRun | undefined): Promise<void> {
    const { sent, execution } = active;
    if (sent === undefined && run === undefined) return;
    if (!active.isStarted) execution.start(Date.now());
    active.isStarted = true;
    if (sent !== undefined) await this.#showSent(active, sent);
    else if (run !== undefined) await this.#show(active, run);
  }

  async #redraw(
    cell: vscode.NotebookCell,
    controller: vscode.NotebookController,
    run: CellRun,
  ): Promise<void> {
    if (cell.notebook.isClosed) return;
    this.#runs.set(idOf(cell), run);
    const execution = controller.createNotebookCellExecution(cell);
    execution.executionOrder = cell.executionSummary?.executionOrder ?? ++this.#order;
    execution.start(run.started);
    await this.#show({ execution, isStarted: true }, run);
    execution.end(run.failure === null, run.started + run.elapsed);
  }
}
