import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { queryResultsState } from '../../src/core/pages/queryResults';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import { queryStatusState } from '../../src/core/pages/queryStatusMessages';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { sharedPlatform } from './support/connected';
import type { Connected } from './support/connected';
import { kindOf, newestState, openedPanel, untilState } from './support/panels';
import { typed } from './support/queryDocuments';
import { responding, runCommand } from './support/runCommand';
import { withSettings } from './support/settings';
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

  test('shows a canceled query as canceled in all its views, and leaves no failure in the audit log', async () => {
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
    const canceled = await untilState(status, queryStatusState, (state) => state.status?.isCanceled === true);
    assert.deepEqual([canceled.failure, canceled.watching], [null, 'stopped']);
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

  test('corrects the command that was mistyped, and runs what was meant', async () => {
    const { document } = await typed(`json "{'a':1}" | serch a == 2 | serch a == 1`);
    const yes = { confirm: 'Run with “search”' };
    await runCommand('logbench.query.run', [yes, yes]);
    const { state } = await finished();
    assert.equal(document.getText(), `json "{'a':1}" | search a == 2 | search a == 1`);
    assert.deepEqual([state.phase, state.rowCount], ['finished', 0]);
  });

  // In the newest, the end-to-end tests see it.
  inOldest('opens results below the editor if the setting says so', async () => {
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
});

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
