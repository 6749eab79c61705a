import assert from 'node:assert/strict';
import { FaultProxy, passOn } from '../support/faultProxy';
import { startApp } from '../support/startApp';
import { connectTo } from './support/connected';
import { runCommand } from './support/runCommand';
import { selection, StoredQueries } from './support/scheduledQueries';
import { withSettings } from './support/settings';
import { inNewest as test } from './support/vscodes';

/** More than one request takes. */
const idle = Array.from({ length: 205 }, (_, index) => `Idle ${String(index).padStart(3, '0')}`);

describe('Deleting more scheduled queries than one request takes', function () {
  this.timeout(180_000);

  test('tells what became of each, retries what failed and forces what was skipped', async () => {
    await using platform = await startApp();
    await using proxy = await FaultProxy.start(platform.baseUrl);
    await using connected = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.master });
    await using _ = await withSettings({ 'logbench.explorer.pageSize': 500 });
    const stored = new StoredQueries({ connected });
    for (const name of idle) await stored.create(name);
    await stored.createRunning('Running');
    const lines = await stored.lines(...idle, 'Running');
    let deletions = 0;
    proxy.interference = (exchange) => {
      if (exchange.method !== 'DELETE') return passOn(exchange);
      deletions += 1;
      // The second piece gets lost on its way.
      if (deletions !== 2) return passOn(exchange);
      exchange.socket.destroy();
      return undefined;
    };

    const script = await runCommand(
      'logbench.scheduledQuery.delete',
      [
        { confirm: 'Delete' },
        { notice: 'Test: 200 deleted, 6 unknown', press: 'Retry Failed' },
        { confirm: 'Delete' },
        { notice: 'Test: 5 deleted, 1 skipped because running', press: 'Force Skipped' },
        { confirm: 'Stop and Delete' },
        { notice: '“Running” deleted' },
      ],
      ...selection(lines),
    );

    assert.match(script.seen.join('\n'), /Delete 206 scheduled queries on Test \(Development\)\?/);
    assert.deepEqual(await stored.names(), []);
    assert.deepEqual(await stored.shownNames(), ['No items.']);
    assert.equal(deletions, 4);
  });
});
