import * as vscode from 'vscode';
import { keepsQuery } from '../../api/keepsQuery';
import { getQueryStatus } from '../../api/operations/queries';
import { readProperties } from '../../notebook/notebookProperties';
import { prepareQuery, UnpreparedQueryError } from '../../notebook/prepareQuery';
import type { NamedResult } from '../../notebook/prepareQuery';
import { failedRun, runCell } from '../../notebook/runCell';
import { cellOutput } from '../../results/cellOutput';
import type { CellView } from '../../results/cellOutput';
import { t } from '../../shared/localize';
import { hidingMasker, shownText } from '../../shared/privacy/hiddenValues';
import { cellOutputType } from '../../shared/protocol/notebook';
import type { CellRun } from '../../shared/protocol/notebook';
import type { Connection } from '../../ui/connections/connection';
import { connectionMarkOf } from '../../ui/panels/panelFailure';
import { isCancellation } from '../../ui/prompts/canceled';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import {
  frontMatterOf,
  hasSameQueries,
  idOf,
  keyOf,
  keysOf,
  metadataOf,
  notebookType,
  queriesOf,
  uriOf,
  writeSummary,
} from './notebookFile';
import type { NotebookDeps } from './notebookFile';
import { RunningQueries } from './runningQueries';
import type { RunningQuery } from './runningQueries';
import { RunStore } from './runStore';

/** A cell that waits or runs. */
interface ActiveCell {
  readonly execution: vscode.NotebookCellExecution;
  isStarted: boolean;
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
  readonly #store: RunStore;
  readonly #running: RunningQueries;
  #order = 0;

  constructor(private readonly deps: NotebookDeps) {
    this.#store = new RunStore(deps.storage);
    this.#running = new RunningQueries(deps.memory);
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

  /** All cells are shown as pending at once; a query that is stopped does not stop the others. */
  async execute(
    cells: readonly vscode.NotebookCell[],
    controller: vscode.NotebookController,
    connection: Connection,
  ): Promise<void> {
    const waiting = cells.map((cell) => this.#activate(cell, controller));
    await Promise.all(
      waiting.map(async (active) =>
        this.#queue.run(uriOf(active.execution.cell), async () => this.#run(active, connection)),
      ),
    );
  }

  #activate(cell: vscode.NotebookCell, controller: vscode.NotebookController): ActiveCell {
    const active = { execution: controller.createNotebookCellExecution(cell), isStarted: false };
    this.#active.set(idOf(cell), active);
    return active;
  }

  async #run(active: ActiveCell, connection: Connection, attachTo?: number): Promise<void> {
    const { execution } = active;
    const { cell, token } = execution;
    const started = Date.now();
    execution.executionOrder = ++this.#order;
    if (!active.isStarted) execution.start(started);
    active.isStarted = true;
    if (token.isCancellationRequested) {
      this.#active.delete(idOf(cell));
      execution.end(undefined, started);
      return;
    }
    // Of the text that runs, which may be changed meanwhile.
    const key = keyOf(cell);
    const abort = new AbortController();
    const stopping = token.onCancellationRequested(() => abort.abort());
    try {
      const text = cell.document.getText();
      const run = { ...(await this.#result(active, key, connection, abort.signal, attachTo)), text };
      await this.#keep(cell, key, run);
      if (run.failure !== null) await this.#show(active, run);
      execution.end(run.failure === null, started + run.elapsed);
    } catch (error) {
      if (!isCancellation(error) && !abort.signal.aborted) this.deps.ui.log.error(String(error));
      execution.end(undefined, Date.now());
    } finally {
      this.#active.delete(idOf(cell));
      stopping.dispose();
      await this.#running.set(uriOf(cell), key, undefined);
    }
  }

  /** Rejects only if the query was canceled. */
  async #result(
    active: ActiveCell,
    key: string,
    connection: Connection,
    signal: AbortSignal,
    attachTo: number | undefined,
  ): Promise<CellRun> {
    const { cell } = active.execution;
    const mark = connectionMarkOf(connection, this.deps.platforms, null);
    const started = Date.now();
    let sent = cell.document.getText();
    try {
      sent = this.prepare(cell);
      if (sent !== cell.document.getText()) await this.#showSent(active, sent);
      if (attachTo === undefined) await this.deps.results.confirmRun(connection, sent);
      const client = await this.deps.platforms.clientFor(connection);
      const onStarted = (queryId: number): void =>
        void this.#running.set(uriOf(cell), key, { connection: connection.name, queryId, sent });
      const onRows = async (run: CellRun): Promise<void> => {
        this.#runs.set(idOf(cell), run);
        await this.#show(active, run);
      };
      return await runCell(client, sent, mark, { signal, onStarted, attachTo, onRows });
    } catch (error) {
      if (isCancellation(error) || signal.aborted) throw error;
      if (error instanceof UnpreparedQueryError) {
        const reason = { reason: 'rejected', detail: null, canRetry: false } as const;
        return failedRun(sent, mark, started, { ...reason, message: error.message });
      }
      return failedRun(sent, mark, started, await this.deps.results.failureOf(error, sent));
    }
  }

  /** The text to send for a cell. Throws `UnpreparedQueryError`. */
  prepare(cell: vscode.NotebookCell): string {
    const { properties } = readProperties(frontMatterOf(cell.notebook));
    return prepareQuery(cell.document.getText(), properties, (name) => this.#named(cell, name));
  }

  #named({ notebook, index }: vscode.NotebookCell, name: string): NamedResult {
    const before = notebook.getCells().slice(0, index);
    const found = before.findLast((other) => metadataOf(other).name === name);
    return found === undefined ? 'missing' : this.runOf(found);
  }

  /** What is sent differs from what the cell shows, so it is shown first. */
  async #showSent(active: ActiveCell, sent: string): Promise<void> {
    active.sent = sent;
    const text = `${t('The query is sent as:')}\n${shownText(sent)}`;
    await active.execution.replaceOutput(
      new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text(text, 'text/plain')]),
    );
  }

  async #show(active: ActiveCell, run: CellRun): Promise<void> {
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
    await this.#store
      .write(uriOf(cell), key, run)
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
    const uri = uriOf(cell);
    const query = vscode.workspace.isTrusted ? this.#running.of(uri, key) : undefined;
    if (query?.connection === connection.name) {
      void this.#return(cell, controller, connection, query);
      return;
    }
    const run = await this.#store.read(uri, key);
    // A row of another platform would be taken for one of this.
    if (run?.connection.name === connection.name) await this.#redraw(cell, controller, run);
  }

  /** Keeps the results of a notebook without a file for the file that it is saved as. */
  async copyResults(saved: vscode.NotebookDocument): Promise<void> {
    const keys = keysOf(saved);
    const unsaved = vscode.workspace.notebookDocuments.filter(
      (one) => one.notebookType === notebookType && one.isUntitled && hasSameQueries(one, saved),
    );
    const inFront = vscode.window.activeNotebookEditor?.notebook;
    const source = unsaved.find((one) => one === inFront) ?? (unsaved.length === 1 ? unsaved[0] : undefined);
    if (source === undefined) return;
    const uri = saved.uri.toString();
    await this.#queue.run(uri, async () => this.#store.copy(source.uri.toString(), uri, keys));
  }

  async #return(
    cell: vscode.NotebookCell,
    controller: vscode.NotebookController,
    connection: Connection,
    { queryId, sent }: RunningQuery,
  ): Promise<void> {
    const client = await this.deps.platforms.clientFor(connection);
    const isThere = (await keepsQuery(client, queryId)) !== false;
    // IDs are reused, so the text is compared too.
    const status = isThere ? await client.send(getQueryStatus(queryId)).catch(() => undefined) : undefined;
    if (status?.text !== sent) {
      await this.#running.set(uriOf(cell), keyOf(cell), undefined);
      return;
    }
    const active = this.#activate(cell, controller);
    await this.#queue.run(uriOf(cell), async () => this.#run(active, connection, queryId));
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
