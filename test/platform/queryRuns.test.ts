import assert from 'node:assert/strict';
import { rejection } from '../support/call';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { ownQuery } from '../../src/core/interface/ownQueries';
import { suiteApp } from '../support/startApp';

/** Lasts as long as it says on any machine. */
function slowQuery(seconds: number): string {
  return `json "{'n':1}" | repeat count=100000 over=${seconds}s | search n == 1 | stats count`;
}

/** One statement that would last for hours. */
const endless = `json "{'n':1}" | repeat count=60000 | join type=cross [ json "{'m':1}" | repeat count=60000 | sort m ]`;

describe('a running query', () => {
  const app = suiteApp();
  const client = queryClient(app);

  it('has every field of the status record of the interface', async () => {
    const status = await client.finish("json \"[{'a':1},{'a':2}]\" |   search   a == 1");
    const { id, elapsed, start_time, finish_time, last_started, stamp, remote_ip, ...rest } = status;
    assert.equal(typeof id, 'number');
    assert.deepEqual(rest, {
      source: 'rest-api',
      login_name: 'admin',
      rows: 1,
      is_finished: true,
      is_cancelled: false,
      is_scheduled_query: false,
      constants: {},
      query_string: "json \"[{'a':1},{'a':2}]\" |   search   a == 1",
      background: true,
      commands: [
        { command: "json \"[{'a':1},{'a':2}]\"", status: 'End', push_count: 2 },
        { command: 'search a == 1', status: 'End', push_count: 1 },
      ],
      sub_queries: [],
      tags: {},
    });
    assert.equal(remote_ip, '127.0.0.1');
    assert.ok(stamp >= 1);
    assert.ok(Number(finish_time) - Number(start_time) === elapsed);
    assert.match(String(last_started), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/);
  });

  it('returns increasing row counts and stamps while it runs', async () => {
    const id = await client.start(slowQuery(2));
    const first = await client.waitFor(id, ({ commands }) => commands[1]!.push_count > 0);
    assert.equal(first.is_finished, false);
    assert.equal(first.commands[1]!.status, 'Running');
    const second = await client.waitFor(
      id,
      ({ commands }) => commands[1]!.push_count > first.commands[1]!.push_count,
    );
    assert.ok(second.stamp > first.stamp);
    const last = await client.waitFor(id, ({ is_finished }) => is_finished);
    assert.deepEqual(
      last.commands.map(({ push_count }) => push_count),
      [1, 100_000, 100_000, 1],
    );
  });

  for (const [query, counts] of [
    [
      `json "[{'a':1},{'a':2},{'a':3}]" | search a > 1 | eval b = a | search b > 2 | # as is | fields a | stats count`,
      [3, 2, 2, 1, 1, 1, 1],
    ],
    [`json "[{'a':1},{'a':[2,3]}]" | explode a | eval b = a | explode missing`, [2, 3, 3, 3]],
    [`json "[{'a':1},{'a':2},{'a':3}]" | search limit=1 a > 1 | fields a`, [3, 1, 1]],
    [`json "[{'a':1},{'a':2},{'a':3}]" | limit 1 5 | sort -a | drop`, [3, 2, 2, 0]],
    [`json "[{'a':1},{'a':2},{'a':3}]" | search a > 1 | eval b = a | sort limit=1 -a`, [3, 2, 2, 1]],
    [`json "{'a':1}" | repeat count=70000 | limit 1 66000 | stats count`, [1, 66_001, 66_000, 1]],
    [`json "{'a':1}" | repeat count=9 | search a > 0 | limit 0 | stats count`, [1, 0, 0, 0, 1]],
    [`json "{'a':1}" | union [ json "{'a':2}" ] | union [ json "{'b':2}" ]`, [1, 2, 3]],
    [`json "[{'a':1},{'a':2}]" | join a [ json "{'a':2}" ] | prev a | rollup count by a`, [2, 1, 1, 2]],
  ] as const) {
    it(`counts the rows that each command passes on: ${query}`, async () => {
      const { commands } = await client.finish(query);
      assert.deepEqual(
        commands.map(({ push_count }) => push_count),
        counts,
      );
    });
  }

  it('is canceled at once when it is dropped, and is then not found', async () => {
    const id = await client.start(slowQuery(60));
    await client.waitFor(id, ({ commands }) => commands[1]!.push_count > 0);
    const started = Date.now();
    assert.deepEqual(await (await client.drop(id)).json(), { status: 'ok' });
    assert.ok(Date.now() - started < 5000);
    assert.equal((await client.get(`/queries/${id}`)).status, 403);
  });

  it('ends soon after it is canceled inside one long statement', async () => {
    const id = await client.start(endless);
    await client.waitFor(id, ({ commands }) => commands[1]!.status === 'Running');
    const run = app.parts.queries.find(id, app.parts.accounts.findByLoginName('admin')!)!;
    run.cancel();
    run.lastAccess = 0;
    const cancelled = await client.status(id);
    assert.equal(cancelled.is_cancelled, true);
    assert.ok(run.lastAccess > 0, 'a result that is asked for is kept');
    const ended = await client.waitFor(id, ({ is_finished }) => is_finished);
    assert.deepEqual([ended.is_cancelled, ended['cancel_reason']], [true, 'user']);
    assert.deepEqual(
      ended.commands.map(({ status }) => status),
      ['End', 'End', 'End'],
    );
    assert.deepEqual(await client.rows('json "{}"'), [{}]);
  });

  it('is canceled in the foreground when its connection is dropped', async () => {
    const connection = new AbortController();
    const response = fetch(`${app.baseUrl}/api/core/query?q=${encodeURIComponent(endless)}`, {
      headers: { authorization: `Bearer ${app.keys.admin}` },
      signal: connection.signal,
    });
    const running =
      'system queries | search background == false and query_string == "*cross*" and not(query_string == "system*")';
    await eventually(async () => (await client.rows(running)).length === 1);
    connection.abort();
    await assert.rejects(response);
    await eventually(async () => (await client.rows(running)).length === 0);
  });

  it('lists its subqueries, which run first, and its parameters', async () => {
    const { id, ...status } = await client.finish(
      `set a = 5 | setq [ json "{'b':'x'}" ] | json "{'k':1}" | join k [ json "{'k':1}" | union [ json "{'k':2}" ] ]`,
    );
    assert.deepEqual(status['constants'], { a: 5, b: 'x' });
    assert.deepEqual(
      status.sub_queries.map(({ commands }) => commands.map(({ name, push_count }) => [name, push_count])),
      [
        [['json', 1]],
        [['json', 1]],
        [
          ['json', 1],
          ['union', 2],
        ],
      ],
    );
    assert.equal(new Set([id, ...status.sub_queries.map((subquery) => subquery.id)]).size, 4);
    const outer = await client.start(
      `json "{'k':1}" | repeat count=9 over=600s | join k [ json "{'k':1}" | # a note ]`,
    );
    const waiting = await client.waitFor(outer, ({ commands }) => commands[1]!.status === 'Running');
    assert.deepEqual(
      waiting.sub_queries[0]?.commands.map(({ status, push_count }) => [status, push_count]),
      [
        ['End', 1],
        ['End', 1],
      ],
    );
    await client.drop(outer);
  });

  it('keeps the tags that it was started with', async () => {
    const form = { q: 'json "{}"', tags: '{"page":3}' };
    const { body } = await app.call('member', 'POST /api/core/cursors', { form });
    const { id } = body as { id: number };
    assert.equal((await client.get(`/queries/${id}`)).status, 403);
    assert.deepEqual((await queryClient(app, 'member').status(id))['tags'], { page: 3 });
  });

  it('is rejected if its tags are nested too deeply', async () => {
    const form = { q: 'json "{}"', tags: `{"page":${'['.repeat(20_000)}${']'.repeat(20_000)}}` };
    assert.deepEqual(
      await app.call('member', 'POST /api/core/cursors', { form }),
      rejection(400, 'invalid-argument', "'tags' parameter is nested too deeply"),
    );
  });
});

interface History {
  readonly total_count: number;
  readonly queries: readonly { readonly query: string; readonly created_at: string }[];
}

describe('the query history', () => {
  const app = suiteApp();
  const client = queryClient(app, 'member');
  const read = async (page = ''): Promise<History> =>
    (await app.call('member', `GET /api/core/query-history${page}`)).body as History;

  it('omits queries that a client runs for itself', async () => {
    assert.deepEqual(await client.rows(ownQuery(`json "{'a':1}"`)), [{ a: 1 }]);
    assert.deepEqual(await read(), { total_count: 0, queries: [] });
  });

  it('has each text of the account once, the newest first', async () => {
    for (const query of ['json "{}"', `json "{'a':1}"`, 'json "{}"']) await client.rows(query);
    // What another account runs is no part of it, the same text either.
    for (const query of [`json "{'other':1}"`, `json "{'a':1}"`]) await queryClient(app).rows(query);
    const { total_count, queries } = await read();
    assert.deepEqual([total_count, ...queries.map(({ query }) => query)], [2, 'json "{}"', `json "{'a':1}"`]);
    assert.match(queries[0]!.created_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+0000$/);
    assert.deepEqual(await read('?offset=1&limit=1'), { total_count, queries: queries.slice(1) });
  });
});
