import * as vscode from 'vscode';
import { CellRuns } from './cellRuns';
import { registerCellNames } from './cellStatus';
import * as actions from './notebookActions';
import type { NotebookDeps } from './notebookDeps';
import { notebookFile } from './notebookFile';
import { NotebookKernels } from './notebookKernels';
import { registerNotebookProblems } from './notebookProblems';
import { handleRenderer } from './rendererMessages';

export interface LoadedNotebooks extends vscode.Disposable {
  readonly file: vscode.NotebookSerializer;
  readonly actions: typeof actions;
}

/** Everything that notebooks require; loaded with the first one. */
export function loadNotebooks(deps: NotebookDeps): LoadedNotebooks {
  const runs = new CellRuns(deps);
  const kernels = new NotebookKernels(deps, runs);
  const registrations = vscode.Disposable.from(
    kernels,
    handleRenderer(deps, runs, kernels),
    registerCellNames(),
    registerNotebookProblems(deps.platforms),
  );
  return { file: notebookFile, actions, dispose: () => void registrations.dispose() };
}
