import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listTables } from '../../src/core/api/operations/tables';
import { eventually } from '../support/eventually';
import { FaultProxy, passOn } from '../support/faultProxy';
import { HttpServer } from '../support/httpServer';
import { otherGuid, someGuid } from '../support/scheduledQueries';
import { startApp } from '../support/startApp';
import { connectTo, storeKey } from './support/connected';
import { clickRow, isPreviewTab, shownText } from './support/clickRow';
import { runCommand, testApi } from './support/runCommand';
import { sharedQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { lineAt, linesBelow, tooltipOf } from './support/tree';
import { inNewest as test } from './support/vscodes';

describe('The explorer', () => {
  const stored = sharedQueries();

  async function createQuery(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
    return stored.create(name, { query: 'table duration=1h auth', cron_schedule: '*/5 * * * *', ...more });
  }

  async function createTables(count: number, prefix = 'logs'): Promise<void> {
    for (let number = 0; number < count; number++) {
      await stored.connected.call('POST /api/core/tables', {
        form: { table: `${prefix}${String(number).padStart(3, '0')}` },
      });
    }
  }

  it('opens a scheduled query in a preview tab on a single click', async () => {
    await createQuery('Clicked');

    await clickRow(await lineAt('Test', 'Scheduled Queries', 'Clicked'));

    await shownText(/^table duration=1h auth$/);
    assert.ok(isPreviewTab());
  });

  it('shows scheduled queries with their state and their schedule as text', async () => {
    const first = await createQuery('Every five', { enabled: 'true' });
    await createQuery('After it', {
      trigger_type: 'workflow',
      preceding_guid: first,
      preceding_action: 'failed',
    });

    const lines = await linesBelow('Test', 'Scheduled Queries');
    const shown = new Map(lines.map((line) => [line.label, line]));

    assert.deepEqual(
      [shown.get('Every five')?.description, shown.get('After it')?.description],
      ['every 5 minutes', 'after Every five failed'],
    );
    assert.equal(shown.get('Every five')?.contextValue, 'scheduledQuery.enabled.stopped');
    assert.equal(shown.get('After it')?.contextValue, 'scheduledQuery.disabled.stopped');
    assert.notEqual(shown.get('Every five')?.icon, shown.get('After it')?.icon);
  });

  test('escapes text direction characters in names, labels and tooltips', async () => {
    const turning = 'invoice \u202egpj.exe';
    await createQuery(turning, { description: turning });
    const renamed = { ...stored.connected.connection, name: `Test \u202egnp` };
    await using _ = await withSettings({ 'logbench.connections': [renamed] });
    // A key belongs to one connection.
    await storeKey(renamed, stored.connected.key);

    const top = await linesBelow();
    assert.deepEqual(labels(top), ['Test [U+202E]gnp']);
    const row = await lineAt('Test [U+202E]gnp', 'Scheduled Queries', 'invoice [U+202E]gpj.exe');
    const labelsRead = [top[0]?.item, row.item].map((item) => item?.accessibilityInformation?.label ?? '');
    assert.doesNotMatch([...labelsRead, await tooltipOf(row)].join(), /\u202e/);
  });

  test('opens a query over the last day of a table that is found by a search on the platform', async () => {
    await createTables(3, 'shop');

    await runCommand('logbench.table.query', [{ search: 'shop001', select: 'shop001' }]);

    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'table duration=1d shop001');
  });
});

function labels(lines: readonly { readonly label: string }[]): readonly string[] {
  return lines.map(({ label }) => label);
}

describe('An unreachable platform', () => {
  test('is marked on its node, with the reason and a retry', async () => {
    const stopped = await FaultProxy.start('http://127.0.0.1:9');
    await stopped[Symbol.asyncDispose]();
    await using _ = await connectTo({ baseUrl: stopped.baseUrl, key: 'k3y' });
    const [failure] = await linesBelow('Test');
    const dead = await lineAt('Test');

    assert.ok(failure);
    assert.deepEqual([failure.label, failure.description], ['Connection refused', 'click to retry']);
    const whole = /refused the connection\. Check that the platform is running/;
    assert.match(await tooltipOf(failure), whole);
    assert.match(failure.item.accessibilityInformation?.label ?? '', whole);
    assert.match(dead.description, /not connected/);
  });

  test('is connected again in the tree as soon as it responds to any view', async () => {
    await using platform = await startApp();
    await using proxy = await FaultProxy.start(platform.baseUrl);
    await using connected = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.master });
    proxy.interference = ({ response }) => void response.destroy();
    await runCommand('logbench.explorer.refresh');
    await eventually(async () => (await linesBelow('Test'))[0]?.description === 'click to retry');
    assert.match((await lineAt('Test')).description, /not connected/);

    proxy.interference = passOn;
    const { platforms } = await testApi();
    const client = await platforms.clientFor(connected.connection);
    await client.send(listTables({ limit: 1 }));
    await eventually(async () => !(await lineAt('Test')).description.includes('not connected'));
    assert.ok(labels(await linesBelow('Test')).includes('Tables'));
  });
});

describe('A platform with records that do not match its documentation', () => {
  test('shows the valid records, and marks the malformed ones', async () => {
    const query = {
      guid: someGuid,
      name: 'Fine',
      query: 'table a',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
    };
    const table = { table_name: 'fine', layout: 'row', compression: 'snappy', retention: 0 };
    const sizes = { table_size: 1, index_size: 1, ratio: 0.5 };
    await using server = await HttpServer.start((_request, response) => {
      response.end(
        JSON.stringify({
          total_count: 2,
          scheduled_queries: [{ ...query, guid: otherGuid, name: 'Odd', trigger_type: null }, query],
          tables: [
            { ...table, ...sizes },
            { ...table, ...sizes, table_name: 'odd', retention: 'long' },
          ],
          table_groups: [],
          rules: [
            { guid: someGuid, name: 'Fine' },
            { guid: otherGuid, name: 'Odd', priority: 3 },
          ],
          streams: [{ token: otherGuid, file_name: 'odd.log', file_size: 'big', uploaded_size: 1 }],
        }),
      );
    });
    await using _ = await connectTo({ baseUrl: server.origin, key: 'key-key' });
    const shown = async (heading: string): Promise<readonly string[]> =>
      (await linesBelow('Test', heading)).map(({ label, contextValue }) => `${label} ${contextValue}`);

    assert.deepEqual(await shown('Scheduled Queries'), [
      'Fine scheduledQuery.disabled.stopped',
      'Odd malformed',
    ]);
    assert.deepEqual(await shown('Tables'), ['fine table', 'odd malformed']);
    assert.match(
      (await shown('Detection Rules')).join(),
      /^Fine rule\.batch\.disabled,Odd malformed,Fine rule\.stream/,
    );
    assert.deepEqual(await shown('Uploads'), ['odd.log malformed']);
    const odd = await lineAt('Test', 'Scheduled Queries', 'Odd');
    assert.equal(odd.description, 'unexpected value in the field “trigger_type”');
    assert.match(await tooltipOf(odd), /"trigger_type": null/);
  });
});
