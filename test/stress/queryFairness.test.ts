import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { call, rejection } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatform } from '../support/platform';
import type { RunningPlatform } from '../support/platform';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

/** One statement that would last for hours, and keeps none of its rows. */
const endless = `json "{'n':1}" | repeat count=500000 | join type=cross [ json "{'m':1}" | repeat count=500000 ] | search n + m == 3`;
/** Waits for the clock most of the time. */
const paced = `json "{'n':1}" | repeat count=1000 over=300s | stats count`;

const accounts = [
  { login: 'member', role: 'MEMBER', key: 'test-member-key-0123456789abcdef' },
  { login: 'second', role: 'ADMIN', key: 'test-second-key-0123456789abcdef' },
] as const;

/** The program rather than the app in this process: each long statement holds a thread, of which tests have few. */
function asApp({ baseUrl, key, log }: RunningPlatform): Pick<RunningApp, 'baseUrl' | 'keys' | 'logged'> {
  return { baseUrl, keys: { master: key, member: accounts[0].key, admin: accounts[1].key }, logged: [log] };
}

describe('queries of several accounts', () => {
  it('do not block those of another account', async () => {
    await using platform = await startPlatform({ accounts });
    const app = asApp(platform);
    const member = queryClient(app, 'member');
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await member.start(endless));
    assert.deepEqual(await queryClient(app, 'admin').rows('json "{}"'), [{}]);
    await queryClient(app, 'admin').start(endless);
    assert.deepEqual(await queryClient(app, 'master').rows('json "{}"'), [{}]);
    const states = await Promise.all(ids.map(async (id) => (await member.status(id)).commands[0]!.status));
    assert.ok(states.includes('Waiting'), 'its own wait for each other');
  });

  it('end in time when a pattern has many wildcards', async () => {
    await using app = await startApp();
    const row = `json "{'t':'${'a'.repeat(300)}'}"`;
    for (const pattern of ['*a*a*a*a*a*a*a*b', '*a*a*a*a*a*a*a*%b', '*a_*a*a*a*a*a*a*b']) {
      const found = await queryClient(app, 'member').rows(`${row} | search t == "${pattern}"`);
      assert.deepEqual(found, [], pattern);
    }
  });

  it('are rejected if the waiting queries of the account are too long together', async () => {
    await using platform = await startPlatform({ accounts });
    const app = asApp(platform);
    const member = queryClient(app, 'member');
    const long = `# ${'x'.repeat(3_500_000)} | ${endless}`;
    for (let count = 0; count < 2; count += 1) await member.start(long);
    await assert.rejects(member.start(long), /too many running queries/);
    await member.start(endless);
    await queryClient(app, 'admin').start(long);
    const { body } = await call(platform.baseUrl, 'GET /api/core/query-history', { key: accounts[0].key });
    assert.deepEqual(
      z.looseObject({ total_count: z.number() }).parse(body).total_count,
      1,
      'without the long ones',
    );
  });

  it('are rejected beyond 200 that run or wait for one account', async () => {
    await using app = await startApp();
    const { queries, accounts } = app.parts;
    const account = accounts.findByKey(app.keys.member);
    assert.ok(account);
    const request = { text: paced, source: 'rest-api', account, remoteAddress: '', constants: {} } as const;
    const runs = Array.from({ length: 199 }, () => queries.start({ ...request, background: true }));
    const member = queryClient(app, 'member');
    await member.start(paced);
    await assert.rejects(member.start(paced), /too many running queries/);
    await queryClient(app, 'admin').start(paced);
    await queries.drop(runs[0]!);
    await member.start(paced);
  });

  it('do not occupy a slot while a timed command waits', async () => {
    await using platform = await startPlatform({ accounts });
    const app = asApp(platform);
    const member = queryClient(app, 'member');
    const ids = await Promise.all(Array.from({ length: 20 }, () => member.start(paced)));
    for (const id of ids) await member.waitFor(id, ({ commands }) => commands[1]!.status === 'Running');
    assert.deepEqual(await member.rows('json "{}"'), [{}]);
  });
});

describe('the time limit of queries', () => {
  it('ends a query with a reason, also of a schedule', async () => {
    await using app = await startApp({ queryTimeout: 300 });
    const client = queryClient(app);
    for (const text of [endless, paced]) {
      const status = await client.waitFor(await client.start(text), ({ is_finished }) => is_finished);
      assert.deepEqual(
        [status.is_cancelled, status['cancel_reason'], status['error_detail']],
        [true, 'timeout', 'the query ran longer than its time limit'],
      );
    }
    assert.deepEqual(
      await app.call('admin', `GET /api/core/query?q=${encodeURIComponent(endless)}`),
      rejection(500, 'illegal-state', 'the query ran longer than its time limit'),
    );
    const form = { name: 'long', query: endless, trigger_type: 'cron', cron_schedule: '* * * * * *' };
    await app.call('admin', 'POST /api/core/scheduled-queries', { form: { ...form, enabled: 'true' } });
    await eventually(async () => {
      const { body } = await app.call('admin', 'GET /api/core/scheduled-queries');
      assert.match(JSON.stringify(body), /"last_failure_reason":"the query ran longer than its time limit"/);
      return true;
    });
  });

  it('does not count the time in which a query waits for a slot', async () => {
    await using app = await startApp({ queryTimeout: 1500 });
    const client = queryClient(app);
    const ids = await Promise.all(Array.from({ length: 5 }, () => client.start(endless)));
    const last = await client.start('json "{}"');
    for (const id of ids) await client.waitFor(id, ({ is_finished }) => is_finished);
    const status = await client.waitFor(last, ({ is_finished }) => is_finished);
    assert.deepEqual([status.is_cancelled, status.rows], [false, 1]);
  });
});

describe('a MASTER', () => {
  it('lists the queries of everybody, the newest first, in pages', async () => {
    await using app = await startApp();
    const one = await queryClient(app, 'member').start(paced);
    const other = await queryClient(app, 'admin').start('json "{}"');
    await queryClient(app, 'admin').waitFor(other, ({ is_finished }) => is_finished);
    const { total_count, queries } = await list(app, '');
    assert.equal(total_count, 2);
    assert.deepEqual(
      queries.map(({ id, login_name, query_string, is_finished }) => [
        id,
        login_name,
        query_string,
        is_finished,
      ]),
      [
        [other, 'admin', 'json "{}"', true],
        [one, 'member', paced, false],
      ],
    );
    assert.deepEqual(
      (await list(app, '?offset=1&limit=1')).queries.map(({ id }) => id),
      [one],
    );
    const seen = await queryClient(app, 'master').rows('system queries | fields login_name');
    assert.deepEqual(new Set(seen.map((row) => row['login_name'])), new Set(['member', 'admin', 'master']));
    const own = await queryClient(app, 'member').rows('system queries | fields login_name');
    assert.deepEqual(new Set(own.map((row) => row['login_name'])), new Set(['member']));
  });

  it('ends the query of any account, and the audit log names the account', async () => {
    await using app = await startApp();
    const member = queryClient(app, 'member');
    const id = await member.start(endless);
    await member.waitFor(id, ({ commands }) => commands[1]!.status === 'Running');
    assert.deepEqual(await app.call('master', `DELETE /api/core/queries/${id}`), { status: 200, body: {} });
    const status = await member.waitFor(id, ({ is_finished }) => is_finished);
    assert.deepEqual([status.is_cancelled, status['cancel_reason']], [true, 'administrator']);
    const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=1');
    const { audit_logs } = z
      .looseObject({ audit_logs: z.array(z.looseObject({ msg: z.string() })) })
      .parse(body);
    assert.equal(audit_logs[0]?.msg, `Canceled query ${id} of member.`);
  });

  it('gets an error for a query that does not exist', async () => {
    await using app = await startApp();
    assert.deepEqual(
      await app.call('master', 'DELETE /api/core/queries/77'),
      rejection(403, 'invalid-query-id', 'cannot access query 77'),
    );
    assert.equal((await app.call('master', 'DELETE /api/core/queries/x')).status, 400);
  });
});

const listed = z.object({
  total_count: z.int(),
  queries: z.array(
    z.looseObject({
      id: z.int(),
      login_name: z.string(),
      query_string: z.string(),
      is_finished: z.boolean(),
    }),
  ),
});

async function list(app: RunningApp, page: string): Promise<z.infer<typeof listed>> {
  return listed.parse((await app.call('master', `GET /api/core/queries${page}`)).body);
}
