import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerQueries } from '../../src/extension/features/runningQueries';
import { StatusPanels } from '../../src/extension/features/runningQueries/statusPanel';
import type { QueryStatusState } from '../../src/core/pages/queryStatusMessages';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { ofSuite } from '../support/ofSuite';
import { eventually } from '../support/eventually';
import { CommandsStub } from './support/commandsStub';
import { closeAllTabs } from './support/closeAllTabs';
import { ScriptedPanel, scriptedEnvironment } from './support/scriptedPanel';
import type { ScriptedEnvironment } from './support/scriptedPanel';
import { scriptedPlatform, ScriptedUi } from './support/scriptedPlatform';
import type { Ui } from '../../src/extension/ui/openUi';
import { inNewest as test } from './support/vscodes';

const long = `json "{'n':1}" | repeat count=100000 over=600s`;
const done = async (): Promise<void> => Promise.resolve();

describe('The status panels of queries', () => {
  const platform = ofSuite(scriptedPlatform);
  let environment: ScriptedEnvironment;
  let ui: ScriptedUi;
  let panels: StatusPanels;
  let results: string[];

  beforeEach(() => {
    environment = scriptedEnvironment();
    ui = new ScriptedUi();
    results = [];
    const { platforms } = platform;
    const access = {
      showResults: async ({ name }: Connection, queryId: number) =>
        Promise.resolve(void results.push(`${name} ${queryId}`)),
      cancelActive: async () => Promise.resolve(false),
    };
    panels = new StatusPanels({ ui: ui.ui, platforms, environment, results: access });
  });

  afterEach(async () => {
    platform.pass();
    panels.dispose();
    environment.dispose();
    await closeAllTabs();
  });

  async function start(): Promise<number> {
    const { body } = await platform.app.call('master', 'POST /api/core/cursors', { form: { q: long } });
    return (body as { readonly id: number }).id;
  }

  function restored(queryId: number): ScriptedPanel {
    const page = new ScriptedPanel();
    const view = { zone: 'local', detailsOpen: false, textOpen: false };
    panels.restore(page.panel, { connection: 'Lab', queryId, view });
    return page;
  }

  const stateOf = (page: ScriptedPanel): QueryStatusState => page.newest('state') as QueryStatusState;
  const known = async (page: ScriptedPanel): Promise<unknown> =>
    eventually(() => stateOf(page).status !== null);
  const isKept = async (queryId: number): Promise<boolean> =>
    (await platform.app.call('master', `GET /api/core/queries/${queryId}`)).status === 200;

  test('show the end only of their own query', async () => {
    const id = await start();
    const page = restored(id);
    await known(page);
    await environment.queryEnds.end('Other', id, done);
    await environment.queryEnds.end('Lab', id + 1, done);
    const states = page.ofKind('state') as readonly QueryStatusState[];
    assert.ok(states.every(({ cancelAsked, status }) => !cancelAsked && status?.isFinished !== true));
    await environment.queryEnds.end('Lab', id, done);
    const { status, watching } = stateOf(page);
    assert.deepEqual([status?.isCanceled, watching], [true, 'stopped']);
  });

  test('are canceled by the command if they are active and their query is known to run', async () => {
    const [one, two] = [await start(), await start()];
    const held = platform.hold(({ path }) => path.includes('/queries/'));
    const [first, second] = [restored(one), restored(two)];
    await eventually(() => held.waiting === 2);
    assert.equal(await panels.cancelActive(), false);
    held.release();
    await known(first);
    await known(second);
    first.show(true, false);
    assert.equal(await panels.cancelActive(), true);
    assert.deepEqual([await isKept(one), await isKept(two)], [true, false]);
    assert.equal(await panels.cancelActive(), false);
  });

  test('continue after a failed cancellation, which is reported', async () => {
    const id = await start();
    const page = restored(id);
    await known(page);
    platform.reject(({ method }) => method === 'DELETE');
    assert.equal(await panels.cancelActive(), true);
    assert.match(ui.reported.join(), /rejected by the test/);
    const { status, cancelAsked } = stateOf(page);
    assert.deepEqual([status?.isFinished, cancelAsked], [false, false]);
    page.say({ kind: 'cancel' });
    await eventually(() => ui.reported.length === 2);
    const { stamp } = stateOf(page).status ?? { stamp: 0 };
    await eventually(() => (stateOf(page).status?.stamp ?? 0) > stamp);
  });

  test('are opened once for each query of a connection', async () => {
    const id = await start();
    const page = restored(id);
    panels.open(platform.connection, id);
    assert.deepEqual([page.revealed, panels.all().length], [1, 1]);
    panels.open(platform.other, id);
    panels.open(platform.connection, id + 1);
    assert.deepEqual([page.revealed, panels.all().length], [1, 3]);
    await closeAllTabs();
    assert.equal(panels.all().length, 1);
    page.dispose();
    assert.equal(panels.all().length, 0);
  });

  test('retry a rejected request on Refresh, keep the view of the page, and open their results', async () => {
    const id = await start();
    platform.reject(({ path }) => path.includes(`/queries/${id}`));
    const page = restored(id);
    await eventually(() => stateOf(page).failure !== null);
    platform.pass();
    page.say({ kind: 'viewChanged', view: { zone: 'utc', detailsOpen: true, textOpen: false } });
    page.say({ kind: 'refresh' });
    await known(page);
    const { failure, view } = stateOf(page);
    assert.deepEqual([failure, view.zone, view.detailsOpen], [null, 'utc', true]);
    page.say({ kind: 'openResults' });
    assert.deepEqual([results, ui.reported], [[`Lab ${id}`], []]);
  });

  test('do not request a query from before a reload that the platform no longer has', async () => {
    const page = restored(424_242);
    await eventually(() => stateOf(page).failure?.reason === 'notFound');
    assert.ok(!platform.proxy.seen.some(({ path }) => path.includes('/queries/424242')));
  });

  test('open the text of their query', async () => {
    const page = restored(await start());
    await known(page);
    page.say({ kind: 'openText' });
    const editor = await eventually(() => vscode.window.activeTextEditor);
    assert.deepEqual([editor.document.getText(), editor.document.languageId], [long, 'logbench-query']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('are canceled by the command before results, and results before it asks for another query', async () => {
    const commands = new CommandsStub();
    let shown = true;
    const asked: string[] = [];
    const cancelActive = async (): Promise<boolean> => Promise.resolve(asked.push('results') > 0 && shown);
    const { platforms } = platform;
    const access = { showResults: async () => Promise.resolve(), cancelActive };
    const scripted = { ...ui.ui, commands } as unknown as Ui;
    const queries = registerQueries(
      { ui: scripted, platforms, environment, results: access },
      { changed: () => undefined },
    );
    const cancel = async (...args: readonly unknown[]): Promise<void> =>
      commands.run('logbench.query.cancel', ...args);
    const id = await start();
    const page = new ScriptedPanel();
    const view = { zone: 'local', detailsOpen: false, textOpen: false };
    await environment.restore('logbench.queryStatus', page, { connection: 'Lab', queryId: id, view });
    await known(page);
    await cancel();
    assert.deepEqual([await isKept(id), asked], [false, []]);
    await cancel();
    assert.deepEqual(asked, ['results']);
    shown = false;
    const script = ui.responses('cancel');
    await assert.rejects(cancel(), { name: 'CanceledError' });
    assert.deepEqual([asked.length, script.isFinished], [2, true]);
    const other = await start();
    ui.responses({ confirm: 'Cancel Query' });
    await cancel('Lab', other);
    assert.deepEqual([await isKept(other), asked.length], [false, 2]);
    queries.dispose();
  });
});
