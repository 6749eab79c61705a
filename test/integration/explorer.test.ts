import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { startPlatform } from '../support/platform';
import { otherGuid, someGuid } from '../support/scheduledQueries';
import { connectTo } from './support/connected';
import { clickRow, isInPassing, shownText } from './support/clickRow';
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

  it('opens a scheduled query as the workbench opens files: in passing, until it is asked to stay', async () => {
    await createQuery('Looked at');

    await clickRow(await lineAt('Test', 'Scheduled Queries', 'Looked at'));

    await shownText(/^table duration=1h auth$/);
    assert.ok(isInPassing());
  });

  test('draws only the connection again whose lock has changed', async () => {
    const { connection } = stored.connected;
    const live = { ...connection, name: 'Live', environment: 'production' };
    await using _ = await withSettings({ 'logbench.connections': [connection, live] });
    const { node } = await eventually(async () => (await linesBelow()).find(({ label }) => label === 'Live'));
    const { explorer } = await testApi();
    const drawn: unknown[] = [];
    const drawing = explorer.onDidChangeTreeData?.((changed) => drawn.push(changed));
    await runCommand('logbench.connection.unlockWrites', [{ pick: '5' }], node);

    await eventually(() => drawn.length > 0);
    drawing?.dispose();
    assert.deepEqual(new Set(drawn), new Set([node]));
  });

  it('shows scheduled queries with their state and schedule in words', async () => {
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

  test('tells everything about a scheduled query where the pointer rests', async () => {
    const guid = await createQuery('Logins', { enabled: 'true', description: 'Who came in' });

    const tooltip = await tooltipOf(await lineAt('Test', 'Scheduled Queries', 'Logins'));

    for (const part of [
      'Who came in',
      'Next runs',
      String.raw`\*\/5`,
      guid.slice(0, 8),
      'table duration=1h auth',
    ]) {
      assert.ok(tooltip.includes(part), `'${part}' is missing in ${tooltip}`);
    }
  });

  test('draws a name from left to right, so that it turns neither itself nor what is beside it', async () => {
    const turning = 'invoice \u202egpj.exe';
    await createQuery(turning, { description: turning });
    await using _ = await withSettings({
      'logbench.connections': [{ ...stored.connected.connection, name: `Test \u202egnp` }],
    });

    const top = await linesBelow();
    assert.deepEqual(labels(top), ['Test [U+202E]gnp']);
    const row = await lineAt('Test [U+202E]gnp', 'Scheduled Queries', 'invoice [U+202E]gpj.exe');
    const said = [top[0]?.item, row.item].map((item) => item?.accessibilityInformation?.label ?? '');
    assert.doesNotMatch([...said, await tooltipOf(row)].join(), /\u202e/);
  });

  test('counts what is below each heading before it is opened', async () => {
    await createTables(3);
    const { body } = await stored.connected.call('GET /api/core/tables?limit=1');
    const { total_count: total } = z.looseObject({ total_count: z.number() }).parse(body);

    await linesBelow('Test');

    await eventually(async () => (await lineAt('Test', 'Tables')).description.startsWith(`${total}`));
  });

  test('says as of when a list is', async () => {
    await linesBelow('Test', 'Scheduled Queries');

    const tooltip = await tooltipOf(await lineAt('Test', 'Scheduled Queries'));
    assert.match(tooltip, /^Scheduled Queries\nAs of .*\d{1,2}:\d{2}/);
  });

  test('loads tables page by page', async () => {
    await createTables(25);
    await using _ = await withSettings({ 'logbench.explorer.pageSize': 10 });

    const firstPage = await linesBelow('Test', 'Tables');
    await runCommand('logbench.explorer.loadMore', [], firstPage.at(-1)?.node);
    const secondPage = await linesBelow('Test', 'Tables');

    assert.deepEqual(
      [firstPage.length, firstPage.at(-1)?.label, firstPage.at(-1)?.description],
      [11, 'Load More', '10 of 25'],
    );
    assert.deepEqual([secondPage.length, secondPage.at(-1)?.description], [21, '20 of 25']);
    assert.equal(new Set(labels(secondPage)).size, 21);
  });

  test('lets the service filter, and shows all again when the filter is cleared', async () => {
    await createTables(3, 'web');
    await createTables(2, 'mail');

    await runCommand(
      'logbench.explorer.filter',
      [{ input: 'mail' }, { input: '' }],
      (await lineAt('Test', 'Tables')).node,
    );
    const filtered = await linesBelow('Test', 'Tables');
    const heading = await lineAt('Test', 'Tables');
    await runCommand('logbench.explorer.clearFilter', [], heading.node);

    assert.deepEqual(labels(filtered), ['mail000', 'mail001']);
    assert.match(heading.description, /^2 · filter: "mail"/);
    assert.ok(labels(await linesBelow('Test', 'Tables')).includes('web002'));
  });

  test('asks which list to filter when it is called from the palette', async () => {
    await createQuery('Wanted');
    await createQuery('Other');

    await runCommand('logbench.explorer.filter', [{ pick: 'Scheduled Queries' }, { input: 'Wanted' }]);

    assert.deepEqual(labels(await linesBelow('Test', 'Scheduled Queries')), ['Wanted']);
    const { node } = await lineAt('Test', 'Scheduled Queries');
    await runCommand('logbench.explorer.clearFilter', [], node);
  });

  test('sorts what it has loaded', async () => {
    await createQuery('Beta');
    await createQuery('Alpha');

    await runCommand(
      'logbench.explorer.sort',
      [{ pick: 'Name' }],
      (await lineAt('Test', 'Scheduled Queries')).node,
    );

    assert.deepEqual(labels(await linesBelow('Test', 'Scheduled Queries')), ['Alpha', 'Beta']);
  });

  test('shows what has changed on the service after a refresh, under the same ids', async () => {
    await createQuery('Stays');
    const before = await lineAt('Test', 'Scheduled Queries', 'Stays');
    await createQuery('New one');

    await runCommand('logbench.explorer.refresh', [], (await lineAt('Test', 'Scheduled Queries')).node);

    assert.deepEqual([...labels(await linesBelow('Test', 'Scheduled Queries'))].sort(), ['New one', 'Stays']);
    assert.equal((await lineAt('Test', 'Scheduled Queries', 'Stays')).item.id, before.item.id);
  });

  test('mentions a rejected key once, and offers to set it', async () => {
    const { node } = await lineAt('Test');
    await runCommand('logbench.connection.setApiKey', [{ input: 'a-wrong-key' }], node);

    const script = await runCommand('logbench.explorer.refresh');
    const [failure] = await linesBelow('Test');
    await linesBelow('Test');

    assert.equal(failure?.contextValue, 'failure.key');
    assert.equal(failure.item.command?.command, 'logbench.connection.setApiKey');
    assert.equal(script.notices.filter((notice) => notice.includes('rejected')).length, 1);
    await runCommand('logbench.connection.setApiKey', [{ input: stored.connected.key }], node);
  });

  test('opens a query over the last day of a table that is searched for on the service', async () => {
    await createTables(3, 'shop');

    await runCommand('logbench.table.query', [{ search: 'shop001', select: 'shop001' }]);

    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'table duration=1d shop001');
  });
});

function labels(lines: readonly { readonly label: string }[]): readonly string[] {
  return lines.map(({ label }) => label);
}

describe('A service that is gone', () => {
  test('is shown on its node, and found again when it is back', async () => {
    await using platform = await startPlatform();
    await using dying = await connectTo(platform);
    await platform.kill();
    await runCommand('logbench.explorer.refresh');

    const [failure] = await linesBelow('Test');
    const dead = await lineAt('Test');
    await using _ = await platform.restart();
    await runCommand('logbench.connection.setApiKey', [{ input: dying.key }], dead.node);
    await runCommand('logbench.explorer.refresh', [], failure?.node);

    assert.ok(failure);
    assert.deepEqual([failure.label, failure.description], ['Connection refused', 'click to retry']);
    const whole = /refused the connection\. Check that the platform is running/;
    assert.match(await tooltipOf(failure), whole);
    assert.match(failure.item.accessibilityInformation?.label ?? '', whole);
    assert.match(dead.description, /not connected/);
    assert.deepEqual(labels(await linesBelow('Test')).slice(0, 2), ['Scheduled Queries', 'Tables']);
  });
});

describe('A service with records that are not as documented', () => {
  test('shows the others, and the odd ones as they are, marked', async () => {
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
