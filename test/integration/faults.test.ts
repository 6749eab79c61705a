import assert from 'node:assert/strict';
import { disposedAfter } from '../support/ofSuite';
import { FaultProxy, passOn, send } from '../support/faultProxy';
import { connectedPlatform } from './support/connected';
import type { ConnectedPlatform } from './support/connected';
import { runCommand } from './support/runCommand';
import { selection, ShownQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { inOldest as test } from './support/vscodes';

describe('Deleting a scheduled query under faults', function () {
  this.timeout(120_000);

  let connected: ConnectedPlatform;
  let proxy: FaultProxy;
  let settings: AsyncDisposable;
  let stored: ShownQueries;

  before(async () => {
    connected = await connectedPlatform();
    proxy = await FaultProxy.start(connected.platform.baseUrl);
    settings = await withSettings({
      'logbench.connections': [{ ...connected.connection, baseUrl: proxy.baseUrl }],
    });
    stored = new ShownQueries({ connected });
    await runCommand('logbench.connection.setApiKey', [{ input: connected.key }], {
      kind: 'connection',
      connection: { ...connected.connection, baseUrl: proxy.baseUrl },
    });
  });

  disposedAfter(() => [settings, proxy, connected]);

  afterEach(() => {
    proxy.interference = passOn;
  });

  test('retries requests with an unknown result, and then forces the skipped ones', async () => {
    const names = ['One', 'Two', 'Running'];
    await stored.createRunning('Running');
    for (const name of names.slice(0, 2)) await stored.create(name);
    await runCommand('logbench.explorer.refresh');
    let sent = 0;
    proxy.interference = (exchange) => {
      if (exchange.method === 'GET' || sent++ > 0) return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };

    const script = await runCommand(
      'logbench.scheduledQuery.delete',
      [
        { confirm: 'Delete' },
        { notice: 'Test: 3 unknown', press: 'Retry Failed' },
        { confirm: 'Delete' },
        { notice: 'Test: 2 deleted, 1 skipped because running', press: 'Force Skipped' },
        { confirm: 'Stop and Delete' },
        { notice: '“Running” deleted' },
      ],
      ...selection(await stored.lines(...names)),
    );

    assert.match(script.seen.join('\n'), /Delete 2 of 3 scheduled queries on Test \(Development\)\?/);
    assert.deepEqual(
      (await stored.names()).filter((name) => names.includes(name)),
      [],
    );
    assert.equal(sent, 3);
  });

  test('retries a forced delete as a forced one', async () => {
    const guid = await stored.create('Rejected once');
    await runCommand('logbench.explorer.refresh');
    let rejected = 0;
    proxy.interference = (exchange) => {
      if (exchange.method === 'GET' || rejected++ > 0) return passOn(exchange);
      const body = Buffer.from('{"error_code":"illegal-state","error_msg":"not now"}');
      send(exchange.response, { status: 500, headers: { 'content-type': 'application/json' }, body });
    };

    await runCommand(
      'logbench.scheduledQuery.delete',
      [
        { confirm: 'Include Running' },
        { confirm: 'Delete, Including Running' },
        { notice: 'failed', press: 'Retry Failed' },
        { confirm: 'Delete, Including Running' },
        { notice: '“Rejected once” deleted.' },
      ],
      ...selection(await stored.lines('Rejected once')),
    );

    assert.equal(await stored.read(guid), undefined);
  });
});
