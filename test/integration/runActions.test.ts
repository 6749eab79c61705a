import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerQueryResults } from '../../src/extension/features/queryResults';
import type { QueryResultsDeps } from '../../src/extension/features/queryResults/queryResultsDeps';
import { loadResults } from '../../src/extension/features/queryResults/runActions';
import { firstView } from '../../src/core/notebook/cellOutput';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import type { Ui } from '../../src/extension/ui/openUi';
import type { DocumentConnections } from '../../src/extension/ui/documents/documentConnections';
import { ofSuite } from '../support/ofSuite';
import { JsonMemory } from '../support/jsonMemory';
import { CommandsStub } from './support/commandsStub';
import { closeAllTabs } from './support/closeAllTabs';
import { select, typed } from './support/queryDocuments';
import { ScriptedPanel, scriptedEnvironment } from './support/scriptedPanel';
import type { ScriptedEnvironment } from './support/scriptedPanel';
import { scriptedPlatform, ScriptedUi } from './support/scriptedPlatform';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

const long = `json "{'n':1}" | repeat count=100000 over=600s`;
const good = `json "{'a':1}"`;
const bad = 'table missing_table | limit 1';

describe('Running the text of an editor', () => {
  const platform = ofSuite(scriptedPlatform);
  let environment: ScriptedEnvironment;
  let ui: ScriptedUi;
  let results: ReturnType<typeof loadResults>;
  let remembered: string[];
  let selected: string[];
  let deps: QueryResultsDeps;

  beforeEach(() => {
    environment = scriptedEnvironment();
    ui = new ScriptedUi();
    remembered = [];
    selected = [];
    const connections = {
      ofOrAsk: async () => Promise.resolve(platform.connection),
      of: () => platform.connection,
      pick: async (uri: vscode.Uri) => Promise.resolve(void selected.push(uri.toString())),
      remember: async (uri: vscode.Uri) => Promise.resolve(void remembered.push(uri.toString())),
    } as unknown as DocumentConnections;
    const { platforms } = platform;
    const showStatus = async (): Promise<void> => Promise.resolve();
    deps = {
      ui: ui.ui,
      platforms,
      connections,
      memory: new JsonMemory(),
      sharedMemory: new JsonMemory(),
      environment,
      access: { resolve: async () => Promise.reject(new Error('nothing is selected')) },
      showStatus,
    };
    results = loadResults(deps);
  });

  afterEach(async () => {
    platform.pass();
    results.panels.dispose();
    results.actions.dispose();
    environment.dispose();
    await closeAllTabs();
  });

  const textAfterRun = ({ uri }: vscode.TextDocument): object => ({
    ...{ connection: 'Lab', name: 'a', document: uri.toString(), queryText: '', view: firstView },
  });

  /** The panel in which a document runs. */
  function panelOf(document: vscode.TextDocument): ScriptedPanel {
    const page = new ScriptedPanel();
    results.panels.restore(page.panel, textAfterRun(document));
    return page;
  }

  const ranIn = (page: ScriptedPanel): string | undefined =>
    page.ofKind('state').length === 0 ? undefined : (page.newest('state') as QueryResultsState).queryText;
  const problemsOf = ({ uri }: vscode.TextDocument): readonly vscode.Diagnostic[] =>
    vscode.languages.getDiagnostics(uri).filter(({ code }) => code === 10605);

  test('reports that there is nothing to run, and sends no request', async () => {
    await typed('  ');
    const script = ui.responses();
    const before = platform.proxy.seen.length;
    await results.actions.run([], 'query');
    assert.deepEqual([script.notices, platform.proxy.seen.length], [['There is no query to run.'], before]);
  });

  test('shows a rejection at its position in the selection, until the next run', async () => {
    const { document, editor } = await typed(`${good}\n${bad}`);
    const page = panelOf(document);
    await select(editor, new vscode.Selection(1, 0, 1, bad.length));
    await results.actions.run([], 'query');
    const [problem] = problemsOf(document);
    assert.equal(problem && document.getText(problem.range), 'missing_table');
    await select(editor, new vscode.Selection(0, 0, 0, good.length));
    await results.actions.run([], 'query');
    assert.deepEqual([problemsOf(document), ranIn(page)], [[], good]);
  });

  test('reports every other failure, which is not a problem of the text', async () => {
    const { document } = await typed(good);
    panelOf(document);
    platform.reject(({ method }) => method === 'POST');
    await assert.rejects(results.actions.run([], 'query'), /rejected by the test/);
    assert.deepEqual(problemsOf(document), []);
  });

  test('runs the whole document of its argument, even if there is a selection in the active one', async () => {
    const other = await vscode.workspace.openTextDocument({ language: 'logbench-query', content: good });
    const { document, editor } = await typed(`json "[{'b':1},{'b':2}]" | limit 1`);
    await select(editor, new vscode.Selection(0, 0, 0, 24));
    const [named, front] = [panelOf(other), panelOf(document)];
    await results.actions.run([other.uri], 'query');
    assert.deepEqual([ranIn(named), ranIn(front)], [good, undefined]);
    await results.actions.run([document.uri], 'query');
    assert.equal(ranIn(front), `json "[{'b':1},{'b':2}]"`);
  });

  test('is canceled if no query is active', async () => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: good }));
    await assert.rejects(results.actions.run([], 'query'), { name: 'CanceledError' });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('of the history is inserted at the cursor, opened, or run again on its connection', async () => {
    const text = `${good} | limit 1`;
    const { document, editor } = await typed(text);
    panelOf(document);
    await results.actions.run([], 'query');
    await select(editor, new vscode.Selection(0, 0, 0, good.length));
    const script = ui.responses({ search: '', select: 'json' }, { pick: 'Insert at Cursor' });
    await results.actions.showHistory();
    assert.equal(document.getText(), `${text} | limit 1`);
    assert.match(script.seen.join(), new RegExp(`Run Again on ${platform.connection.name}`));

    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    ui.responses({ search: '', select: 'json' }, { pick: 'Open in New Editor' });
    await results.actions.showHistory();
    const opened = vscode.window.activeTextEditor?.document;
    assert.deepEqual([opened?.getText(), remembered], [text, [opened?.uri.toString()]]);

    ui.responses({ search: '', select: 'json' }, { pick: 'Run Again' });
    await results.actions.showHistory();
    const again = vscode.window.activeTextEditor?.document;
    assert.equal(again?.getText(), text);
    assert.ok(results.panels.all().length > 1);
  });

  test('has a connection that can be selected, unless it was opened from one', async () => {
    using _ = replacing(vscode.workspace, 'openTextDocument', async (uri: vscode.Uri) =>
      Promise.resolve({ uri } as unknown as vscode.TextDocument),
    );
    const script = ui.responses();
    for (const scheme of ['logbench', 'file']) {
      await results.actions.pickConnection([vscode.Uri.from({ scheme, path: '/a.lq' })]);
    }
    assert.deepEqual([selected, script.notices.length], [['file:///a.lq'], 1]);
    assert.match(script.notices[0] ?? '', /belongs to the connection that it was opened from/);
  });

  test('is canceled for the active document, and continues when the window closes', async () => {
    const registered = registerQueryResults({
      ...deps,
      ui: { ...ui.ui, commands: new CommandsStub() } as unknown as Ui,
    });
    assert.equal(await registered.cancelActive(), false);
    const ids: number[] = [];
    const isKept = async (id: number | undefined): Promise<boolean> =>
      (await platform.app.call('master', `GET /api/core/queries/${String(id)}`)).status === 200;
    for (const text of [long, `${long} `]) {
      const { document } = await typed(text);
      const page = new ScriptedPanel();
      await environment.restore('logbench.queryResults', page, textAfterRun(document));
      await registered.runText(document.uri.toString(), 'a', platform.connection, text);
      ids.push((page.newest('state') as QueryResultsState).queryId ?? 0);
    }
    assert.equal(await registered.cancelActive(), true);
    assert.deepEqual([await isKept(ids[0]), await isKept(ids[1])], [true, false]);
    await registered.close();
    registered.dispose();
    assert.equal(await isKept(ids[0]), true);
    await platform.app.call('master', `DELETE /api/core/cursors/${String(ids[0])}`);
  });
});
