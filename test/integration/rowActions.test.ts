import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { backtestState } from '../../src/core/pages/backtest';
import type { BacktestState } from '../../src/core/pages/backtest';
import { queryResultsState } from '../../src/core/pages/queryResults';
import { runsState } from '../../src/core/pages/runs';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { eventually } from '../support/eventually';
import { untilLens } from './support/lenses';
import { openedPanel, untilState } from './support/panels';
import { replaceText, saveDraft, typed } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { selection, sharedQueries } from './support/scheduledQueries';
import { lineAt } from './support/tree';
import { inNewest as test, inOldest } from './support/vscodes';

describe('The actions of a row in the explorer', () => {
  const stored = sharedQueries();

  test('opens a new query on its connection', async () => {
    await runCommand('logbench.query.new', [], (await lineAt('Test')).node);

    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'logbench-query');
    assert.equal(document.getText(), '');
    await untilLens(document.uri, /^on Test$/);
  });

  it('copies the GUIDs of all selected rows, and the request that writes one', async () => {
    const guids = [await stored.create('A'), await stored.create('B', { description: 'kept' })];
    await runCommand('logbench.scheduledQuery.copyGuid', [], ...selection(await stored.lines('A', 'B')));
    assert.equal(await vscode.env.clipboard.readText(), guids.join('\n'));

    await runCommand('logbench.scheduledQuery.copyAsCurl', [], ...selection(await stored.lines('B')));

    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, new RegExp(`^curl -X PUT '.*/scheduled-queries/${guids[1] ?? ''}'`));
    assert.match(copied, /description=kept/);
    assert.ok(!copied.includes(stored.connected.key));
  });

  test('runs the text of a query and shows its results', async () => {
    await stored.create('Runs', { query: `json "{'ran':1}"` });

    await runCommand('logbench.scheduledQuery.runText', [], ...selection(await stored.lines('Runs')));

    const panel = await openedPanel('logbench.queryResults');
    const { rowCount, name } = await untilState(
      panel,
      queryResultsState,
      ({ phase }) => phase === 'finished',
    );
    assert.deepEqual([rowCount, name], [1, 'Runs']);
  });

  test('runs the published text at once, even if there is a draft, and does not change the schedule', async () => {
    const guid = await stored.create('Nightly', { query: `json "[{'ran':1},{'ran':2}]"` });
    const before = await stored.read(guid);
    const uri = vscode.Uri.from({
      scheme: 'logbench',
      path: pathOf({ connection: 'Test', guid }, 'Nightly'),
    });
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, document.lineAt(document.lineCount - 1).range.end, ' | limit 1');
    await vscode.workspace.applyEdit(edit);
    await document.save();

    await runCommand(
      'logbench.scheduledQuery.runNow',
      [{ notice: '“Nightly” ran as a query of your own. Its schedule is unchanged.' }],
      ...selection(await stored.lines('Nightly')),
    );

    const panel = await openedPanel('logbench.queryResults');
    const { rowCount, name } = await untilState(
      panel,
      queryResultsState,
      ({ phase }) => phase === 'finished',
    );
    assert.deepEqual([rowCount, name, await stored.read(guid)], [2, 'Nightly', before]);
    await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], uri);
  });

  test('backtests a scheduled query, once for each time that it would have been due', async () => {
    await stored.connected.call('POST /api/core/tables', { form: { table: 'web_hits' } });
    const query = 'table duration=1d web_hits | stats count';
    await stored.create('Daily', { query, cron_schedule: '0 0 * * *' });

    await runCommand('logbench.query.backtest', [], ...selection(await stored.lines('Daily')));

    const panel = await openedPanel('logbench.backtest');
    const ready = await untilState(panel, backtestState, ({ phase }) => phase === 'ready');
    assert.deepEqual([ready.subject.name, ready.problem, ready.plan?.runs], ['Daily', null, 7]);
    panel.receive({ kind: 'start' });
    const done = await untilState(panel, backtestState, ({ phase }) => phase === 'done');
    assert.deepEqual([done.runs.length, done.rows, done.failure], [7, 7, null]);
  });

  test('backtests the text that the draft of a query has when it runs again', async () => {
    await stored.connected.call('POST /api/core/tables', { form: { table: 'tuned' } });
    const published = 'table duration=1h tuned';
    const guid = await stored.create('Tuned', { query: published, cron_schedule: '0 0 * * *' });
    const path = pathOf({ connection: 'Test', guid }, 'Tuned');
    await runCommand('logbench.query.backtest', [], ...selection(await stored.lines('Tuned')));
    const panel = await openedPanel('logbench.backtest');
    await untilState(panel, backtestState, ({ phase }) => phase === 'ready');
    await stored.change(guid, { query: `${published} | limit 7` });
    panel.receive({ kind: 'start' });
    panel.receive({ kind: 'start' });
    const changed = await untilState(panel, backtestState, ({ phase }) => phase === 'done');
    assert.deepEqual([changed.subject.text, changed.subject.published], [`${published} | limit 7`, null]);
    await stored.change(guid, { query: published });

    const text = `${published} | search n == 1`;
    await saveDraft(vscode.Uri.from({ scheme: 'logbench', path }), text);
    // A page that is hidden is sent nothing.
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    panel.receive({ kind: 'start' });

    const isOfDraft = ({ phase, subject }: BacktestState): boolean =>
      phase === 'done' && subject.text === text;
    const { subject } = await untilState(panel, backtestState, isOfDraft);
    assert.deepEqual([subject.name, subject.text, subject.published], ['Tuned', text, published]);
    await stored.remove(guid);
    panel.receive({ kind: 'start' });
    const again = await untilState(panel, backtestState, ({ subject: { published } }) => published === null);
    assert.equal(again.subject.text, text);
  });

  test('backtests a query that was corrected, and the same text again after its document was closed without being saved', async () => {
    const { document, editor } = await typed('system tables');
    await runCommand('logbench.query.backtest', [], document.uri);
    const panel = await openedPanel('logbench.backtest');
    await untilState(panel, backtestState, ({ problem }) => problem !== null);
    await stored.connected.call('POST /api/core/tables', { form: { table: 'corrected' } });
    const text = 'table corrected';
    await replaceText(await vscode.window.showTextDocument(document, editor.viewColumn), text);
    panel.receive({ kind: 'start' });
    const done = await untilState(panel, backtestState, ({ phase }) => phase === 'done');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => document.isClosed);
    const other = await vscode.workspace.openTextDocument(document.uri);
    await replaceText(await vscode.window.showTextDocument(other), 'table another');
    await vscode.commands.executeCommand('workbench.action.previousEditor');
    panel.receive({ kind: 'viewChanged', view: { ...done.view, days: 'range', from: 'never' } });
    await untilState(panel, backtestState, ({ problem }) => problem !== null);
    panel.receive({ kind: 'start' });
    panel.receive({ kind: 'viewChanged', view: done.view });
    await untilState(panel, backtestState, ({ problem, phase }) => problem === null && phase === 'ready');

    const before = panel.posted.length;
    panel.receive({ kind: 'start' });

    const states = (): readonly BacktestState[] =>
      panel.posted.slice(before).map((message) => backtestState.parse(message));
    await eventually(() => states().at(-1)?.phase === 'done');
    assert.deepEqual(new Set(states().map(({ subject }) => subject.text)), new Set([text]));
  });

  inOldest('backtests the draft of a detection rule, and compares it with the published rule', async () => {
    await stored.connected.call('POST /api/core/tables', { form: { table: 'rule_hits' } });
    const form = {
      name: 'Tried',
      priority: 'LOW',
      query: 'table duration=1d rule_hits',
      schedule: '0 0 * * *',
    };
    const { body } = await stored.connected.call('POST /api/core/batch-rules', { form });
    const { guid } = body as { readonly guid: string };
    const address = { connection: 'Test', guid, rule: 'batch' } as const;
    const uri = vscode.Uri.from({ scheme: 'logbench', path: pathOf(address, 'Tried') });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, document.lineAt(document.lineCount - 1).range.end, '| stats count\n');
    await vscode.workspace.applyEdit(edit);
    await document.save();

    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await runCommand('logbench.explorer.refresh', []);

    // The row has the published rule, the draft is kept apart from it.
    const { node } = await lineAt('Test', 'Detection Rules', 'Tried');
    await runCommand('logbench.query.backtest', [], node);

    const panel = await openedPanel('logbench.backtest');
    const { subject, plan } = await untilState(panel, backtestState, ({ phase }) => phase === 'ready');
    assert.deepEqual(
      [subject.name, subject.published?.trim(), plan?.kind],
      ['Tried', 'table duration=1d rule_hits', 'replay'],
    );
    await runCommand('logbench.scheduledQuery.revert', [{ confirm: 'Discard Draft' }], uri);
  });

  test('shows the runs of a query and opens its text at the position of the failure', async () => {
    const guid = await stored.create('Broken', {
      query: `json "{'a':1}"\n| join a [ table missing_table ]`,
      cron_schedule: '* * * * * *',
      enabled: 'true',
    });
    await eventually(async () => (await stored.read(guid))?.['last_failure_reason'] != null);
    await stored.change(guid, { enabled: 'false' });

    await runCommand('logbench.scheduledQuery.runs', [], ...selection(await stored.lines('Broken')));

    const panel = await openedPanel('logbench.runs');
    const { query, runs, isFromRecord, failures, changes } = await untilState(
      panel,
      runsState,
      (state) => state.changes !== null,
    );
    const isStrict = process.env['LOGBENCH_STRICT_INTERFACE'] === '1';
    assert.deepEqual([query.name, runs?.[0]?.outcome, isFromRecord], ['Broken', 'failed', isStrict]);
    assert.equal(failures?.error, 'The table “missing_table” does not exist. (10605)');
    assert.equal(changes?.items.at(-1)?.user, 'master');
    panel.receive({ kind: 'openFailing' });
    const editor = await eventually(() => Promise.resolve(vscode.window.activeTextEditor));
    await eventually(() => Promise.resolve(editor.document.getText(editor.selection) === 'missing_table'));
  });

  test('shows times in the zone of the window as soon as a page has reported it', async () => {
    const guid = await stored.create('Timed', { enabled: 'true', query: `json "{'ran':1}"` });
    const uri = vscode.Uri.from({
      scheme: 'logbench',
      path: pathOf({ connection: 'Test', guid }, 'Timed'),
    });
    await vscode.window.showTextDocument(uri);
    await runCommand('logbench.query.run', [], uri);
    const panel = await openedPanel('logbench.queryResults');
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    try {
      panel.receive({ kind: 'ready', timeZone: 'Pacific/Kiritimati' });
      await untilLens(uri, /next .*\+1400, on the server .*03:00\+/);
    } finally {
      panel.receive({ kind: 'ready', timeZone: here });
    }
    await untilLens(uri, /next /, /\+1400/);
  });
});
