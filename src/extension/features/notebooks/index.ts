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
      'logbench.notebook.new': async (...args) => (await import('./startNotebook')).newNotebook(deps, args),
      'logbench.notebook.addQuery': async (...args) => (await import('./startNotebook')).addQuery(deps, args),
      'logbench.notebook.editParameters': async () =>
        (await import('./notebookActions')).editParameters(deps),
      'logbench.notebook.nameCell': async (...args) =>
        (await import('./notebookActions')).nameCell(deps, args),
      'logbench.notebook.pivot': async (...args) => (await import('./pivot')).pivot(deps, args),
      'logbench.notebook.exportReport': async () => (await loaded()).exportReport(),
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
