import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { LiveTail, tailText } from '../../../../../src/extension/features/queryResults/liveTail';
import type { ResultColumn, ResultRow } from '../../../../../src/core/pages/queryResults';
import { UnreachableError } from '../../../../../src/core/api/errors';
import { clientStub } from '../../../../support/clientStub';
import { HttpServer } from '../../../../support/httpServer';
import { clientFor, startApp } from '../../../../support/startApp';
import { addRows, addTable } from '../../../../support/tables';
import { each } from '../../../../support/each';

const { signal } = new AbortController();
const columns: readonly ResultColumn[] = ['_table', '_time', '_id', 'n'].map((name) => ({
  name,
  type: 'text',
}));

/** A tail that is polled every four seconds. */
function tailOf(client: PlatformClient, maxRows?: number) {
  let clock = 10_000;
  const found: ResultRow[][] = [];
  const tail = new LiveTail(
    tailText('table duration=1d web', columns) ?? '',
    {
      client,
      columns: () => columns,
      watched: () => true,
      found: (rows) => found.push([...rows]),
    },
    () => clock,
    maxRows,
  );
  const refresh = async (passed = 4000): Promise<unknown> => {
    clock += passed;
    return tail.poll(signal);
  };
  return { tail, refresh, found };
}

describe('A live tail', () => {
  it('reads the newest rows of a query that handles each row by itself', () => {
    assert.equal(
      tailText('table from=2026 to=2027 limit=5 web | search n > 1', columns),
      'table duration=5m web | search n > 1',
    );
    assert.equal(
      tailText(
        'table web | lookup users user output name | parsejson | set a = 1 | matchnet field=a nets',
        columns,
      ),
      'table duration=5m web | lookup users user output name | parsejson | set a = 1 | matchnet field=a nets',
    );
    for (const setting of [
      'explode tags',
      'eval _id = 1',
      'lookup users user output name as _id',
      'tojson output=_id',
    ])
      assert.equal(tailText(`table web | ${setting}`, columns), undefined, setting);
    assert.equal(tailText('table web | search limit=5 n > 1', columns), undefined);
    assert.equal(tailText('table web | sort n', columns), undefined);
    assert.equal(tailText('table web | stats count', columns), undefined);
    assert.equal(tailText('json "{}"', columns), undefined);
  });

  it('keeps the newest rows when there are too many, and says so', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    await addTable(app, 'web');
    const add = async (from: number, to: number): Promise<unknown> =>
      addRows(app, 'web', `SELECT now()::TIMESTAMP AS _time, i AS n FROM range(${from}, ${to}) numbers(i)`);
    const { tail, refresh } = tailOf(client, 5);
    const seen = (): unknown => [
      tail.rows.map((row) => Number(row[3])).toSorted((one, other) => one - other),
      tail.state.kept,
    ];
    await refresh();
    await add(0, 5);
    await refresh();
    assert.deepEqual(seen(), [[0, 1, 2, 3, 4], null]);
    await add(5, 8);
    assert.equal(await refresh(), 'continue');
    assert.deepEqual(seen(), [[3, 4, 5, 6, 7], 5]);
    await add(100, 700);
    await refresh();
    assert.deepEqual([tail.rows.length, tail.state.kept], [5, 5]);
  });

  it('catches up after a burst and after a long pause, without rows from before its start', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    await addTable(app, 'web');
    const add = async (from: number, to: number, ago = 0): Promise<unknown> =>
      addRows(
        app,
        'web',
        `SELECT now()::TIMESTAMP - INTERVAL ${ago} MINUTE AS _time, i AS n FROM range(${from}, ${to}) numbers(i)`,
      );
    await add(0, 300);
    const paused = tailOf(client);
    await paused.refresh();
    await add(300, 310, 15);
    await paused.refresh();
    assert.equal(paused.tail.rows.length, 0);
    await paused.refresh(20 * 60_000);
    assert.equal(paused.tail.rows.length, 10);

    await add(400, 1000);
    const { tail, refresh } = tailOf(client);
    await refresh();
    await add(1000, 5000);
    await refresh();
    assert.deepEqual([tail.rows.length, tail.state.kept], [4000, null]);
    assert.ok(tail.rows.every((row) => Number(row[3]) >= 1000));
    await refresh();
    assert.equal(tail.rows.length, 4000);
    await add(6000, 16_500);
    await refresh();
    assert.deepEqual([tail.rows.length, tail.state.kept], [10_000, 10_000]);
  });

  /** A tail of a table whose rows are added by the test, newest first; it notes the queries. */
  function tailOfRows(count: number) {
    const stored = Array.from({ length: count }, (_, _id) => ({ _table: 'web', _id }));
    const sent: string[] = [];
    let isReachable = true;
    const client = clientStub({
      'GET query': ({ query }) => {
        if (!isReachable) throw new UnreachableError('connection-refused', 'no response');
        const text = String(query?.['q']);
        sent.push(text);
        return stored.slice(0, Number(/limit (\d+)/.exec(text)?.[1]));
      },
    });
    const add = (more: number): void => {
      const next = stored.length;
      for (let _id = next; _id < next + more; _id++) stored.unshift({ _table: 'web', _id });
    };
    const setReachable = (is: boolean): void => void (isReachable = is);
    return { ...tailOf(client), add, sent, setReachable };
  }

  it('does not show a row again after a burst that follows a poll with a few new ones', async () => {
    const { tail, refresh, add } = tailOfRows(700);
    await refresh();
    add(1);
    await refresh();
    add(500);
    await refresh();
    assert.equal(tail.rows.length, 501);
  });

  it('reads the rows that came while the platform did not respond', async () => {
    const { tail, refresh, add, sent, setReachable } = tailOfRows(3);
    await refresh();
    setReachable(false);
    for (let minute = 0; minute < 20; minute++)
      await assert.rejects(refresh(60_000), { name: 'UnreachableError' });
    add(2);
    setReachable(true);
    await refresh();
    assert.match(sent.at(-1) ?? '', /duration=26m/);
    assert.equal(tail.rows.length, 2);
  });

  it('shows new rows on top, each once, and waits while the user is not at the top', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    await addTable(app, 'web');
    const add = async (n: number): Promise<unknown> =>
      addRows(app, 'web', `SELECT now()::TIMESTAMP AS _time, ${n} AS n`);
    await add(1);
    const { tail, refresh, found } = tailOf(client);
    await refresh();
    assert.equal(tail.rows.length, 0);
    await add(2);
    await refresh();
    await refresh();
    assert.deepEqual(each(tail.rows, 3), [2]);
    assert.equal(found.filter((rows) => rows.length > 0).length, 1);
    tail.setAtTop(false);
    await add(3);
    assert.equal(await refresh(), 'rest');
    tail.setAtTop(true);
    await refresh();
    assert.deepEqual(each(tail.rows, 3), [3, 2]);
  });

  it('shows the rows per second, and ends with the reason when it is rejected', async () => {
    let reply: readonly [status: number, body: string] = [200, ''];
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(reply[0]).end(reply[1]);
    });
    await using client = server.client();
    const { tail, refresh: poll, found } = tailOf(client);
    const refresh = async (...ids: readonly number[]): Promise<unknown> => {
      if (reply[0] === 200)
        reply = [200, ids.map((_id) => JSON.stringify({ _table: 'web', _id })).join('\n')];
      return [await poll(), tail.state.rate];
    };
    assert.deepEqual(await refresh(1, 2), ['continue', 0], 'those of the first look are not new');
    assert.deepEqual(await refresh(1, 2, 3, 4), ['continue', 0.5]);
    reply = [400, '{"error_code":"x","error_msg":"no such table"}'];
    const before = found.length;
    assert.deepEqual(await refresh(), ['stop', 0]);
    assert.match(tail.state.failure ?? '', /no such table/);
    assert.deepEqual([found.length, tail.rows.length], [before + 1, 2]);
    reply = [503, ''];
    await assert.rejects(poll(), { name: 'UnreachableError' });
  });
});
