import * as vscode from 'vscode';
import { isQueryRejection } from '../../api/errors';
import { rejectedRange } from '../../language/services/rejectedRange';
import { t } from '../../shared/localize';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import { TextProblems } from '../../ui/documents/textProblems';
import { confirmEffects } from './confirmEffects';
import { settingsOf } from '../../language/services/parameters';
import { parametersToAsk, runnableText } from './queryText';
import type { RunnableText, RunScope } from './queryText';
import { QueryHistory } from './queryHistory';
import { OpenCursors } from './openCursors';
import { ParameterValues } from './parameterValues';
import type { QueryResultsDeps } from './queryResultsDeps';
import { RememberedViews } from './rememberedViews';
import { ResultsPanels } from './resultsPanels';

/** The implementations of the commands for running queries. */
export class RunActions implements vscode.Disposable {
  readonly #problems = new TextProblems('logbench.run');
  readonly #history = new QueryHistory();
  readonly #parameters: ParameterValues;

  constructor(
    private readonly deps: QueryResultsDeps,
    private readonly panels: ResultsPanels,
  ) {
    this.#parameters = new ParameterValues(deps.memory, deps.ui.prompts);
  }

  dispose(): void {
    this.#problems.dispose();
  }

  /** Runs the scope in the document of the command, or in the active one. */
  async run(args: readonly unknown[], scope: RunScope): Promise<void> {
    // An open suggestion list would cover the results.
    void vscode.commands.executeCommand('hideSuggestWidget');
    const { document, selection } = await documentOf(args);
    const runnable = runnableText(document.getText(), selection, scope);
    if (runnable.text.trim() === '') {
      void this.deps.ui.prompts.notify({
        severity: 'information',
        message: t('There is no query to run.'),
      });
      return;
    }
    const connection = await this.deps.connections.ofOrAsk(document.uri, t('Run Query'));
    const names = parametersToAsk(runnable.text);
    const values = await this.#parameters.ask(document.uri.toString(), names, connection);
    // Last, because writes may be locked again while other questions are open.
    await confirmEffects(this.deps, runnable.text, connection);
    await this.#start(document, runnable, settingsOf(values), connection);
  }

  /** Inserts a query from the history at the cursor, or opens it in a new document. */
  async insertFromHistory(): Promise<void> {
    const editor = activeQueryEditor();
    const title = t('Query History');
    const connection = editor
      ? await this.deps.connections.ofOrAsk(editor.document.uri, title)
      : await this.deps.platforms.pick(title);
    const client = await this.deps.platforms.clientFor(connection);
    const text = await this.deps.ui.prompts.search<string>({
      title: targetTitle(title, connection),
      find: async (label = '', signal) => this.#history.find(client, label, signal),
    });
    if (editor) {
      await editor.edit((edit) => edit.replace(editor.selection, text));
      return;
    }
    await this.#openUntitled(connection, text);
  }

  /** Opens an empty query on the connection of the command, or one that the user selects. */
  async openNew(args: readonly unknown[]): Promise<void> {
    const connection = await resolveConnection(this.deps.platforms, args, t('New Query'));
    await this.#openUntitled(connection, '');
  }

  async pickConnection(args: readonly unknown[]): Promise<void> {
    const { document } = await documentOf(args);
    if (document.uri.scheme === 'logbench') {
      const message = t('This query belongs to the connection that it was opened from.');
      void this.deps.ui.prompts.notify({ severity: 'information', message });
      return;
    }
    await this.deps.connections.pick(document.uri);
  }

  async #openUntitled(connection: Connection, content: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
    await this.deps.connections.remember(document.uri, connection);
    await vscode.window.showTextDocument(document);
  }

  async #start(
    document: vscode.TextDocument,
    runnable: RunnableText,
    settings: string,
    connection: Connection,
  ): Promise<void> {
    this.#problems.clear(document.uri);
    this.#history.add(runnable.text, connection.name);
    try {
      const source = { ...runnable, uri: document.uri.toString(), settings };
      await this.panels.run(nameOf(document), connection, source);
    } catch (error) {
      if (!isQueryRejection(error)) throw error;
      const { from, to, ...problem } = rejectedRange(error.message, runnable.text);
      const start = runnable.from;
      this.#problems.show(document, { ...problem, from: start + from, to: start + to });
    }
  }
}

interface SelectedDocument {
  readonly document: vscode.TextDocument;
  readonly selection: { readonly from: number; readonly to: number };
}

/** A code lens passes its document and runs all of it; a keybinding uses the selection of the active editor. */
async function documentOf([uri]: readonly unknown[]): Promise<SelectedDocument> {
  const editor = activeQueryEditor();
  const named = uri instanceof vscode.Uri ? uri : undefined;
  if (named !== undefined && editor?.document.uri.toString() !== named.toString()) {
    return { document: await vscode.workspace.openTextDocument(named), selection: { from: 0, to: 0 } };
  }
  if (!editor) throw new Cancelled();
  const { document, selection } = editor;
  return {
    document,
    selection: { from: document.offsetAt(selection.start), to: document.offsetAt(selection.end) },
  };
}

function activeQueryEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === 'logbench-query' ? editor : undefined;
}

function nameOf({ uri }: vscode.TextDocument): string {
  return uri.path.split('/').at(-1)?.replace(/\.lq$/, '') ?? uri.path;
}

export interface LoadedResults {
  readonly cursors: OpenCursors;
  readonly panels: ResultsPanels;
  readonly actions: RunActions;
}

/** Creates everything that running queries requires; loaded with the first query. */
export function loadResults(deps: QueryResultsDeps): LoadedResults {
  const cursors = new OpenCursors(deps.memory);
  const panels = new ResultsPanels({ ...deps, cursors, views: new RememberedViews(deps.memory) });
  return { cursors, panels, actions: new RunActions(deps, panels) };
}
