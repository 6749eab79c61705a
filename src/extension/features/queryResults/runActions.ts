import * as vscode from 'vscode';
import { isQueryRejection } from '../../../core/api/errors';
import { findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { rejectedRange } from '../../../core/language/services/rejectedRange';
import { t } from '../../../core/base/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import { ruleKindOfPath } from '../../ui/queryAddress';
import { resolveConnection } from '../../ui/resolveTarget';
import { openQueryText } from '../../ui/documents/openQueryText';
import { scheduledQueryUri } from '../../ui/documents/queryUri';
import { withProgress } from '../../ui/prompts/progress';
import { TextProblems } from '../../ui/documents/textProblems';
import { confirmEffects } from './confirmEffects';
import type { Correction } from './confirmEffects';
import { settingsOf } from '../../../core/language/services/unresolvedParameters';
import { parametersToAsk, runnableText } from './queryText';
import type { RunnableText, RunScope } from './queryText';
import { QueryHistory, queryLabel } from './queryHistory';
import type { PastQuery } from './queryHistory';
import { OpenCursors } from './openCursors';
import { ParameterValues } from './lastParameters';
import type { QueryResultsDeps } from './queryResultsDeps';
import { RememberedViews } from './rememberedViews';
import { ResultsPanels } from './resultsPanels';

/** The implementations of the commands for running queries. */
export class RunActions implements vscode.Disposable {
  readonly #problems = new TextProblems('logbench.run');
  readonly #parameters: ParameterValues;

  constructor(
    private readonly deps: QueryResultsDeps,
    private readonly panels: ResultsPanels,
    private readonly history: QueryHistory,
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
    const isStream = ruleKindOfPath(document.uri.path) === 'stream';
    if (isStream || runnable.text.trim() === '') {
      void this.deps.ui.prompts.notify({ message: t('There is no query to run.') });
      return;
    }
    const connection = await this.deps.connections.ofOrAsk(document.uri, t('Run Query'));
    const names = parametersToAsk(runnable.text);
    const values = await this.#parameters.ask(document.uri.toString(), names, connection);
    // Last, because writes may be locked again while other questions are open.
    const correction = await confirmEffects(this.deps, runnable.text, connection, true);
    if (correction === undefined) await this.#start(document, runnable, settingsOf(values), connection);
    else if (await correct(document, runnable, correction)) await this.run(args, scope);
  }

  /**
   * *Run Now*: the published text of a scheduled query, at once and as a query of the user. A draft does not matter, and
   * the schedule and its record stay as they are.
   */
  async runNow(args: readonly unknown[]): Promise<void> {
    const { connection, value } = await this.deps.access.resolve(args, t('Run Now'));
    const { guid, name } = value;
    const client = await this.deps.platforms.clientFor(connection);
    const record = await withProgress(t('Reading {0}…', name), async (signal) =>
      findScheduledQuery(client, guid, signal),
    );
    if (record === undefined)
      throw new ExplainedError(t('“{0}” no longer exists on {1}.', name, connection.name));
    const document = scheduledQueryUri(connection, record).toString();
    const values = await this.#parameters.ask(document, parametersToAsk(record.query), connection);
    await this.panels.runText(document, record.name, connection, settingsOf(values) + record.query);
    const message = t('“{0}” ran as a query of your own. Its schedule is unchanged.', record.name);
    void this.deps.ui.prompts.notify({ message });
  }

  /** Lists the queries that were run before: runs one again on its connection, or inserts its text. */
  async showHistory(): Promise<void> {
    const { platforms, connections, ui } = this.deps;
    const editor = activeQueryEditor();
    const title = t('Query History');
    const listed = this.#listedConnection(editor);
    const past = await this.#pickPast(title, listed);
    const response = await ui.prompts.pick<'run' | 'open' | 'notebook' | 'insert'>({
      title,
      placeholder: queryLabel(past.text),
      choices: [
        { label: t('Run Again on {0}', past.connection), icon: 'play', value: 'run' },
        { label: t('Open in New Editor'), icon: 'new-file', value: 'open' },
        { label: t('Add to Notebook…'), icon: 'notebook', value: 'notebook' },
        ...(editor ? [{ label: t('Insert at Cursor'), icon: 'insert', value: 'insert' as const }] : []),
      ],
    });
    if (response === 'insert' && editor) {
      await editor.edit((edit) => edit.replace(editor.selection, past.text));
      return;
    }
    if (response === 'notebook') {
      await ui.commands.run('logbench.notebook.addQuery', [past.text, past.connection]);
      return;
    }
    const connection = platforms.find(past.connection) ?? (response === 'open' ? listed : undefined);
    if (!connection) throw new ExplainedError(t('The connection {0} no longer exists.', past.connection));
    await openQueryText(connections, connection, past.text);
    if (response === 'run') await this.run([], 'query');
  }

  /** The connection whose own history is listed too. */
  #listedConnection(editor: vscode.TextEditor | undefined): Connection | undefined {
    if (editor) return this.deps.connections.of(editor.document.uri);
    const [only, ...others] = this.deps.platforms.all();
    return others.length === 0 ? only : undefined;
  }

  async #pickPast(title: string, listed: Connection | undefined): Promise<PastQuery> {
    const { platforms, ui } = this.deps;
    const client = listed && (await platforms.clientFor(listed).catch(() => undefined));
    const platform = listed && client && { client, name: listed.name };
    return ui.prompts.search<PastQuery>({
      title,
      find: async (label = '', signal) => this.history.find(platform, label, signal),
    });
  }

  /** Opens an empty query on the connection of the command, or one that the user selects. */
  async openNew(args: readonly unknown[]): Promise<void> {
    const connection = await resolveConnection(this.deps.platforms, args, t('New Query'));
    await openQueryText(this.deps.connections, connection, '');
  }

  async pickConnection(args: readonly unknown[]): Promise<void> {
    const { document } = await documentOf(args);
    if (document.uri.scheme === 'logbench') {
      const message = t('This query belongs to the connection that it was opened from.');
      void this.deps.ui.prompts.notify({ message });
      return;
    }
    await this.deps.connections.pick(document.uri);
  }

  async #start(
    document: vscode.TextDocument,
    runnable: RunnableText,
    settings: string,
    connection: Connection,
  ): Promise<void> {
    this.#problems.clear(document.uri);
    try {
      const source = { ...runnable, uri: document.uri.toString(), settings };
      const name = nameOf(document);
      const shown = runnable.isSelection === true ? t('Selection in {0}', name) : name;
      await this.panels.run(shown, connection, source);
    } catch (error) {
      if (!isQueryRejection(error)) throw error;
      const { from, to, ...problem } = rejectedRange(error.message, runnable.text);
      const start = runnable.from;
      this.#problems.show(document, { ...problem, from: start + from, to: start + to });
    }
  }
}

/** A code lens passes its document and runs all of it; a keybinding uses the selection of the active editor. */
async function documentOf([uri]: readonly unknown[]) {
  const editor = activeQueryEditor();
  const named = uri instanceof vscode.Uri ? uri : undefined;
  if (named !== undefined && editor?.document.uri.toString() !== named.toString()) {
    return { document: await vscode.workspace.openTextDocument(named), selection: { from: 0, to: 0 } };
  }
  if (!editor) throw new CanceledError();
  const { document, selection } = editor;
  return {
    document,
    selection: { from: document.offsetAt(selection.start), to: document.offsetAt(selection.end) },
  };
}

/** Unless the text has changed while the question was open. */
async function correct(
  document: vscode.TextDocument,
  { from: start, text }: RunnableText,
  { from, to, name }: Correction,
): Promise<boolean> {
  const range = new vscode.Range(document.positionAt(start + from), document.positionAt(start + to));
  if (document.getText(range) !== text.slice(from, to)) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, name);
  return vscode.workspace.applyEdit(edit);
}

function activeQueryEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.languageId === 'logbench-query' ? editor : undefined;
}

function nameOf({ uri }: vscode.TextDocument): string {
  return uri.path.split('/').at(-1)?.replace(/\.lq$/, '') ?? uri.path;
}

interface LoadedResults extends Pick<ResultsPanels, 'restore' | 'dispose'> {
  readonly cursors: OpenCursors;
  readonly panels: ResultsPanels;
  readonly actions: RunActions;
}

/** Creates everything that running queries requires; loaded with the first query. */
export function loadResults(deps: QueryResultsDeps): LoadedResults {
  const cursors = new OpenCursors(deps.memory);
  const history = new QueryHistory(deps.sharedMemory);
  const panels = new ResultsPanels({ ...deps, cursors, views: new RememberedViews(deps.memory), history });
  const actions = new RunActions(deps, panels, history);
  return {
    ...{ cursors, panels, actions },
    restore: (...panel) => panels.restore(...panel),
    dispose: () => {
      // VS Code does not wait for `close` before it disposes of this.
      void cursors.dropAll();
      panels.dispose();
      actions.dispose();
    },
  };
}
