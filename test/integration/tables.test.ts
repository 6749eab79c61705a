import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { tableState } from '../../src/core/pages/tableMessages';
import type { TableState } from '../../src/core/pages/tableMessages';
import type { RecordedPanel } from '../../src/extension/testing';
import { eventually } from '../support/eventually';
import { addRows } from '../support/tables';
import { clickRow, shownText } from './support/clickRow';
import { sharedPlatform, storeKey, wholeInterface } from './support/connected';
import { openedPanel, untilState } from './support/panels';
import { runCommand } from './support/runCommand';
import { lineAt } from './support/tree';
import { inNewest, inOldest as test } from './support/vscodes';

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

  test('shows the properties, content and users of the table', async () => {
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

  test('opens the query for a selected time range, and finds the logs of that range', async () => {
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

  it('is reused for the next table until the user interacts with it, and is read again when it is shown again', async () => {
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

  test('reports that a table no longer exists or the key is rejected, and is read with the next key', async () => {
    await shared.connected.call('POST /api/core/tables', { form: { table: 'deleted' } });
    await runCommand('logbench.explorer.refresh');
    const row = await lineAt('Test', 'Tables', 'deleted');
    await shared.connected.call('DELETE /api/core/tables/deleted');
    await clickRow(row);
    const panel = await openedPanel(viewType);
    const { failure } = await untilState(panel, tableState, (state) => state.failure !== null);
    assert.match(failure?.message ?? '', /The table deleted no longer exists on Test/);

    const { node } = await lineAt('Test');
    await storeKey(shared.connected.connection, 'a-wrong-key');
    await runCommand('logbench.table.show', [], 'Test', 'web');
    await untilState(panel, tableState, (state) => state.failure?.reason === 'keyRejected');
    await runCommand('logbench.connection.setApiKey', [{ input: shared.connected.key }], node);
    panel.receive({ kind: 'refresh' });
    await untilState(panel, tableState, whole);
  });

  test('is copied as text', async () => {
    const panel = await show('web');
    await untilState(panel, tableState, whole);
    await vscode.env.clipboard.writeText('');
    panel.receive({ kind: 'copyText' });
    const text = await eventually(async () => (await vscode.env.clipboard.readText()) || undefined);
    assert.match(text, /^web\nTest · Development/);
    assert.match(text, /^Retention {2,}unlimited$/m);
  });
});

describe('Creating, retaining and dropping tables', () => {
  const shared = sharedPlatform();
  const day = 86_400_000;

  /** Layout, compression and retention; undefined if there is no such table. */
  async function kept(name: string): Promise<string | undefined> {
    const { body } = await shared.connected.call(`GET /api/core/tables?table_name=${name}`);
    const [table] = (body as { tables: readonly Readonly<Record<string, unknown>>[] }).tables;
    return table && [table['layout'], table['compression'], table['retention']].join(' ');
  }

  async function create(name: string): Promise<void> {
    await shared.connected.call('POST /api/core/tables', { form: { table: name } });
    await runCommand('logbench.explorer.refresh');
  }

  async function addDays(name: string, days: number): Promise<void> {
    const from = new Date(Date.now() - (days - 1) * day).toISOString().slice(0, 19).replace('T', ' ');
    await addRows(
      shared.connected.platform,
      name,
      `SELECT TIMESTAMP '${from}' + to_days((i // 2)::INTEGER) AS _time, 'a' AS line FROM range(${2 * days}) n(i)`,
    );
  }

  it('creates a table with the entered values, and opens its page', async () => {
    await create('taken');
    const script = await runCommand(
      'logbench.table.create',
      [
        { input: 'taken' },
        { input: 'made' },
        { input: '30' },
        { pick: 'row' },
        { pick: 'deflate' },
        { confirm: 'Create' },
      ],
      'Test',
    );
    assert.ok(script.seen.some((text) => text.includes('Retention: 30 days')));
    assert.equal(await kept('made'), 'row deflate 30');
    assert.equal((await openedPanel(viewType)).title, 'made · Test');
    await lineAt('Test', 'Tables', 'made');
  });

  it('previews how many days and rows the next cleanup would delete, changes several tables, and undoes that', async () => {
    for (const name of ['old', 'new']) await create(name);
    await addDays('old', 10);
    await addDays('new', 2);
    await runCommand('logbench.explorer.refresh');
    const rows = [await lineAt('Test', 'Tables', 'old'), await lineAt('Test', 'Tables', 'new')];
    const nodes = rows.map(({ node }) => node);
    const script = await runCommand(
      'logbench.table.setRetention',
      [
        { input: '5' },
        { confirm: 'Change Retention' },
        { notice: 'Test: 2 changed', press: 'Undo' },
        { confirm: 'Change Retention' },
      ],
      nodes[0],
      nodes,
    );
    const text = script.seen.join('\n');
    // The tenth day is today; the days of the last five days and of today are kept.
    assert.match(text, /old: the next cleanup deletes 4 days, 8 rows, the logs before \d{4}-\d{2}-\d{2}\./);
    assert.doesNotMatch(text, /new: the next cleanup/);
    for (const name of ['old', 'new']) assert.equal(await kept(name), 'columnar snappy 0');
  });

  it('drops a table after its name was typed, and lists its users', async () => {
    await create('lost');
    const form = { name: 'Reads it', query: 'table lost', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    const { body } = await shared.connected.call('POST /api/core/scheduled-queries', { form });
    const after = { trigger_type: 'workflow', preceding_guid: (body as { guid: string }).guid };
    await shared.connected.call('POST /api/core/scheduled-queries', {
      form: { name: 'After it', query: 'json "{}"', preceding_action: 'finished', ...after },
    });
    const { node } = await lineAt('Test', 'Tables', 'lost');
    const script = await runCommand(
      'logbench.table.drop',
      [{ confirm: 'Drop Table' }, { input: 'lost' }, { notice: 'Test: “lost” dropped.' }],
      node,
    );
    const text = script.seen.join('\n');
    assert.match(text, /Affected scheduled queries: “Reads it”/);
    assert.match(text, /Run after these in chains: “After it”/);
    assert.equal(await kept('lost'), undefined);
  });

  inNewest('keeps a table that loggers use, and names them', async () => {
    await create('logged');
    const { platform } = shared.connected;
    await platform.parts.references.add([
      { kind: 'logger', guid: randomUUID(), name: 'Syslog $(trash)', tableName: 'logged' },
    ]);
    const script = await runCommand(
      'logbench.table.drop',
      [{ confirm: 'Drop Table' }, { input: 'logged' }],
      'Test',
      'logged',
    );
    assert.match(
      script.notices.join('\n'),
      /“logged” failed: It is used by the loggers “Syslog \$\(trash\)”/,
    );
    assert.ok(await kept('logged'));
  });
});
