import * as vscode from 'vscode';
import { registerCellCompletions, registerNotebookProblems } from './notebookLanguage';
import { CellRuns } from './cellRuns';
import { exportReport, registerCellNames } from './notebookActions';
import type { NotebookDeps } from './notebookFile';
import { notebookFile } from './notebookFile';
import { NotebookKernels } from './notebookKernels';
import { handleRenderer } from './rendererMessages';

export interface LoadedNotebooks extends vscode.Disposable {
  readonly file: vscode.NotebookSerializer;
  readonly exportReport: () => Promise<void>;
}

/** Everything that notebooks require; loaded with the first one. */
export function loadNotebooks(deps: NotebookDeps): LoadedNotebooks {
  const runs = new CellRuns(deps);
  const kernels = new NotebookKernels(deps, runs);
  const registrations = vscode.Disposable.from(
    kernels,
    handleRenderer(deps, runs, kernels),
    registerCellNames(),
    registerCellCompletions(runs),
    registerNotebookProblems(deps),
  );
  return {
    file: notebookFile,
    exportReport: async () => exportReport(deps, runs, kernels),
    dispose: () => void registrations.dispose(),
  };
}
