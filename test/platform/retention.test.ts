import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { Database } from '../../src/platform/store/database';
import { migrate } from '../../src/platform/store/migrations';
import { QueryHistory } from '../../src/platform/store/queryTexts';
import { fillAuditLog } from '../support/auditEntries';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';

const day = 24 * 60 * 60 * 1000;

describe('the audit log', () => {
  it('returns at most 10,000 entries at once', async () => {
    await using app = await startApp();
    await fillAuditLog(app, 10_050, new Date());
    const { ids, total } = await search(app, '?limit=10001');
    assert.deepEqual([ids.length, total], [10_000, 10_050]);
  });

  it('deletes entries older than its retention, logs it, and reuses no number', async () => {
    await using folder = await temporaryFolder();
    let last = 0;
    {
      await using app = await startApp({ dataFolder: folder.path });
      await fillAuditLog(app, 20, new Date(Date.now() - 8 * day));
      await app.call('admin', 'POST /api/core/tables', { form: { table: 'young' } });
      last = Math.max(...(await search(app, '')).ids);
    }
    await using app = await startApp({ dataFolder: folder.path, auditRetention: 7 * day });
    await eventually(async () => (await search(app, '')).total === 2);
    const { body } = await app.call('master', 'GET /api/core/audit-logs');
    const { audit_logs } = z
      .looseObject({ audit_logs: z.array(z.looseObject({ msg: z.string() })) })
      .parse(body);
    assert.match(audit_logs[0]?.msg ?? '', /^Removed audit entries from before \d{4}-\d\d-\d\d .*: 20\.$/);
    const { ids } = await search(app, '');
    assert.deepEqual([ids[0], new Set(ids).size], [last + 1, 2]);
    await app.parts.auditLog.forget(new Date(Date.now() - 7 * day));
    assert.equal((await search(app, '')).total, 2, 'nothing is said where nothing was removed');
  });
});

describe('the query history', () => {
  it('keeps the newest 1,000 texts of each account, as long as the audit log keeps its entries', async () => {
    await using folder = await temporaryFolder();
    {
      await using app = await startApp({ dataFolder: folder.path });
      await fillHistory(app, 'master', 1200, new Date());
      await fillHistory(app, 'member', 30, new Date());
      await fillHistory(app, 'admin', 5, new Date(Date.now() - 8 * day));
    }
    await using app = await startApp({ dataFolder: folder.path, auditRetention: 7 * day });
    await eventually(async () => (await historyCount(app, 'admin')) === 0);
    assert.equal(await historyCount(app, 'master'), 1000);
    assert.equal(await historyCount(app, 'member'), 30);
    const { body } = await app.call('master', 'GET /api/core/query-history?limit=1');
    assert.match(JSON.stringify(body), /"query":"query 1199"/);
  });
});

describe('the query history that is written', () => {
  it('omits texts of more than 100,000 characters, and has all others after the end', async () => {
    await using database = await Database.open(undefined);
    await migrate(database);
    const logged: string[] = [];
    const history = new QueryHistory(database, (message, error) =>
      logged.push(`${message} ${String(error)}`),
    );
    for (const length of [100_000, 100_001, 5]) history.add('kim', 'x'.repeat(length), 'rest-api');
    await history[Symbol.asyncDispose]();
    const lengths = await database.read('SELECT length(query)::INTEGER AS length FROM query_history');
    assert.deepEqual(lengths, [{ length: 100_000 }, { length: 5 }]);
    const page = await history.list('kim', 1n, 5n);
    assert.deepEqual([page.total, page.queries[0]?.query.length], [2, 100_000]);

    await database.write(({ run }) => run('ALTER TABLE query_history RENAME TO hidden'));
    history.add('kim', 'lost', 'rest-api');
    await history[Symbol.asyncDispose]();
    await database.write(({ run }) => run('ALTER TABLE hidden RENAME TO query_history'));
    history.add('kim', 'kept', 'rest-api');
    assert.equal((await history.list('kim', 0n, 1n)).queries[0]?.query, 'kept');
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', /^query history .*query_history/);
  });
});

async function search(
  app: RunningApp,
  parameters: string,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const { body } = await app.call('master', `GET /api/core/audit-logs${parameters}`);
  const page = z
    .looseObject({ audit_logs: z.array(z.looseObject({ id: z.int() })), total: z.int() })
    .parse(body);
  return { ids: page.audit_logs.map(({ id }) => id), total: page.total };
}

/** Texts one second apart, the newest last. */
async function fillHistory(app: RunningApp, login: string, count: number, until: Date): Promise<void> {
  const guid = app.parts.accounts.findByLoginName(login)?.guid ?? '';
  const last = Math.floor(until.getTime() / 1000);
  await app.parts.database.write(({ run }) =>
    run(`INSERT INTO query_history (account_guid, query, created_at) SELECT '${guid}', 'query ' || i, to_timestamp(${last - count + 1} + i)
      FROM range(${count}) numbers(i)`),
  );
}

async function historyCount(app: RunningApp, caller: 'member' | 'admin' | 'master'): Promise<number> {
  const { body } = await app.call(caller, 'GET /api/core/query-history');
  return z.looseObject({ total_count: z.int() }).parse(body).total_count;
}
