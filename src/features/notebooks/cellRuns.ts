import * as vscode from 'vscode';
import * as z from 'zod/mini';
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
import type { ConnectionMark } from '../../shared/protocol/common';
import { cellOutputType } from '../../shared/protocol/notebook';
import type { CellRun } from '../../shared/protocol/notebook';
import type { Connection } from '../../ui/connections/connection';
import { isCancellation } from '../../ui/prompts/cancelled';
import { KeyedQueue } from '../../ui/writes/keyedQueue';
import { frontMatterOf, metadataOf } from './notebookFile';
import type { NotebookDeps } from './notebookDeps';
import { cellKeys, RunStore } from './runStore';

const memoryKey = 'notebookQueries';
/** Queries that were running when the window was closed, by notebook and cell. */
const storedQueries = z.catch(
  z.record(z.string(), z.object({ connection: z.string(), queryId: z.number(), sent: z.string() })),
  {},
);
type StoredQuery = z.infer<typeof storedQueries>[string];

/** Runs the cells of notebooks, one after the other in each, and keeps and shows their results. */
export class CellRuns {
  /** By the URI of the cell, which is valid until the notebook is closed. */
  readonly #runs = new Map<string, CellRun>();
  readonly #views = new Map<string, CellView>();
  readonly #queue = new KeyedQueue();
  readonly #store: RunStore;
  #order = 0;

  constructor(private readonly deps: NotebookDeps) {
    this.#store = new RunStore(deps.storage);
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
    const executions = cells.map((cell) => controller.createNotebookCellExecution(cell));
    await Promise.all(
      executions.map(async (execution) =>
        this.#queue.take(execution.cell.notebook.uri.toString(), async () =>
          this.#run(execution, connection),
        ),
      ),
    );
  }

  async #run(
    execution: vscode.NotebookCellExecution,
    connection: Connection,
    attachTo?: number,
  ): Promise<void> {
    const { cell, token } = execution;
    const started = Date.now();
    execution.executionOrder = ++this.#order;
    execution.start(started);
    if (token.isCancellationRequested) {
      execution.end(undefined, started);
      return;
    }
    // Of the text that runs, which may be changed meanwhile.
    const key = keyOf(cell);
    const abort = new AbortController();
    const stopping = token.onCancellationRequested(() => abort.abort());
    try {
      const text = cell.document.getText();
      const run = { ...(await this.#result(execution, key, connection, abort.signal, attachTo)), text };
      await this.#keep(cell, key, run);
      if (run.failure !== null) await this.#show(execution, run);
      execution.end(run.failure === null, started + run.elapsed);
    } catch (error) {
      if (!isCancellation(error) && !abort.signal.aborted) this.deps.ui.log.error(String(error));
      execution.end(undefined, Date.now());
    } finally {
      stopping.dispose();
      await this.#setRunning(cell, key, undefined);
    }
  }

  /** Rejects only if the query was canceled. */
  async #result(
    execution: vscode.NotebookCellExecution,
    key: string,
    connection: Connection,
    signal: AbortSignal,
    attachTo: number | undefined,
  ): Promise<CellRun> {
    const { cell } = execution;
    const mark = this.#mark(connection);
    let sent = cell.document.getText();
    try {
      sent = this.prepare(cell);
      if (sent !== cell.document.getText()) await this.#showSent(execution, sent);
      if (attachTo === undefined) await this.deps.results.confirmRun(connection, sent);
      const client = await this.deps.platforms.clientFor(connection);
      const onStarted = (queryId: number): void =>
        void this.#setRunning(cell, key, { connection: connection.name, queryId, sent });
      const onRows = async (run: CellRun): Promise<void> => {
        this.#runs.set(idOf(cell), run);
        await this.#show(execution, run);
      };
      return await runCell(client, sent, mark, { signal, onStarted, attachTo, onRows });
    } catch (error) {
      if (isCancellation(error) || signal.aborted) throw error;
      if (error instanceof UnpreparedQueryError) {
        const reason = { reason: 'rejected', detail: null, canRetry: false } as const;
        return failedRun(sent, mark, { ...reason, message: error.message });
      }
      return failedRun(sent, mark, await this.deps.results.failureOf(error, sent));
    }
  }

  /** The text to send for a cell. Throws `UnpreparedQueryError`. */
  prepare(cell: vscode.NotebookCell): string {
    const { properties } = readProperties(frontMatterOf(cell.notebook));
    return prepareQuery(cell.document.getText(), properties, (name) => this.#named(cell, name));
  }

  #named(cell: vscode.NotebookCell, name: string): NamedResult {
    const before = cell.notebook.getCells().slice(0, cell.index);
    const found = before.findLast((other) => metadataOf(other).name === name);
    return found === undefined ? 'missing' : this.runOf(found);
  }

  #mark(connection: Connection): ConnectionMark {
    const { name, environment } = connection;
    return { name, environment, readOnly: this.deps.platforms.isLocked(connection), serverOffset: null };
  }

  /** What is sent differs from what the cell shows, so it is shown first. */
  async #showSent(execution: vscode.NotebookCellExecution, sent: string): Promise<void> {
    const text = `${t('The query is sent as:')}\n${shownText(sent)}`;
    await execution.replaceOutput(
      new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text(text, 'text/plain')]),
    );
  }

  async #show(execution: vscode.NotebookCellExecution, run: CellRun): Promise<void> {
    const { cell } = execution;
    const view = this.#views.get(idOf(cell));
    const output = cellOutput(idOf(cell), metadataOf(cell).name, run, view, hidingMasker());
    await execution.replaceOutput(
      new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.json(output, cellOutputType)]),
    );
  }

  async #keep(cell: vscode.NotebookCell, key: string, run: CellRun): Promise<void> {
    this.#runs.set(idOf(cell), run);
    await this.#store
      .write(cell.notebook.uri.toString(), key, run)
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
    const uri = notebook.uri.toString();
    await this.#queue.take(uri, async () => this.#restore(notebook, controller, connection));
  }

  async #restore(
    notebook: vscode.NotebookDocument,
    controller: vscode.NotebookController,
    connection: Connection,
  ): Promise<void> {
    const uri = notebook.uri.toString();
    const cells = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
    const keys = cellKeys(cells.map(({ document }) => document.getText()));
    const running = storedQueries.parse(this.deps.memory.get(memoryKey));
    for (const [index, cell] of cells.entries()) {
      if (this.#runs.has(idOf(cell)) || cell.outputs.length > 0) continue;
      const query = running[JSON.stringify([uri, keys[index]])];
      const returns = vscode.workspace.isTrusted && query?.connection === connection.name;
      if (returns) void this.#return(cell, controller, connection, query);
      else {
        const run = await this.#store.read(uri, keys[index] ?? '');
        if (run !== undefined) await this.#redraw(cell, controller, run);
      }
    }
  }

  async #return(
    cell: vscode.NotebookCell,
    controller: vscode.NotebookController,
    connection: Connection,
    { queryId, sent }: StoredQuery,
  ): Promise<void> {
    const client = await this.deps.platforms.clientFor(connection);
    const isThere = (await keepsQuery(client, queryId)) !== false;
    // IDs are reused, so the text is compared too.
    const status = isThere ? await client.send(getQueryStatus(queryId)).catch(() => undefined) : undefined;
    if (status?.text !== sent) {
      await this.#setRunning(cell, keyOf(cell), undefined);
      return;
    }
    const execution = controller.createNotebookCellExecution(cell);
    await this.#queue.take(cell.notebook.uri.toString(), async () =>
      this.#run(execution, connection, queryId),
    );
  }

  /** Draws the results of cells again, for example when sensitive values are hidden. */
  async redraw(cells: readonly vscode.NotebookCell[], controller: vscode.NotebookController): Promise<void> {
    for (const cell of cells) {
      const run = this.runOf(cell);
      if (run !== undefined) await this.#redraw(cell, controller, run);
    }
  }

  async #redraw(
    cell: vscode.NotebookCell,
    controller: vscode.NotebookController,
    run: CellRun,
  ): Promise<void> {
    this.#runs.set(idOf(cell), run);
    const execution = controller.createNotebookCellExecution(cell);
    execution.executionOrder = cell.executionSummary?.executionOrder ?? ++this.#order;
    execution.start(run.started);
    await this.#show(execution, run);
    execution.end(run.failure === null, run.started + run.elapsed);
  }

  async #setRunning(
    cell: vscode.NotebookCell,
    cellKey: string,
    query: StoredQuery | undefined,
  ): Promise<void> {
    const key = JSON.stringify([cell.notebook.uri.toString(), cellKey]);
    const { [key]: before, ...others } = storedQueries.parse(this.deps.memory.get(memoryKey));
    if (before === undefined && query === undefined) return;
    await this.deps.memory.update(memoryKey, query === undefined ? others : { ...others, [key]: query });
  }
}

export function idOf(cell: vscode.NotebookCell): string {
  return cell.document.uri.toString();
}

function keyOf(cell: vscode.NotebookCell): string {
  const cells = cell.notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
  return cellKeys(cells.map(({ document }) => document.getText()))[cells.indexOf(cell)] ?? '';
}

/** With `outputs: summary`, the count of rows and the time of the run are written into the file. */
async function writeSummary(cell: vscode.NotebookCell, run: CellRun): Promise<void> {
  const { properties } = readProperties(frontMatterOf(cell.notebook));
  if (properties.outputs !== 'summary' || cell.index === -1) return;
  const edit = new vscode.WorkspaceEdit();
  const metadata = { ...cell.metadata, summary: summaryOf(run) };
  edit.set(cell.notebook.uri, [vscode.NotebookEdit.updateCellMetadata(cell.index, metadata)]);
  await vscode.workspace.applyEdit(edit);
}

/** For reviewers in any language and time zone: no value of a log, no sentence of the product. */
function summaryOf({ started, total, failure }: CellRun): string {
  const time = new Date(started).toISOString().replace(/\.\d+Z$/, 'Z');
  return failure === null ? `${total} rows, ${time}` : `failed, ${time}`;
}
