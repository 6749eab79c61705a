import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/api/client';
import { LiveTail, tailText } from '../../../../src/features/queryResults/liveTail';
import type { ResultColumn, ResultRow } from '../../../../src/shared/protocol/queryResults';
import { HttpServer } from '../../../support/httpServer';
import { clientFor, startApp } from '../../../support/startApp';
import { addRows, addTable } from '../../../support/tables';
import { each } from '../../../support/each';

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
      client: () => Promise.resolve(client),
      columns: () => columns,
      watched: () => true,
      found: (rows) => found.push([...rows]),
    },
    () => clock,
    maxRows,
  );
  const refresh = async (): Promise<unknown> => {
    clock += 4000;
    return tail.poll(signal);
  };
  return { tail, refresh, found };
}

describe('A live tail', () => {
  it('reads the newest rows of a query that handles each row by itself', () => {
    assert.equal(
      tailText('table from=2026 to=2027 limit=5 web | search n > 1', columns),
      'table duration=5m web | search n > 1 | limit 500',
    );
    assert.equal(
      tailText(
        'table web | lookup users user output name | parsejson | set a = 1 | matchnet field=a nets',
        columns,
      ),
      'table duration=5m web | lookup users user output name | parsejson | set a = 1 | matchnet field=a nets | limit 500',
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
      tail.state.missed,
    ];
    await refresh();
    await add(0, 5);
    await refresh();
    assert.deepEqual(seen(), [[0, 1, 2, 3, 4], null, false]);
    await add(5, 8);
    assert.equal(await refresh(), 'continue');
    assert.deepEqual(seen(), [[3, 4, 5, 6, 7], 5, false]);
    await add(100, 700);
    await refresh();
    assert.equal(tail.rows.length, 5);
    assert.equal(tail.state.missed, true);
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
