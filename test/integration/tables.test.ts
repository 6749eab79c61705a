import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tableState } from '../../src/shared/protocol/table';
import type { TableState } from '../../src/shared/protocol/table';
import type { RecordedPanel } from '../../src/testing/panelRecorder';
import { eventually } from '../support/eventually';
import { addRows } from '../support/tables';
import { clickRow, shownText } from './support/clickRow';
import { sharedPlatform, wholeInterface } from './support/connected';
import { openedPanel, untilState } from './support/panels';
import { runCommand } from './support/runCommand';
import { lineAt } from './support/tree';
import { inOldest as test } from './support/vscodes';

const viewType = 'logbench.table';

describe('The page of a table', () => {
  const shared = sharedPlatform(async (connected) => {
    const call: typeof connected.call = async (...args) => connected.call(...args);
    for (const table of ['web', 'idle']) await call('POST /api/core/tables', { form: { table } });
    await addRows(
      connected.platform,
      'web',
      `SELECT date_trunc('day', now()::TIMESTAMP) - to_days(i // 10) AS _time, i % 3 AS code, 'a log' AS line FROM range(50) numbers(i)`,
    );
    await call('POST /api/core/scheduled-queries', {
      form: { name: 'Reader', query: 'table w*', trigger_type: 'cron', cron_schedule: '0 3 * * *' },
    });
    await call('POST /api/core/batch-rules', { form: { name: 'Rule', query: 'table web' } });
  }, wholeInterface);

  const whole = ({ volume, sample, users }: TableState): boolean =>
    volume !== null && sample !== null && users !== null;

  async function show(table: string): Promise<RecordedPanel> {
    await clickRow(await lineAt('Test', 'Tables', table));
    return eventually(async () => {
      const panel = await openedPanel(viewType);
      return panel.title === `${table} · Test` ? panel : undefined;
    });
  }

  test('shows what the table is, what is in it and who uses it', async () => {
    const { facts, volume, sample, users } = await untilState(await show('web'), tableState, whole);
    assert.ok(facts);
    assert.ok(facts.fields.some(({ label, value }) => label === 'Retention' && value === 'unlimited'));
    assert.deepEqual(
      facts.nodes?.map(({ node }) => node),
      ['local'],
    );
    assert.deepEqual(volume?.counts, [10, 10, 10, 10, 10]);
    assert.equal(sample?.rows, 50);
    assert.deepEqual(
      sample.fields.find(({ name }) => name === 'code')?.top.map(({ value }) => value),
      ['0', '1', '2'],
    );
    assert.deepEqual(
      users?.items.map(({ kind, name }) => `${kind} ${name}`),
      ['scheduledQuery Reader', 'batchRule Rule'],
    );
  });

  test('opens the query for a time that was marked, and finds the logs of that time', async () => {
    const panel = await show('web');
    const { volume } = await untilState(panel, tableState, whole);
    assert.ok(volume);
    const day = 86_400_000;
    panel.receive({ kind: 'queryTime', from: volume.from + day, to: volume.from + 3 * day });
    const text = await shownText(/^table from=\d{14} to=\d{14} web$/);
    const { body } = await shared.connected.call(
      `GET /api/core/query?q=${encodeURIComponent(`${text} | stats count`)}`,
    );
    assert.match(JSON.stringify(body), /"count":20/);
  });

  it('gives way to the next table until somebody uses it, and reads again what is shown again', async () => {
    const first = await show('web');
    await untilState(first, tableState, whole);
    assert.equal(await show('idle'), first);
    const { volume } = await untilState(first, tableState, (state) => state.table === 'idle' && whole(state));
    assert.deepEqual(volume?.counts, []);

    first.receive({ kind: 'refresh' });
    assert.notEqual(await show('web'), first);
    await shared.connected.call('PUT /api/core/tables/idle/retention', { form: { period: '30' } });
    await clickRow(await lineAt('Test', 'Tables', 'idle'));
    await untilState(
      first,
      tableState,
      ({ facts }) => facts?.fields.some(({ value }) => value === '30 days') === true,
    );
  });

  test('says that a table is gone, or that the key is rejected, and reads it with the next key', async () => {
    await shared.connected.call('POST /api/core/tables', { form: { table: 'gone' } });
    await runCommand('logbench.explorer.refresh');
    const row = await lineAt('Test', 'Tables', 'gone');
    await shared.connected.call('DELETE /api/core/tables/gone');
    await clickRow(row);
    const panel = await openedPanel(viewType);
    const { failure } = await untilState(panel, tableState, (state) => state.failure !== null);
    assert.match(failure?.message ?? '', /The table gone no longer exists on Test/);

    const { node } = await lineAt('Test');
    await runCommand('logbench.connection.setApiKey', [{ input: 'a-wrong-key' }], node);
    await runCommand('logbench.table.show', [], 'Test', 'web');
    await untilState(panel, tableState, (state) => state.failure?.reason === 'keyRejected');
    await runCommand('logbench.connection.setApiKey', [{ input: shared.connected.key }], node);
    panel.receive({ kind: 'refresh' });
    await untilState(panel, tableState, whole);
  });

  test('copies what is known as text', async () => {
    const panel = await show('web');
    await untilState(panel, tableState, whole);
    await vscode.env.clipboard.writeText('');
    panel.receive({ kind: 'copyText' });
    const text = await eventually(async () => (await vscode.env.clipboard.readText()) || undefined);
    assert.match(text, /^web\nTest · Development/);
    assert.match(text, /^Retention {2,}unlimited$/m);
  });
});
