import * as vscode from 'vscode';
import type { LoadedNotebooks } from './loadNotebooks';
import type { NotebookDeps } from './notebookFile';

export interface Notebooks extends vscode.Disposable {
  /** Reads and writes notebooks. */
  readonly file: vscode.NotebookSerializer;
}

const notebookType = 'logbench-notebook';

/** Notebooks of queries. The code is loaded with the first notebook. */
export function registerNotebooks(deps: NotebookDeps): Notebooks {
  let loading: Promise<LoadedNotebooks> | undefined;
  const loaded = async (): Promise<LoadedNotebooks> =>
    (loading ??= import('./loadNotebooks').then(({ loadNotebooks }) => loadNotebooks(deps)));
  const load = ({ notebookType: type }: vscode.NotebookDocument): void => {
    if (type === notebookType) void loaded();
  };
  vscode.workspace.notebookDocuments.forEach(load);
  const registrations = vscode.Disposable.from(
    vscode.workspace.onDidOpenNotebookDocument(load),
    deps.ui.commands.registerAll({
      'logbench.notebook.new': async (...args) => (await loaded()).actions.new(args),
      'logbench.notebook.addQuery': async (...args) => (await loaded()).actions.addQuery(args),
      'logbench.notebook.editParameters': async (...args) => (await loaded()).actions.editParameters(args),
      'logbench.notebook.nameCell': async (...args) => (await loaded()).actions.nameCell(args),
      'logbench.notebook.pivot': async (...args) => (await loaded()).actions.pivot(args),
      'logbench.notebook.exportReport': async (...args) => (await loaded()).actions.exportReport(args),
    }),
  );
  return {
    file: {
      deserializeNotebook: async (...args) => (await loaded()).file.deserializeNotebook(...args),
      serializeNotebook: async (...args) => (await loaded()).file.serializeNotebook(...args),
    },
    dispose: () => {
      registrations.dispose();
      void loading?.then((notebooks) => void notebooks.dispose());
    },
  };
}
