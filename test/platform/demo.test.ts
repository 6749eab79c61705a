import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { fillDemo } from '../../src/platform/demo/fillDemo';
import { Accounts } from '../../src/platform/store/accounts';
import { disposedAfter } from '../support/ofSuite';
import { callPlatform } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatform } from '../support/platform';
import { sampleStore } from '../support/sampleStore';
import { segmentsIn } from '../support/segmentsIn';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';
import type { TemporaryFolder } from '../support/temporaryFolder';

const total = z.looseObject({ total_count: z.int() });
const auditEntry = z.looseObject({ method: z.string(), time: z.number() });
const rulePage = z.object({ total_count: z.number(), rules: z.array(z.looseObject({ guid: z.string() })) });

describe('The sample data', function () {
  this.timeout(180_000);
  let folder: TemporaryFolder;
  let app: RunningApp;
  before(async () => {
    folder = await sampleStore();
    app = await startApp({ dataFolder: folder.path, demo: true });
  });
  disposedAfter(() => [app, folder]);

  it('contain tables, groups, schedules and rules', async () => {
    assert.deepEqual(await totalsOf(app), [42, 5, 30, 13, 8]);
    // The store may have been made minutes before.
    assert.deepEqual(
      app.logged.filter((line) => !/skipped \d+ due times/.test(line)),
      [],
    );
  });

  it('are created again if the platform was killed while it created them', async () => {
    await using killed = await temporaryFolder();
    await killWhileFilling(killed.path);
    await using empty = await startApp({ dataFolder: killed.path });
    assert.deepEqual(await totalsOf(empty), [0, 0, 0, 0, 0]);
    assert.deepEqual(await segmentsIn(killed.path), []);
    assert.deepEqual(empty.logged, []);
  });

  it('contain 40 tables in five groups, some encrypted, one without rows for weeks', () => {
    const tables = app.parts.logTables.all();
    assert.equal(tables.filter(({ groupGuid }) => groupGuid !== undefined).length, 40);
    assert.equal(app.parts.tableGroups.all().length, 5);
    assert.ok(tables.some(({ cryptoProfileGuid }) => cryptoProfileGuid !== undefined));
    assert.ok(tables.reduce((sum, { rows }) => sum + rows, 0) >= 1_900_000);
    const age = (name: string): number =>
      Date.now() - (app.parts.logTables.find(name)?.maxTime?.getTime() ?? 0);
    assert.ok(age('fw_legacy') > 21 * 86_400_000);
    // The store may have been filled two hours ago.
    assert.ok(age('web_shop') < 3 * 3_600_000);
  });

  it('contain 30 schedules whose queries run, except for the one that fails', async () => {
    const schedules = app.parts.scheduledQueries.all();
    assert.equal(schedules.length, 30);
    const account = app.parts.accounts.findByLoginName('admin');
    assert.ok(account);
    const failed: string[] = [];
    for (const { name, query } of schedules.filter((schedule) => !schedule.name.startsWith('Quarterly'))) {
      const run = app.parts.queries.start({
        text: query,
        source: 'scheduled-query',
        account,
        remoteAddress: '',
        constants: {},
        background: true,
      });
      if ((await run.done).outcome !== 'succeeded') failed.push(name);
    }
    assert.deepEqual(failed, ['Legacy firewall check']);
  });

  it('contain a schedule that started to fail after a change by another user', async () => {
    const query = app.parts.scheduledQueries.all().find(({ name }) => name === 'Legacy firewall check');
    assert.ok(query);
    const runs = await app.parts.scheduledQueries.runs(query.guid);
    const states = runs.map(({ resultState }) => resultState);
    const failures = states.indexOf('succeeded');
    assert.ok(failures > 3 && states.length - failures > 10, states.join(' '));
    assert.ok(!states.slice(failures).includes('failed'), states.join(' '));
    const [firstFailure, lastSuccess] = [runs[failures - 1], runs[failures]];
    assert.ok(firstFailure && lastSuccess);
    const { body } = await app.call('master', `GET /api/core/audit-logs?keywords=${query.guid}`);
    const { audit_logs: entries } = z.object({ audit_logs: z.array(auditEntry) }).parse(body);
    const changes = entries.filter(({ method }) => method === 'update').map(({ time }) => time);
    assert.equal(changes.length, 1);
    const [changed = 0] = changes;
    assert.ok(changed > lastSuccess.started.getTime() && changed < firstFailure.started.getTime());
  });

  it('contain a rule version that refers to deleted objects and one whose name is taken', async () => {
    const { body } = await callPlatform(app, 'GET /batch-rules');
    const failures: unknown[] = [];
    for (const { guid } of rulePage.parse(body).rules) {
      const response = await callPlatform(app, `POST /batch-rules/${guid}/versions/1/restore`);
      const restored = z
        .looseObject({ result: z.boolean(), failures: z.array(z.unknown()) })
        .parse(response.body);
      failures.push(...restored.failures);
    }
    assert.deepEqual(failures, [
      { id: 'name', name: 'Denied connections', reason: 'duplicate' },
      { id: 'ticket_repo', name: 'Retired help desk', reason: 'not-found' },
      { id: 'address_group', name: 'Old branch offices', reason: 'not-found' },
    ]);
  });

  it('contain a stream rule version that refers to deleted objects', async () => {
    const { body } = await callPlatform(app, 'GET /stream-rules');
    const failures: unknown[] = [];
    for (const { guid } of rulePage.parse(body).rules) {
      const response = await callPlatform(app, `POST /stream-rules/${guid}/versions/1/restore`);
      failures.push(...z.looseObject({ failures: z.array(z.unknown()) }).parse(response.body).failures);
    }
    assert.deepEqual(failures, [
      { field: 'ticket_repo', value: 'Retired help desk', reason: 'not-found' },
      { field: 'address_group', value: 'Old branch offices', reason: 'not-found' },
    ]);
  });

  it('contain 10,000 audit entries, and are not added twice', async () => {
    const count = async (): Promise<unknown> =>
      (
        await app.parts.database.read("SELECT count(*) AS n FROM audit_log WHERE remote_ip LIKE '10.20.%'")
      )[0]?.['n'];
    assert.equal(await count(), 10_000n);
    await fillDemo(app.parts.database, app.parts.log);
    assert.equal(await count(), 10_000n);
  });

  it('do not bring back an account that was revoked', async () => {
    const { accounts, database, log } = app.parts;
    assert.ok(accounts.findByLoginName('member'));
    await accounts.revoke('member', () => undefined);
    await fillDemo(database, log);
    assert.equal((await Accounts.load(database)).findByLoginName('member'), undefined);
  });
});

async function totalsOf(app: RunningApp): Promise<readonly number[]> {
  const lists = ['tables', 'table-groups', 'scheduled-queries', 'batch-rules', 'stream-rules'];
  const responses = await Promise.all(lists.map((list) => callPlatform(app, `GET /${list}?limit=0`)));
  return responses.map(({ body }) => total.parse(body).total_count);
}

async function killWhileFilling(data: string): Promise<void> {
  const kill = new AbortController();
  const filling = startPlatform({ data, demo: true, kill: kill.signal });
  await eventually(async () => (await segmentsIn(data)).length > 2, { every: 10, within: 60_000 });
  kill.abort();
  await assert.rejects(filling, /did not start/);
}
