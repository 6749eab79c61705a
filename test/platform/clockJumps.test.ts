import assert from 'node:assert/strict';
import { startMaintenance } from '../../src/platform/maintenance';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';
import { uploadText } from '../support/uploadText';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const year = 365 * day;

describe('A clock that jumps', () => {
  /** Runs the maintenance of a time, and returns what it has logged. */
  async function maintainAt(app: RunningApp, now: number): Promise<string[]> {
    const logged: string[] = [];
    const realNow = Date.now;
    Date.now = () => now;
    try {
      const log = (message: string): void => void logged.push(message);
      const options = { auditRetention: 30 * day, timeZone: 'UTC', log };
      await startMaintenance(app.parts, options)[Symbol.asyncDispose]();
    } finally {
      Date.now = realNow;
    }
    return logged;
  }

  async function startWithRows(): Promise<RunningApp> {
    const app = await startApp();
    await addTable(app, 'logs', { retention: 7 });
    await addRows(app, 'logs', 'SELECT now()::TIMESTAMP AS _time, 1 AS n');
    const { database } = app.parts;
    await database.write(({ run }) =>
      run(`INSERT INTO query_history (account_guid, query, created_at) SELECT 'somebody', 'recent', now()`),
    );
    return app;
  }

  async function countAll(app: RunningApp): Promise<unknown[]> {
    const { logTables, uploads, database } = app.parts;
    const [history] = await database.read('SELECT count(*)::INTEGER AS n FROM query_history');
    const [audit] = await database.read('SELECT count(*) > 0 AS any FROM audit_log');
    return [logTables.find('logs')?.rows, uploads.all().length, history?.['n'], audit?.['any']];
  }

  it('deletes nothing for a day after a jump of a year, and logs it once', async () => {
    await using app = await startWithRows();
    await app.parts.uploads.create({
      remoteAddress: '127.0.0.1',
      loginName: 'admin',
      fileName: 'a',
      fileSize: 1,
      metadata: { table_name: 'logs', format: 'ndjson' },
    });
    await uploadText(app, 'other', 'ndjson', '{"a":1}');
    const now = Date.now();
    assert.deepEqual(await maintainAt(app, now), []);
    const logged = await maintainAt(app, now + year);
    assert.equal(logged.length, 1);
    assert.match(
      logged[0] ?? '',
      /^nothing is deleted before .*: the clock is 365 days after the last clean-up$/,
    );
    assert.deepEqual(await maintainAt(app, now + year + day - 1), []);
    assert.deepEqual(await countAll(app), [1, 1, 1, true]);
  });

  it('deletes nothing after a jump forward and back, and deletes expired rows again soon after', async () => {
    await using app = await startWithRows();
    const now = Date.now();
    await maintainAt(app, now);
    assert.equal((await maintainAt(app, now + year)).length, 1);
    assert.equal((await maintainAt(app, now + hour)).length, 1, 'the clock was set back');
    assert.deepEqual(await maintainAt(app, now + day), []);
    assert.deepEqual(await countAll(app), [1, 0, 1, false]);
    for (let passed = day; passed <= 8 * day; passed += 12 * hour) await maintainAt(app, now + passed);
    assert.deepEqual((await countAll(app))[0], 0);
  });
});
