import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { mock } from 'node:test';
import { startMaintenance } from '../../src/platform/maintenance';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describe('Store maintenance', () => {
  it('runs every hour until the platform ends', async () => {
    await using app = await startApp();
    const { uploads, logTables } = app.parts;
    const watchAppends = logTables.watchAppends.bind(logTables);
    let watching = 0;
    logTables.watchAppends = (listener) => {
      const unwatch = watchAppends(listener);
      watching += 1;
      return () => {
        watching -= 1;
        unwatch();
      };
    };
    let sweeps = 0;
    const sweep = (): Promise<void> => Promise.resolve(void (sweeps += 1));
    // Not those of the platform itself, whose own maintenance may run for the first time now.
    const counted = Object.assign(Object.create(uploads) as typeof uploads, { sweep });
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const maintenance = startMaintenance(
        { ...app.parts, uploads: counted },
        { auditRetention: Infinity, timeZone: 'UTC', log: (message) => assert.fail(message) },
      );
      mock.timers.tick(hour - 1);
      await eventually(() => sweeps === 1);
      mock.timers.tick(1);
      await eventually(() => sweeps === 2);
      await maintenance[Symbol.asyncDispose]();
      mock.timers.tick(hour);
      assert.deepEqual([sweeps, watching], [2, 0]);
    } finally {
      mock.timers.reset();
    }
  });

  it('continues with the other tables after one fails, and logs the failed one', async () => {
    await using app = await startApp();
    for (const table of ['broken', 'sound']) {
      await addTable(app, table, { retention: 1000 });
      // Rows of so many days share a file, which retention has to rewrite.
      await addRows(
        app,
        table,
        `SELECT now()::TIMESTAMP - to_days(i::INTEGER) AS _time, i FROM range(2000) r(i)`,
      );
    }
    {
      using scan = app.parts.logTables.scan(['broken']);
      for (const segment of scan.segments) await rm(segment.path);
    }
    await app.parts.database.write(({ run }) =>
      run(
        `INSERT INTO query_history (account_guid, query, created_at) SELECT 'somebody', 'old', now() - INTERVAL 8 DAY`,
      ),
    );
    const failures: string[] = [];
    const log = (message: string, error?: unknown): void => {
      failures.push(`${message}: ${String(error)}`);
    };
    await startMaintenance(app.parts, { auditRetention: 7 * day, timeZone: 'UTC', log })[
      Symbol.asyncDispose
    ]();
    assert.equal(app.parts.logTables.find('sound')?.rows, 1001);
    assert.deepEqual(await app.parts.database.read('SELECT * FROM query_history'), []);
    assert.equal(failures.length, 1);
    assert.match(failures[0] ?? '', /^maintenance of the table broken: /);
  });
});
