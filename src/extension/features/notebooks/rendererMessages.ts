import path from 'node:path';
import * as vscode from 'vscode';
import { FieldCount } from '../../../core/results/fieldCount';
import { rowMaskOf } from '../../../core/privacy/maskResults';
import { refined } from '../../../core/results/refinements';
import { toCell } from '../../../core/results/resultTable';
import { languageTag, t } from '../../../core/base/localize';
import { withValues } from '../../../core/privacy/hiddenValues';
import { fromRenderer } from '../../../core/pages/notebook';
import type { CellRun, FromRenderer, ToRenderer } from '../../../core/pages/notebook';
import type { FieldStatistics, Refinement, ToQueryResultsPage } from '../../../core/pages/queryResults';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError, rejectHiddenValue } from '../../ui/failures/failureText';
import type { CellRuns } from './cellRuns';
import type { NotebookDeps } from './notebookFile';
import { editNotebook, idOf, metadataOf, newQueryCell } from './notebookFile';
import type { NotebookKernels } from './notebookKernels';

type PageMessage = Extract<FromRenderer, { kind: 'page' }>['message'];

/** Responds to the results that are drawn in cells. */
export function handleRenderer(
  deps: NotebookDeps,
  runs: CellRuns,
  kernels: NotebookKernels,
): vscode.Disposable {
  const messaging = vscode.notebooks.createRendererMessaging('logbench-result');
  const post = (message: ToRenderer, editor: vscode.NotebookEditor): void =>
    void messaging.postMessage(message, editor);
  return messaging.onDidReceiveMessage(({ editor, message: raw }) => {
    const { data: message } = fromRenderer.safeParse(raw);
    if (message === undefined) return;
    if (message.kind === 'ready') {
      post({ kind: 'translations', language: languageTag(), sentences: vscode.l10n.bundle ?? {} }, editor);
      return;
    }
    const cell = editor.notebook.getCells().find((each) => idOf(each) === message.id);
    const run = cell && runs.runOf(cell);
    if (cell === undefined || run === undefined) return;
    const target = {
      cell,
      run,
      respond: (page: ToQueryResultsPage) => post({ kind: 'page', id: message.id, message: page }, editor),
    };
    const work =
      message.kind === 'openResults'
        ? openResults(deps, kernels, target)
        : handlePage(pageHandlers(deps, runs, kernels.connectionOf(cell.notebook), target), message.message);
    void work.catch(async (error: unknown) => deps.ui.failures.report(error, {}));
  });
}

interface Target {
  readonly cell: vscode.NotebookCell;
  readonly run: CellRun;
  readonly respond: (message: ToQueryResultsPage) => void;
}

/** Runs the query again in a panel, which has all of its rows. */
async function openResults(
  deps: NotebookDeps,
  kernels: NotebookKernels,
  { cell, run }: Target,
): Promise<void> {
  const connection = kernels.connectionOf(cell.notebook);
  if (connection === undefined) throw new ExplainedError(t('Select the connection of the notebook first.'));
  await deps.results.runText(idOf(cell), nameOf(cell), connection, run.sent);
}

function nameOf(cell: vscode.NotebookCell): string {
  const { name } = metadataOf(cell);
  const file = path.posix.basename(cell.notebook.uri.path).replace(/\.lq\.md$/, '');
  return name === '' ? `${file} ${cell.index + 1}` : `${file} ${name}`;
}

async function handlePage(handlers: PageHandlers, message: PageMessage): Promise<void> {
  const all: Readonly<Record<string, ((message: never) => unknown) | undefined>> = handlers;
  await all[message.kind]?.(message as never);
}

type PageHandlers = {
  readonly [Kind in PageMessage['kind']]?: (message: PageMessage & { readonly kind: Kind }) => unknown;
};

/** What the results page asks of its host. The rest needs a query that is still on the platform. */
function pageHandlers(
  { ui, results }: NotebookDeps,
  runs: CellRuns,
  connection: Connection | undefined,
  target: Target,
): PageHandlers {
  const { cell, run, respond } = target;
  const runAgain = async (): Promise<void> => executeCell(cell.notebook, cell.index);
  return {
    copy: async ({ text }) => vscode.env.clipboard.writeText(text),
    save: async (message) => results.saveShown(nameOf(cell), message),
    viewChanged: ({ view }) => runs.setView(cell, withValues(view) as typeof view),
    refine: async ({ refinement }) => addRefined(target, refinement),
    pivot: async ({ column, value }) => {
      const isNumber = run.columns.some(({ name, type }) => name === column && type === 'number');
      const pivoted = { connection: run.connection.name, column, value, isNumber };
      await ui.commands.run('logbench.notebook.pivot', [pivoted]);
    },
    statistics: ({ column }) => countField(target, column),
    pickSeries: async (message) =>
      respond({ kind: 'seriesPicked', resultId: 1, series: await results.pickSeries(message) }),
    refresh: runAgain,
    setApiKey: async () => {
      if (connection === undefined) return;
      await ui.failures.setApiKey(connection);
      await runAgain();
    },
  };
}

async function executeCell({ uri }: vscode.NotebookDocument, index: number): Promise<void> {
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: [{ start: index, end: index + 1 }],
    document: uri,
  });
}

/** The refined query is a new cell below, because the old one is part of the record. */
async function addRefined({ cell, run }: Target, refinement: Refinement): Promise<void> {
  rejectHiddenValue(JSON.stringify(refinement));
  const offset = run.connection.serverOffset ?? 0;
  const text = refined(cell.document.getText(), refinement, () => offset, run.columns);
  if (text === undefined) throw new ExplainedError(t('This value cannot be used in a condition.'));
  await insertCell(cell.notebook, cell.index + 1, newQueryCell(text), refinement.run);
}

/** Inserts a cell, reveals it and runs it if requested. */
export async function insertCell(
  notebook: vscode.NotebookDocument,
  index: number,
  data: vscode.NotebookCellData,
  runs: boolean,
): Promise<void> {
  await editNotebook(notebook, vscode.NotebookEdit.insertCells(index, [data]));
  const range = new vscode.NotebookRange(index, index + 1);
  const editor = await vscode.window.showNotebookDocument(notebook, { selections: [range] });
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  if (runs) await executeCell(notebook, index);
}

/** Of the kept rows, which are all that a cell shows. */
function countField({ run, respond }: Target, column: string | null): void {
  const index = run.columns.findIndex(({ name }) => name === column);
  if (column === null || index === -1) return;
  const mask = rowMaskOf(run.sent);
  const count = new FieldCount();
  for (const row of run.rows) {
    const masked = (): ReturnType<typeof toCell> => {
      const named = run.columns.map(({ name }, at) => [name, row[at] ?? null] as const);
      return toCell(mask?.row(Object.fromEntries(named))[column]);
    };
    count.add(row[index] ?? null, mask && masked);
  }
  const whole = { column, total: run.rows.length, done: true, failure: null } as const;
  const statistics: FieldStatistics = { ...count.result, ...whole };
  respond({ kind: 'statistics', resultId: 1, statistics });
}
