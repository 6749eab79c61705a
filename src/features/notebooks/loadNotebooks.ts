import * as vscode from 'vscode';
import { registerCellCompletions, registerNotebookProblems } from './notebookLanguage';
import { CellRuns } from './cellRuns';
import { exportReport, editParameters, nameCell, registerCellNames } from './notebookActions';
import type { NotebookDeps } from './notebookFile';
import { notebookFile } from './notebookFile';
import { NotebookKernels } from './notebookKernels';
import { pivot, addQuery, newNotebook } from './startNotebook';
import { handleRenderer } from './rendererMessages';

export interface LoadedNotebooks extends vscode.Disposable {
  readonly file: vscode.NotebookSerializer;
  /** The implementations of commands. */
  readonly actions: Readonly<Record<NotebookAction, (args: readonly unknown[]) => Promise<void>>>;
}

export type NotebookAction = 'new' | 'addQuery' | 'editParameters' | 'nameCell' | 'exportReport' | 'pivot';

/** Everything that notebooks require; loaded with the first one. */
export function loadNotebooks(deps: NotebookDeps): LoadedNotebooks {
  const runs = new CellRuns(deps);
  const kernels = new NotebookKernels(deps, runs);
  const registrations = vscode.Disposable.from(
    kernels,
    handleRenderer(deps, runs, kernels),
    registerCellNames(),
    registerCellCompletions(runs),
    registerNotebookProblems(deps.platforms),
  );
  const actions: LoadedNotebooks['actions'] = {
    new: async (args) => newNotebook(deps, args),
    addQuery: async (args) => addQuery(deps, args),
    editParameters: async () => editParameters(deps),
    nameCell: async (args) => nameCell(deps, args),
    pivot: async (args) => pivot(deps, args),
    exportReport: async () => exportReport(deps, runs, kernels),
  };
  return { file: notebookFile, actions, dispose: () => void registrations.dispose() };
}
