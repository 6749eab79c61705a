import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { readProperties } from '../../../core/notebook/notebookProperties';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { onDidChangeHiding, shownText } from '../../../core/privacy/hiddenValues';
import { environmentLabel } from '../../../core/base/environment';
import type { Connection } from '../../ui/connections/connection';
import type { CellRuns } from './cellRuns';
import type { NotebookDeps } from './notebookFile';
import { frontMatterOf, notebookType, queryLanguage } from './notebookFile';

interface Kernel {
  readonly controller: vscode.NotebookController;
  /** As it is set now. */
  connection: Connection;
}

/** Each connection is a kernel of notebooks. The one of the front matter is selected when a notebook is opened. */
export class NotebookKernels implements vscode.Disposable {
  readonly #kernels = new Map<string, Kernel>();
  /** The name of the connection that is selected for a notebook, by its URI. */
  readonly #selected = new Map<string, string>();
  readonly #registrations: vscode.Disposable;

  constructor(
    private readonly deps: NotebookDeps,
    private readonly runs: CellRuns,
  ) {
    this.#update();
    this.#registrations = vscode.Disposable.from(
      deps.platforms.onDidChange((change) => {
        if (change === 'connections') this.#update();
      }),
      vscode.window.onDidChangeVisibleNotebookEditors((editors) =>
        editors.forEach((editor) => this.#prefer(editor)),
      ),
      vscode.workspace.onDidChangeNotebookDocument((change) => void this.#onChange(change)),
      vscode.workspace.onDidOpenNotebookDocument((notebook) => {
        void this.#copyResults(notebook);
      }),
      vscode.workspace.onDidCloseNotebookDocument((notebook) => {
        this.runs.forget(notebook);
      }),
      onDidChangeHiding(() => void this.#redraw()),
    );
    vscode.window.visibleNotebookEditors.forEach((editor) => this.#prefer(editor));
  }

  dispose(): void {
    this.#registrations.dispose();
    for (const { controller } of this.#kernels.values()) controller.dispose();
  }

  /** The connection that is selected for a notebook, otherwise that of its front matter. */
  connectionOf(notebook: vscode.NotebookDocument): Connection | undefined {
    const selected = this.#selected.get(notebook.uri.toString());
    const kernel = selected === undefined ? undefined : this.#kernels.get(selected);
    return kernel?.connection ?? this.#named(notebook);
  }

  #named(notebook: vscode.NotebookDocument): Connection | undefined {
    const { connection } = readProperties(frontMatterOf(notebook)).properties;
    const found = connection === undefined ? undefined : this.deps.platforms.find(connection);
    const all = this.deps.platforms.all();
    return found ?? (connection === undefined && all.length === 1 ? all[0] : undefined);
  }

  #update(): void {
    const all = this.deps.platforms.all();
    for (const [name, { controller }] of this.#kernels) {
      if (all.some((connection) => connection.name === name)) continue;
      this.#kernels.delete(name);
      controller.dispose();
    }
    for (const connection of all) {
      const existing = this.#kernels.get(connection.name);
      const kernel = existing ?? { controller: this.#create(connection), connection };
      kernel.connection = connection;
      describe(kernel);
      this.#kernels.set(connection.name, kernel);
    }
    vscode.window.visibleNotebookEditors.forEach((editor) => this.#prefer(editor));
  }

  #create({ name }: Connection): vscode.NotebookController {
    const id = `logbench.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
    const controller = vscode.notebooks.createNotebookController(id, notebookType, plainText(name));
    controller.supportedLanguages = [queryLanguage];
    controller.supportsExecutionOrder = true;
    controller.executeHandler = async (cells) => this.#execute(name, cells);
    controller.onDidChangeSelectedNotebooks(({ notebook, selected }) => {
      const uri = notebook.uri.toString();
      if (selected) {
        this.#selected.set(uri, name);
        void this.#onSelected(notebook, name);
      } else if (this.#selected.get(uri) === name) this.#selected.delete(uri);
    });
    return controller;
  }

  async #onSelected(notebook: vscode.NotebookDocument, name: string): Promise<void> {
    const kernel = this.#kernels.get(name);
    if (kernel === undefined) return;
    await this.deps.documents.remember(notebook.uri, kernel.connection);
    await this.runs.restore(notebook, kernel.controller, kernel.connection);
  }

  async #execute(name: string, cells: readonly vscode.NotebookCell[]): Promise<void> {
    const kernel = this.#kernels.get(name);
    if (kernel === undefined) return;
    if (!vscode.workspace.isTrusted) {
      const message = t('Queries of a notebook run only in a trusted workspace.');
      void this.deps.ui.prompts.notify({ severity: 'warning', message });
      return;
    }
    await this.runs.execute(cells, kernel.controller, kernel.connection);
  }

  /** Selects the connection of the front matter, unless VS Code remembers what the user has selected. */
  #prefer({ notebook }: vscode.NotebookEditor): void {
    if (notebook.notebookType !== notebookType) return;
    const named = this.#named(notebook);
    for (const { controller, connection } of this.#kernels.values()) {
      const isNamed = connection.name === named?.name;
      const { Preferred, Default } = vscode.NotebookControllerAffinity;
      controller.updateNotebookAffinity(notebook, isNamed ? Preferred : Default);
    }
    void this.#select(notebook, named);
  }

  /** Results can be shown only when a kernel is selected. */
  async #select(notebook: vscode.NotebookDocument, named: Connection | undefined): Promise<void> {
    const kernel = named && this.#kernels.get(named.name);
    // VS Code does not tell the selection again for a notebook that is opened a second time.
    const selected = this.#selected.get(notebook.uri.toString());
    if (selected !== undefined) await this.#onSelected(notebook, selected);
    if (kernel === undefined || selected !== undefined) return;
    const editor = vscode.window.visibleNotebookEditors.find((visible) => visible.notebook === notebook);
    if (editor === undefined) return;
    await vscode.commands.executeCommand('notebook.selectKernel', {
      notebookEditor: editor,
      id: kernel.controller.id,
      extension: 'logbench.logbench',
    });
  }

  /** The file may be what a notebook without one is being saved as. */
  async #copyResults(notebook: vscode.NotebookDocument): Promise<void> {
    if (notebook.notebookType === notebookType && !notebook.isUntitled) await this.runs.copyResults(notebook);
  }

  /** When the file has changed on disk, VS Code takes all of it, also that it has no results. */
  async #onChange(change: vscode.NotebookDocumentChangeEvent): Promise<void> {
    const { notebook, metadata, cellChanges, contentChanges } = change;
    // VS Code opens the file of a new notebook empty, then takes in its content.
    if (metadata !== undefined && contentChanges.length > 0) await this.#copyResults(notebook);
    const kernel = this.#kernels.get(this.#selected.get(notebook.uri.toString()) ?? '');
    if (metadata === undefined || kernel === undefined) return;
    const emptied = cellChanges.filter(({ outputs }) => outputs?.length === 0).map(({ cell }) => cell);
    await this.runs.redraw(emptied, kernel.controller);
    if (contentChanges.length > 0) await this.runs.restore(notebook, kernel.controller, kernel.connection);
  }

  async #redraw(): Promise<void> {
    for (const kernel of this.#kernels.values()) describe(kernel);
    for (const notebook of vscode.workspace.notebookDocuments) {
      const kernel = this.#kernels.get(this.#selected.get(notebook.uri.toString()) ?? '');
      if (kernel !== undefined) await this.runs.redraw(notebook.getCells(), kernel.controller);
    }
  }
}

/** Production is named in the label, because VS Code shows a kernel in several views. */
function describe({ controller, connection: { name, environment, baseUrl } }: Kernel): void {
  const shown = plainText(shownText(name));
  controller.label = environment === 'production' ? `${shown} (${environmentLabel(environment)})` : shown;
  controller.description = environmentLabel(environment);
  controller.detail = plainText(shownText(new URL(baseUrl).host));
}
