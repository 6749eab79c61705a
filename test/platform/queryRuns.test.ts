import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';

/** Lasts as long as it says on any machine. */
function lasting(seconds: number): string {
  return `json "{'n':1}" | repeat count=100000 over=${seconds}s | search n == 1 | stats count`;
}

describe('a running query', () => {
  it('has the status record of the interface, every field of it', async () => {
    await using app = await startApp();
    const client = queryClient(app);
    const id = await client.start("json \"[{'a':1},{'a':2}]\" |   search   a == 1");
    const status = await client.waitFor(id, ({ is_finished }) => is_finished);
    const { elapsed, start_time, finish_time, last_started, stamp, remote_ip, ...rest } = status;
    assert.deepEqual(rest, {
      id,
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

  it('counts rows upwards while it works, and its stamps grow', async () => {
    await using app = await startApp();
    const client = queryClient(app);
    const id = await client.start(lasting(2));
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

  it('is cancelled at once when it is dropped, and is then nobody’s', async () => {
    await using app = await startApp();
    const client = queryClient(app);
    const id = await client.start(lasting(60));
    await client.waitFor(id, ({ commands }) => commands[1]!.push_count > 0);
    const started = Date.now();
    assert.deepEqual(await (await client.drop(id)).json(), { status: 'ok' });
    assert.ok(Date.now() - started < 5000);
    assert.equal((await client.get(`/queries/${id}`)).status, 403);
  });
});
