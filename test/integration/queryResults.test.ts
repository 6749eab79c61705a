import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { queryResultsState } from '../../src/shared/protocol/queryResults';
import type { FieldStatistics, QueryResultsState } from '../../src/shared/protocol/queryResults';
import { queryStatusState } from '../../src/shared/protocol/queryStatus';
import type { RecordedPanel } from '../../src/testing/panelRecorder';
import { eventually } from '../support/eventually';
import { closeAllTabs } from './support/closeAllTabs';
import { sharedPlatform } from './support/connected';
import type { Connected } from './support/connected';
import { kindOf, newestState, openedPanel, untilState } from './support/panels';
import { typed } from './support/queryDocuments';
import { responding, runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inNewest as test, inOldest } from './support/vscodes';

const viewType = 'logbench.queryResults';
const longQuery = `json "{'n':1}" | repeat count=100000 over=600s`;

describe('Running a query', () => {
  const shared = sharedPlatform();

  it('shows rows with typed columns, and fetches them by page', async () => {
    const { connected } = shared;
    await typed(`json "[{'a':1,'b':'x'},{'a':2,'b':'y'}]"`);
    await runCommand('logbench.query.run');
    const { panel, state } = await finished();
    assert.equal(state.connection.name, connected.connection.name);
    assert.equal(state.rowCount, 2);
    assert.deepEqual(new Map(state.columns.map(({ name, type }) => [name, type])).get('a'), 'number');
    assert.deepEqual(await rowsOf(panel, state, 0, 200), [
      cells(state, { a: 1, b: 'x' }),
      cells(state, { a: 2, b: 'y' }),
    ]);
  });

  test('runs the selection alone', async () => {
    const { editor } = await typed(`json "[{'a':1},{'a':2},{'a':3}]" | limit 1`);
    editor.selection = new vscode.Selection(0, 0, 0, 32);
    await runCommand('logbench.query.run');
    const { state } = await finished();
    assert.equal(state.rowCount, 3);
  });

  test('asks for parameters that nothing sets, and offers the last answer again', async () => {
    await typed(`json "[{'a':1},{'a':5},{'a':9}]" | search a >= $("least")`);
    await runCommand('logbench.query.run', [{ input: '5' }]);
    const first = await finished();
    assert.equal(first.state.rowCount, 2);
    const again = await runCommand('logbench.query.run', [{ input: '9' }]);
    assert.ok(again.seen.some((text) => text.includes('least')));
    await untilState(
      first.panel,
      queryResultsState,
      ({ phase, rowCount }) => phase === 'finished' && rowCount === 1,
    );
  });

  test('shows a cancelled query as cancelled wherever it is seen, and leaves no failure in the audit log', async () => {
    const { connected } = shared;
    await typed(longQuery);
    await runCommand('logbench.query.run');
    const panel = await openedPanel(viewType);
    const { resultId } = await untilState(panel, queryResultsState, ({ rowCount }) => rowCount > 0);
    panel.receive({ kind: 'showStatus' });
    const status = await openedPanel('logbench.queryStatus');
    await untilState(status, queryStatusState, (state) => state.status !== null);
    const failures = await failuresOf(connected);
    for (let offset = 0; offset < 2000; offset += 200) {
      panel.receive({ kind: 'needRows', resultId, offset, limit: 200 });
    }
    panel.receive({ kind: 'cancel' });
    const cancelled = await untilState(
      status,
      queryStatusState,
      (state) => state.status?.isCancelled === true,
    );
    assert.deepEqual([cancelled.failure, cancelled.watching], [null, 'stopped']);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const { failure, queryId } = await untilState(
      panel,
      queryResultsState,
      ({ phase }) => phase === 'cancelled',
    );
    assert.deepEqual([failure, queryId], [null, null]);
    assert.deepEqual(
      panel.posted.filter((message) => kindOf(message) === 'rowsFailed'),
      [],
    );
    assert.equal(await failuresOf(connected), failures);
  });

  test('drops the cursor when the query runs again, and when the panel is closed', async () => {
    const { connected } = shared;
    await typed(`json "{'a':1}"`);
    await runCommand('logbench.query.run');
    const { panel, state } = await finished();
    panel.receive({ kind: 'refresh' });
    const next = await untilState(
      panel,
      queryResultsState,
      ({ phase, resultId }) => phase === 'finished' && resultId > state.resultId,
    );
    await eventually(async () => (await statusCode(connected, state.queryId)) === 403);
    assert.equal(await statusCode(connected, next.queryId), 200);
    await closeAllTabs();
    await eventually(async () => (await statusCode(connected, next.queryId)) === 403);
  });

  test('shows in Problems, at its place, why the service does not run a text', async () => {
    const { document } = await typed('table nobody_made_this | limit 1');
    await runCommand('logbench.query.run');
    const problem = await eventually(() =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === 10605),
    );
    assert.equal(document.getText(problem.range), 'nobody_made_this');
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
  });

  test('asks before it runs a command that writes', async () => {
    const { connected } = shared;
    await connected.call('POST /api/core/tables', { form: { table: 'copied' } });
    await typed(`json "{'a':1}" | import copied`);
    await runCommand('logbench.query.run', ['cancel']);
    const { body } = await connected.call('GET /api/core/query-history');
    assert.ok(!JSON.stringify(body).includes('import copied'));
    await runCommand('logbench.query.run', [{ confirm: 'Run' }]);
    const { panel, state } = await finished();
    const script = await responding(['cancel']);
    panel.receive({ kind: 'refresh' });
    await eventually(() => script.seen.some((text) => text.includes('writes or sends data')));
    script.assertFinished();
    assert.equal(newestState(panel, queryResultsState).resultId, state.resultId);
  });

  test('runs again with the next key where the key was refused', async () => {
    const { connected } = shared;
    await typed(`json "{'a':1}"`);
    await runCommand('logbench.query.run');
    const { panel } = await finished();
    const { node } = await lineAt(connected.connection.name);
    await runCommand('logbench.connection.setApiKey', [{ input: 'a-wrong-key' }], node);
    panel.receive({ kind: 'refresh' });
    const rejected = await untilState(
      panel,
      queryResultsState,
      ({ failure }) => failure?.reason === 'keyRejected',
    );
    const script = await responding([{ input: connected.key }]);
    panel.receive({ kind: 'setApiKey' });
    await untilState(
      panel,
      queryResultsState,
      ({ phase, resultId }) => phase === 'finished' && resultId > rejected.resultId,
    );
    script.assertFinished();
  });

  test('counts a field over all rows', async () => {
    await typed(`json "{'a':1}" | repeat count=5000 | eval b = mod(rand(1000000), 3)`);
    await runCommand('logbench.query.run');
    const { panel, state } = await finished();
    panel.receive({ kind: 'statistics', resultId: state.resultId, column: 'b' });
    const { statistics } = await eventually(() => {
      const told = panel.posted.findLast((message) => kindOf(message) === 'statistics');
      const parsed = told === undefined ? undefined : (told as { statistics: FieldStatistics });
      return parsed?.statistics.done === true ? parsed : undefined;
    });
    assert.deepEqual([statistics.read, statistics.filled, statistics.distinct], [5000, 5000, 3]);
    assert.equal(
      statistics.top.reduce((sum, { count }) => sum + count, 0),
      5000,
    );
  });

  test('puts new rows of a table on top while that is wanted', async () => {
    const { connected } = shared;
    const add = async (n: number): Promise<unknown> =>
      connected.call('POST /api/core/cursors', { form: { q: `json "{'n':${n}}" | import tailed` } });
    await connected.call('POST /api/core/tables', { form: { table: 'tailed' } });
    await add(1);
    await typed('table duration=1h tailed?');
    await eventually(async () => {
      await runCommand('logbench.query.run');
      return (await finished()).state.rowCount === 1;
    });
    const { panel, state } = await finished();
    assert.equal(state.canTail, true);
    panel.receive({ kind: 'tail', on: true });
    // What its first look finds is not new, so rows are added until one is.
    let n = 1;
    await eventually(async () => {
      await add((n += 1));
      return panel.posted.some((message) => kindOf(message) === 'tailed');
    });
    const { rowCount } = await untilState(panel, queryResultsState, (told) => told.rowCount > 1);
    assert.equal(((await rowsOf(panel, state, 0, 200)) as unknown[]).length, rowCount);
    panel.receive({ kind: 'tail', on: false });
    await untilState(panel, queryResultsState, (told) => told.tail === null && told.rowCount === 1);
  });

  // In the newest, the end-to-end tests see it.
  inOldest('opens results below the editor where that is set', async () => {
    await using _ = await withSettings({ 'logbench.results.placement': 'below' });
    await typed(`json "{'a':1}"`);
    await runCommand('logbench.query.run');
    await finished();
    const layout = await vscode.commands.executeCommand<{ orientation: number; groups: readonly unknown[] }>(
      'vscode.getEditorLayout',
    );
    const { activeTabGroup, all } = vscode.window.tabGroups;
    assert.equal(all.length, 2);
    // 1 is one above the other.
    assert.equal(layout.orientation, 1);
    assert.ok(activeTabGroup.activeTab?.input instanceof vscode.TabInputText, 'the editor keeps the focus');
  });

  test('asks on which connection a local query runs, once, and again for a new query with the name of a closed one', async () => {
    const { connected } = shared;
    await using _ = await otherConnection(connected);
    const first = await typed(`json "{'a':1}"`);
    await runCommand('logbench.query.run', [{ pick: 'Test' }]);
    const { panel, state } = await finished();
    assert.equal(state.connection.name, 'Test');
    await runCommand('logbench.query.run');
    await untilState(
      panel,
      queryResultsState,
      ({ phase, resultId }) => phase === 'finished' && resultId === 2,
    );
    await vscode.window.showTextDocument(first.document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually(() => first.document.isClosed);
    const second = await typed(`json "{'a':2}"`);
    assert.equal(second.document.uri.toString(), first.document.uri.toString());
    await runCommand('logbench.query.run', [{ pick: 'Other' }]);
  });

  test('can be repeated from the history of this window and of the platform', async () => {
    const { connected } = shared;
    await connected.call('POST /api/core/cursors', { form: { q: `json "{'from':'elsewhere'}"` } });
    await typed(`json "{'from':'here'}"`);
    await runCommand('logbench.query.run');
    await finished();
    const { document } = await typed('');
    await runCommand('logbench.query.history', [{ search: 'elsewhere', select: 'json' }]);
    assert.equal(document.getText(), `json "{'from':'elsewhere'}"`);
    const script = await runCommand('logbench.query.history', [
      { search: 'here', select: `json "{'from':'here'}"` },
    ]);
    assert.ok(
      script.seen.some((text) => text.includes('this window')) || document.getText().includes('here'),
    );
  });
});

/** A second connection to the same platform, so that a local query has a choice. */
async function otherConnection({ connection }: Connected): Promise<AsyncDisposable> {
  return withSettings({ 'logbench.connections': [{ ...connection, name: 'Other' }, connection] });
}

async function finished(): Promise<{ panel: RecordedPanel; state: QueryResultsState }> {
  const panel = await openedPanel(viewType);
  return { panel, state: await untilState(panel, queryResultsState, ({ phase }) => phase === 'finished') };
}

/** Asks for rows as the page does. */
async function rowsOf(
  panel: RecordedPanel,
  { resultId }: QueryResultsState,
  offset: number,
  limit: number,
): Promise<unknown> {
  const before = panel.posted.length;
  panel.receive({ kind: 'needRows', resultId, offset, limit });
  const response = await eventually(() =>
    panel.posted.slice(before).find((message) => kindOf(message) === 'rows'),
  );
  return (response as { rows: unknown }).rows;
}

/** The cells of a row in the order of the columns. */
function cells({ columns }: QueryResultsState, row: Readonly<Record<string, unknown>>): unknown[] {
  return columns.map(({ name }) => row[name] ?? null);
}

async function failuresOf(connected: Connected): Promise<number> {
  const { body } = await connected.call('GET /api/core/audit-logs?limit=10000');
  const { audit_logs } = body as { audit_logs: readonly { readonly error?: string }[] };
  return audit_logs.filter(({ error }) => error !== undefined).length;
}

async function statusCode(connected: Connected, id: number | null): Promise<number> {
  return (await connected.call(`GET /api/core/queries/${String(id)}`)).status;
}
