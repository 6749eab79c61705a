import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { t } from '../../../core/base/localize';
import type { CellRun } from '../../../core/pages/notebook';
import { hasSameQueries, keysOf, notebookType } from './notebookFile';
import type { NotebookDeps } from './notebookFile';
import { RunStore, storedName } from './runStore';

const memoryKey = 'notebookQueries';
const cellQuery = z.object({ connection: z.string(), queryId: z.number(), text: z.string() });
/** By notebook and cell. */
const cellQueries = z.catch(z.record(z.string(), cellQuery), {});
export type CellQuery = Readonly<z.infer<typeof cellQuery>>;

/** The results and the running queries of notebooks, which are still known after a reload. */
export class KeptResults {
  readonly #store: RunStore;

  constructor(private readonly deps: Pick<NotebookDeps, 'storage' | 'memory' | 'ui'>) {
    this.#store = new RunStore(deps.storage);
  }

  async read(notebook: vscode.NotebookDocument, cell: string): Promise<CellRun | undefined> {
    return this.#store.read(this.#name(notebook.uri), cell);
  }

  async write(notebook: vscode.NotebookDocument, cell: string, run: CellRun): Promise<void> {
    await this.#store.write(this.#name(notebook.uri), cell, run);
  }

  /** Deletes the results of a notebook that was discarded, of which another has the name now. */
  async forget(uri: vscode.Uri): Promise<void> {
    await this.#store.forget(this.#name(uri));
  }

  running({ uri }: vscode.NotebookDocument, cell: string): CellQuery | undefined {
    return this.#queries()[JSON.stringify([uri.toString(), cell])];
  }

  async setRunning(
    { uri }: vscode.NotebookDocument,
    cell: string,
    query: CellQuery | undefined,
  ): Promise<void> {
    const key = JSON.stringify([uri.toString(), cell]);
    const { [key]: before, ...others } = this.#queries();
    if (before === undefined && query === undefined) return;
    await this.deps.memory.update(memoryKey, query === undefined ? others : { ...others, [key]: query });
  }

  /** Whether a notebook waits for a query, perhaps because it is being saved as another. */
  isRunning({ connection, queryId }: CellQuery): boolean {
    return Object.values(this.#queries()).some(
      (query) => query.connection === connection && query.queryId === queryId,
    );
  }

  #queries(): Readonly<Record<string, CellQuery>> {
    return cellQueries.parse(this.deps.memory.get(memoryKey));
  }

  /** Keeps what a notebook without a file has for the file that it is saved as. */
  async copyToSaved(saved: vscode.NotebookDocument): Promise<void> {
    const unsaved = vscode.workspace.notebookDocuments.filter(
      (notebook) =>
        notebook.notebookType === notebookType && notebook.isUntitled && hasSameQueries(notebook, saved),
    );
    const inFront = vscode.window.activeNotebookEditor?.notebook;
    const source =
      unsaved.find((notebook) => notebook === inFront) ?? (unsaved.length === 1 ? unsaved[0] : undefined);
    if (source === undefined) return;
    for (const key of keysOf(saved)) {
      const query = this.running(source, key);
      if (query === undefined || this.running(saved, key) !== undefined) continue;
      await this.setRunning(saved, key, query);
    }
    await this.#store.copy(this.#name(source.uri), this.#name(saved.uri), keysOf(saved));
  }

  #name(uri: vscode.Uri): string {
    return storedName(uri.toString(), this.deps.memory);
  }

  /** Takes over the results of a notebook that no longer exists, if this is the same under another name. */
  async adopt(notebook: vscode.NotebookDocument): Promise<void> {
    if (notebook.isUntitled) return;
    const own = notebook.uri.toString();
    const keys = keysOf(notebook);
    for (const other of await this.#store.notebooksWith(own, keys)) {
      const uri = vscode.Uri.parse(other);
      if (uri.scheme !== notebook.uri.scheme || !(await isGone(uri))) continue;
      await this.#store.copy(other, own, keys);
      await this.#store.forget(other);
      const [before, now] = [uri, notebook.uri].map((file) => path.posix.basename(file.path));
      const message = t(
        'The results of {0}, which no longer exists, are kept for {1}, which has the same queries.',
        before ?? '',
        now ?? '',
      );
      void this.deps.ui.prompts.notify({ message });
      return;
    }
  }
}

async function isGone(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => false,
    (error: unknown) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
  );
}
