import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { OpenCursors } from '../../src/extension/features/queryResults/openCursors';
import type { QueryRun } from '../../src/extension/features/queryResults/queryRun';
import { ResultsPanels } from '../../src/extension/features/queryResults/resultsPanels';
import { QueryHistory } from '../../src/extension/features/queryResults/queryHistory';
import { RememberedViews } from '../../src/extension/features/queryResults/rememberedViews';
import { firstView } from '../../src/core/notebook/cellOutput';
import type { ResumeOf } from '../../src/core/pages/page';
import type { queryResultsPage, QueryResultsState } from '../../src/core/pages/queryResults';
import type { DocumentConnections } from '../../src/extension/ui/documents/documentConnections';
import { eventually } from '../support/eventually';
import { temporaryFolder } from '../support/temporaryFolder';
import { ofSuite } from '../support/ofSuite';
import { JsonMemory } from '../support/jsonMemory';
import { closeAllTabs } from './support/closeAllTabs';
import { ScriptedPanel, scriptedEnvironment } from './support/scriptedPanel';
import type { ScriptedEnvironment } from './support/scriptedPanel';
import { scriptedPlatform, ScriptedUi } from './support/scriptedPlatform';
import { withSettings } from './support/settings';
import { inOldest as test } from './support/vscodes';

const long = `json "{'n':1}" | repeat count=100000 over=600s`;
const short = `json "[{'a':1},{'a':2}]"`;
const done = async (): Promise<void> => Promise.resolve();

describe('The results panels of documents', () => {
  const platform = ofSuite(scriptedPlatform);
  let environment: ScriptedEnvironment;
  let ui: ScriptedUi;
  let memory: JsonMemory;
  let panels: ResultsPanels;
  let remembered: string[];
  let statuses: string[];

  before(async () => {
    await platform.app.call('master', 'POST /api/core/tables', { form: { table: 'tailed' } });
  });

  beforeEach(() => {
    environment = scriptedEnvironment();
    ui = new ScriptedUi();
    memory = new JsonMemory();
    remembered = [];
    statuses = [];
    panels = openPanels();
  });

  afterEach(async () => {
    platform.pass();
    panels.dispose();
    environment.dispose();
    await closeAllTabs();
  });

  function openPanels(): ResultsPanels {
    const remember = async (uri: vscode.Uri, { name }: { readonly name: string }): Promise<void> =>
      Promise.resolve(void remembered.push(`${uri.toString()} on ${name}`));
    return new ResultsPanels({
      ui: ui.ui,
      platforms: platform.platforms,
      connections: { remember } as unknown as DocumentConnections,
      memory,
      sharedMemory: memory,
      environment,
      showStatus: async ({ name }, queryId) =>
        Promise.resolve(void statuses.push(`${name} ${String(queryId)}`)),
      cursors: new OpenCursors(memory),
      views: new RememberedViews(memory),
      history: new QueryHistory(memory),
    });
  }

  /** The panel of a document as it is after a reload; the next run of the document uses it. */
  function restored(document: string | null, queryText = ''): ScriptedPanel {
    const page = new ScriptedPanel();
    const remains = { connection: 'Lab', name: 'a', document, queryText, view: firstView };
    panels.restore(page.panel, remains);
    page.say({ kind: 'ready', timeZone: 'UTC' });
    return page;
  }

  const run = async (document: string, text: string): Promise<void> =>
    panels.runText(document, 'a', platform.connection, text);

  const stateOf = (page: ScriptedPanel): QueryResultsState => page.newest('state') as QueryResultsState;

  const until = async (
    page: ScriptedPanel,
    wanted: (state: QueryResultsState) => boolean,
  ): Promise<QueryResultsState> => eventually(() => wanted(stateOf(page)) && stateOf(page));

  const finished = async (page: ScriptedPanel): Promise<QueryResultsState> =>
    until(page, ({ phase }) => phase === 'finished');

  /** What is polled on the connection Lab from now on, as it was when it was added. */
  function polledQueries(): { readonly queryId: number | null; readonly over: boolean }[] {
    const scheduler = environment.polling.schedulerOf(platform.connection);
    const added: { readonly queryId: number | null; readonly over: boolean }[] = [];
    const add = scheduler.add.bind(scheduler);
    scheduler.add = (polled) => {
      const run = polled as QueryRun;
      added.push({ queryId: run.queryId, over: run.isOver() });
      add(polled);
    };
    return added;
  }

  const isKept = async (queryId: number | null): Promise<boolean> =>
    (await platform.app.call('master', `GET /api/core/queries/${String(queryId)}`)).status === 200;

  test('show the end only of their own query', async () => {
    const page = restored('a');
    await run('a', long);
    const { queryId } = await until(page, ({ phase }) => phase === 'running');
    assert.ok(queryId !== null);
    const { queryEnds } = environment;
    await queryEnds.end('Other', queryId, done);
    await queryEnds.end('Lab', queryId + 1, done);
    await assert.rejects(queryEnds.end('Lab', queryId, async () => Promise.reject(new Error('no'))));
    assert.deepEqual(panels.running('a')?.running?.queryId, queryId);
    await queryEnds.end('Lab', queryId, done);
    assert.deepEqual([stateOf(page).phase, panels.running('a')], ['cancelled', undefined]);
  });

  test('continue after a failed cancellation, which is reported, and can be canceled again', async () => {
    const page = restored('a');
    const polled = polledQueries();
    await run('a', long);
    await eventually(() => polled.length === 1);
    const held = platform.hold(({ method }) => method === 'DELETE');
    page.say({ kind: 'cancel' });
    await eventually(() => held.waiting === 1);
    platform.reject(({ method }) => method === 'DELETE');
    platform.proxy.dropConnections();
    await eventually(() => ui.reported.length === 1);
    const { rowCount, queryId } = await until(page, ({ phase }) => phase === 'running');
    await until(page, (state) => state.rowCount > rowCount);
    await eventually(() => polled.length === 2);
    assert.ok(memory.get('openCursors') !== undefined);
    platform.pass();
    page.say({ kind: 'cancel' });
    await until(page, ({ phase }) => phase === 'cancelled');
    assert.deepEqual([await isKept(queryId), memory.get('openCursors')], [false, undefined]);
  });

  test('do not continue to poll a query whose cancellation fails after the next one has started', async () => {
    const page = restored('a');
    await run('a', long);
    const { queryId: first } = await until(page, ({ phase }) => phase === 'running');
    const held = platform.hold(({ method }) => method === 'DELETE');
    page.say({ kind: 'cancel' });
    await eventually(() => held.waiting === 1);
    await run('a', short);
    const polled = polledQueries();
    platform.reject(({ method }) => method === 'DELETE');
    platform.proxy.dropConnections();
    await eventually(() => ui.reported.length === 1);
    // It is followed later, and in the same way.
    await run('a', long);
    const { queryId: last } = await until(page, ({ phase }) => phase === 'running');
    await eventually(() => polled.some(({ queryId }) => queryId === last));
    assert.ok(!polled.some(({ queryId }) => queryId === first));
  });

  test('run again the confirmed text, even if another query runs before, and nothing after they are closed', async () => {
    const writing = `json "{'a':1}" | import tailed`;
    const page = restored('a', writing);
    const agree = { confirm: 'Run' };
    ui.responses({ meanwhile: async () => run('a', short) }, agree);
    page.say({ kind: 'refresh' });
    await until(page, ({ phase, resultId }) => phase === 'finished' && resultId === 2);
    assert.equal(stateOf(page).queryText, writing);
    const started = platform.proxy.writes.length;
    const other = restored('b');
    const meanwhile = async (): Promise<void> => {
      page.dispose();
      return Promise.resolve();
    };
    const script = ui.responses({ meanwhile }, agree);
    page.say({ kind: 'refresh' });
    await eventually(() => script.isFinished);
    await run('b', short);
    await finished(other);
    const texts = platform.proxy.writes.slice(started).filter(({ method }) => method === 'POST');
    assert.equal(texts.length, 1);
  });

  test('cancel and drop everything when they are closed', async () => {
    await using folder = await temporaryFolder();
    const page = restored('a');
    await run('a', short);
    const { resultId, queryId } = await finished(page);
    const held = platform.hold(
      ({ path: asked }) => asked.includes('/cursors/') && !asked.includes('json-single'),
    );
    const script = ui.responses({ file: path.join(folder.path, 'a.csv') });
    page.say({ kind: 'export', format: 'csv' });
    await eventually(() => held.waiting === 1);
    assert.equal(stateOf(page).exporting?.format, 'csv');
    page.say({ kind: 'statistics', resultId, column: 'a' });
    await eventually(() => held.waiting === 2);
    page.dispose();
    await eventually(() => held.abandoned === 2);
    await eventually(() => script.notices.some((notice) => notice.includes('canceled')));
    held.release();
    await eventually(async () => !(await isKept(queryId)));
    await eventually(() => memory.get('openCursors') === undefined);
    assert.deepEqual([await readdir(folder.path), panels.all(), ui.reported], [[], [], []]);
  });

  test('stop the statistics, the tail and the cursor of a run when the next starts, even if it cannot be dropped', async () => {
    const page = restored('a');
    await run('a', 'table duration=1h tailed');
    const { resultId, canTail } = await finished(page);
    assert.equal(canTail, true);
    page.say({ kind: 'tail', on: true });
    assert.notEqual(stateOf(page).tail, null);
    const held = platform.hold(
      ({ path: asked }) => asked.includes('format=json&') || asked.endsWith('format=json'),
    );
    page.say({ kind: 'statistics', resultId, column: '_id' });
    await eventually(() => held.waiting === 1);
    const scheduler = environment.polling.schedulerOf(platform.connection);
    const ended: unknown[] = [];
    const remove = scheduler.remove.bind(scheduler);
    scheduler.remove = (polled) => {
      ended.push(polled);
      remove(polled);
    };
    await panels.runText('a', 'a', platform.other, short);
    // The run and its tail, on the connection of that run.
    assert.equal(ended.length, 2);
    await eventually(() => held.abandoned === 1);
    assert.equal(stateOf(page).tail, null);
    const second = await finished(page);
    platform.reject(({ method }) => method === 'DELETE');
    await run('a', short);
    await until(page, (state) => state.phase === 'finished' && state.resultId > second.resultId);
    await eventually(() => ui.warnings.length === 1);
    assert.match(ui.warnings[0] ?? '', new RegExp(`^query ${String(second.queryId)} was not dropped`));
  });

  test('ignore messages about another result', async () => {
    const page = restored('a');
    page.say({ kind: 'needRows', resultId: 0, offset: 0, limit: 10 });
    page.say({ kind: 'statistics', resultId: 0, column: 'a' });
    for (const kind of ['cancel', 'showStatus']) page.say({ kind });
    page.say({ kind: 'export', format: 'csv' });
    const polled = polledQueries();
    const view = { ...firstView, filter: '1' };
    page.say({ kind: 'viewChanged', view });
    await run('a', short);
    const { resultId, queryId } = await finished(page);
    assert.equal(stateOf(page).view.filter, '');
    page.say({ kind: 'viewChanged', view });
    page.say({ kind: 'showStatus' });
    page.say({ kind: 'statistics', resultId: resultId - 1, column: 'a' });
    page.say({ kind: 'needRows', resultId: resultId - 1, offset: 0, limit: 10 });
    page.say({ kind: 'needRows', resultId, offset: 0, limit: 10 });
    await eventually(() => page.ofKind('rows').length > 0);
    assert.deepEqual(page.ofKind('statistics'), []);
    assert.deepEqual(
      page.ofKind('rows').map((message) => (message as { readonly resultId: number }).resultId),
      [resultId],
    );
    const held = platform.hold(
      ({ path: asked }) => asked.includes('format=json') && !asked.includes('single'),
    );
    page.say({ kind: 'statistics', resultId, column: 'a' });
    await eventually(() => held.waiting === 1);
    page.say({ kind: 'statistics', resultId, column: null });
    await eventually(() => held.abandoned === 1);
    assert.deepEqual([page.ofKind('statistics').length, ui.reported], [1, []]);
    assert.deepEqual([statuses, polled.filter(({ over }) => over)], [[`Lab ${String(queryId)}`], []]);
    platform.pass();
    await run('a', short);
    assert.equal(stateOf(page).view.filter, '1');
  });

  test('start a new result when the tail is turned off, and report new rows only if there are some', async () => {
    const page = restored('a');
    page.say({ kind: 'tail', on: true });
    assert.deepEqual([stateOf(page).tail, ui.reported], [null, []]);
    await run('a', 'table duration=1h tailed');
    const { resultId } = await finished(page);
    page.say({ kind: 'tail', on: true });
    page.say({ kind: 'atTop', atTop: false });
    assert.equal(stateOf(page).tail?.paused, true);
    assert.deepEqual([page.ofKind('tailed'), stateOf(page).resultId], [[], resultId]);
    page.say({ kind: 'tail', on: false });
    assert.deepEqual([stateOf(page).tail, stateOf(page).resultId], [null, resultId + 1]);
  });

  test('ask before they run a refined query that writes, and keep their panel for its new document', async () => {
    const page = restored('a', `json "{'a':1}" | import tailed`);
    const refinement = { action: 'sort', column: 'a', descending: true, run: true };
    const asked = ui.responses('cancel');
    const started = (): number =>
      platform.proxy.writes.filter(({ path: to }) => to.endsWith('/cursors')).length;
    const before = started();
    page.say({ kind: 'refine', refinement });
    await eventually(() => asked.isFinished);
    assert.match(asked.seen.join(), /writes or sends data on Lab/);
    const uri = remembered[0]?.replace(/ on Lab$/, '') ?? '';
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri);
    assert.equal(document?.getText(), `json "{'a':1}" | import tailed | sort -a`);
    page.say({ kind: 'refine', refinement: { ...refinement, run: false } });
    await eventually(() => document.getText().endsWith('| sort -a | sort -a'));
    await eventually(() => vscode.window.activeTextEditor?.document === document);
    assert.deepEqual([started(), remembered.length], [before, 1]);
    await run(uri, short);
    await finished(page);
    assert.deepEqual([page.revealed, panels.all().length, asked.misfits], [1, 1, []]);
    const { resume } = page.newest('keep') as { readonly resume: ResumeOf<typeof queryResultsPage> };
    assert.deepEqual([resume.document, resume.queryText], [uri, short]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('are opened once for each document, even if two of them were restored', async () => {
    const [first, second, none] = [restored('a'), restored('a'), restored(null)];
    await run('a', short);
    await finished(first);
    const phases = [second, none].map((page) => stateOf(page).phase);
    assert.deepEqual([phases, panels.all().length], [['dropped', 'dropped'], 3]);
    assert.deepEqual([first.revealed, second.revealed], [1, 0]);
    second.dispose();
    assert.equal(panels.all().length, 2);
    const connections: unknown[] = [];
    const set = (panel: unknown, name: string): unknown => connections.push(panel === first.panel && name);
    Object.assign(environment.connections, { set });
    await panels.runText('a', 'b', platform.other, short);
    assert.deepEqual([first.title, connections], ['Results: b · Other', ['Other']]);
  });

  test('are opened once for each document, even if it is run twice at once, and below it if the setting says so', async () => {
    let opened = 0;
    Object.assign(environment, { recorder: { add: () => (opened += 1) } });
    await using _ = await withSettings({ 'logbench.results.placement': 'below' });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
    await Promise.all([run('twice', short), run('twice', short)]);
    assert.deepEqual([opened, panels.all().length], [1, 1]);
    const { orientation, groups } = await vscode.commands.executeCommand<{
      readonly orientation: number;
      readonly groups: readonly unknown[];
    }>('vscode.getEditorLayout');
    // 1 is one above the other.
    assert.deepEqual([orientation, groups.length], [1, 2]);
  });

  test('are canceled by default when the document is active, otherwise when they are visible', async () => {
    const [first, second] = [restored('a'), restored('b')];
    await run('a', long);
    await run('b', long);
    const ids: (number | null)[] = [];
    for (const page of [first, second])
      ids.push((await until(page, ({ phase }) => phase === 'running')).queryId);
    const running = (key?: string): number | undefined => panels.running(key)?.running?.queryId;
    first.show(false);
    assert.deepEqual([running('a'), running('b'), running('c'), running()], [ids[0], ids[1], ids[1], ids[1]]);
    second.show(false);
    assert.deepEqual([running('a'), running()], [ids[0], undefined]);
    first.show(true);
    second.show(true);
    await panels.running('a')?.cancel();
    assert.equal(running('a'), ids[1]);
  });

  test('replace a tab that was not restored yet, and no other tab of the same name', async () => {
    const title = 'Results: a · Lab';
    const left = vscode.window.createWebviewPanel('logbench.queryResults', title, vscode.ViewColumn.One);
    const kind = vscode.window.createWebviewPanel('logbench.test', title, vscode.ViewColumn.One);
    const name = vscode.window.createWebviewPanel('logbench.queryResults', 'Other', vscode.ViewColumn.One);
    const closed: vscode.WebviewPanel[] = [];
    for (const panel of [left, kind, name]) panel.onDidDispose(() => closed.push(panel));
    await eventually(() => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length === 3);
    await run('new', short);
    assert.deepEqual(closed, [left]);
    const tabsOf = (wanted: string): readonly vscode.Tab[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label === wanted));
    await eventually(() => tabsOf(title).length === 2);
    await run('another', short);
    // The end of this one is reported after the end of all that were closed before it.
    await vscode.window.tabGroups.close(tabsOf('Other'));
    await eventually(() => closed.includes(name));
    assert.deepEqual([closed, panels.all().length], [[left, name], 2]);
  });

  test('reveal a query that they already show, and open another panel for a query of another connection', async () => {
    const page = restored('a');
    await run('a', long);
    const { queryId } = await until(page, ({ phase }) => phase === 'running');
    assert.ok(queryId !== null);
    await panels.show(platform.connection, queryId);
    assert.deepEqual([page.revealed, page.focused, panels.all().length], [2, 1, 1]);
    await Promise.all([panels.show(platform.other, queryId), panels.show(platform.other, queryId)]);
    assert.equal(panels.all().length, 2);
    await eventually(() => (panels.all()[1]?.state().rowCount ?? 0) > 0);
    await closeAllTabs();
    assert.deepEqual([panels.all().length, await isKept(queryId)], [1, true]);
  });

  test('find a query again that was running before a reload, also when it has ended, and drop it when they are closed', async () => {
    restored('a');
    await run('a', long);
    const kept = memory.get('openCursors');
    const history = memory.get('logbench.queryHistory');
    const [{ queryId }] = kept as readonly [{ readonly queryId: number }];
    // A window that is closed does not wait for anything.
    panels.dispose();
    await eventually(async () => !(await isKept(queryId)));

    const slow = `json "{'n':1}" | repeat count=30 over=2s`;
    const started = await platform.app.call('master', 'POST /api/core/cursors', { form: { q: slow } });
    const { id } = started.body as { readonly id: number };
    const shown = { connection: 'Lab', text: slow, name: 'a', document: 'a' };
    await memory.update('openCursors', [{ ...shown, queryId: id }]);
    await memory.update('logbench.queryHistory', [
      { ...Object((history as readonly object[])[0]), text: slow, outcome: 'running' },
    ]);
    const tab = vscode.window.createWebviewPanel(
      'logbench.queryResults',
      'Results: a · Lab',
      vscode.ViewColumn.One,
    );
    await eventually(() => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length === 1);
    panels = openPanels();
    const page = restored('a', slow);
    await until(page, ({ phase, queryId: found }) => phase === 'running' && found === id);
    const { rowCount } = await finished(page);
    assert.equal(rowCount, 30);
    const [ran] = memory.get('logbench.queryHistory') as readonly [object];
    assert.match(JSON.stringify(ran), /"outcome":"finished".*"rows":30/);
    page.dispose();
    tab.dispose();
    await eventually(async () => !(await isKept(id)));
    assert.equal(memory.get('openCursors'), undefined);
  });

  test('drop the cursors that a crashed extension host has left open', async () => {
    const { body } = await platform.app.call('master', 'POST /api/core/cursors', { form: { q: long } });
    const { id } = body as { readonly id: number };
    await memory.update('openCursors', [
      { connection: 'Removed', queryId: id, text: long, name: 'b', document: null },
      { connection: 'Lab', queryId: id, text: long, name: 'b', document: null },
    ]);
    openPanels();
    await eventually(async () => !(await isKept(id)));
    assert.equal(memory.get('openCursors'), undefined);
  });
});
