import assert from 'node:assert/strict';
import { PlatformClient } from '../../../src/api/client';
import { MalformedResponseError, RejectedError, UnreachableError } from '../../../src/api/errors';
import {
  allScheduledQueries,
  findByName,
  findCreatedQuery,
  findScheduledQueries,
} from '../../../src/api/findScheduledQuery';
import { dependentsOf, linkDependent } from '../../../src/api/dependents';
import { keepsQuery } from '../../../src/api/keepsQuery';
import { NameCache } from '../../../src/api/nameCache';
import { tableFields } from '../../../src/api/tableFields';
import { listTableNames, maxTableNames, tableNames } from '../../../src/api/tableNames';
import { responding, HttpServer } from '../../support/httpServer';
import { otherGuid, someGuid } from '../../support/scheduledQueries';

const recordOf = (guid: string, name: string): object => ({
  guid,
  name,
  query: 'table a',
  trigger_type: 'cron',
});
const records = [recordOf(otherGuid, 'logins per day'), recordOf(someGuid, 'logins')];
const listed = { total_count: 2, scheduled_queries: records, scheduled_query: records[1] };

describe('Scheduled queries', () => {
  it('are found by their whole names', async () => {
    await using server = await responding(200, listed);
    await using client = server.client();
    assert.equal((await findByName(client, 'logins'))?.guid, someGuid);
    assert.equal(await findByName(client, 'login'), undefined);
    assert.equal((await findCreatedQuery(client, undefined, 'logins'))?.guid, someGuid);
    assert.match(server.seen[0]?.url ?? '', /keywords=logins$/);
    await findCreatedQuery(client, someGuid, 'logins');
    assert.match(server.seen[3]?.url ?? '', new RegExp(`/${someGuid}$`));
  });

  it('are read one by one where they are few, and from one list where they are many', async () => {
    await using server = await responding(200, listed);
    await using client = server.client();
    const guids = Array.from({ length: 11 }, (_, index) =>
      someGuid.replace(/^../, index.toString(16).padStart(2, '0')),
    );
    assert.equal((await findScheduledQueries(client, guids.slice(1))).length, 10);
    assert.equal(server.seen.length, 10);
    assert.deepEqual(await findScheduledQueries(client, guids), []);
    const found = await findScheduledQueries(client, [...guids, someGuid]);
    assert.deepEqual(
      found.map(({ guid }) => guid),
      [someGuid],
    );
    assert.equal(server.seen.length, 12);
  });

  it('are not taken for deleted where the list has them in another form', async () => {
    const odd = { guid: someGuid, name: 7 };
    const list = { total_count: 4, scheduled_queries: [{ guid: 6 }, odd, { name: 8 }, 'x'] };
    await using server = await HttpServer.start((request, response) => {
      response.writeHead(/\/scheduled-queries(\?|$)/.test(request.url) ? 200 : 404).end(JSON.stringify(list));
    });
    await using client = server.client();
    await assert.rejects(findScheduledQueries(client, [someGuid]), MalformedResponseError);
    assert.deepEqual(await findScheduledQueries(client, [otherGuid]), []);
  });
});

describe('Scheduled queries that are looked up', () => {
  it('are found in a list whatever the case of their GUIDs there, odd ones too', async () => {
    const [upper, odd] = [someGuid.toUpperCase(), otherGuid.toUpperCase()];
    const list = { total_count: 2, scheduled_queries: [recordOf(upper, 'a'), { guid: odd }] };
    await using server = await HttpServer.start((request, response) => {
      response.writeHead(/\/scheduled-queries(\?|$)/.test(request.url) ? 200 : 404).end(JSON.stringify(list));
    });
    await using client = server.client();
    const found = await findScheduledQueries(client, [someGuid]);
    assert.deepEqual(
      found.map(({ guid }) => guid),
      [upper],
    );
    await assert.rejects(findScheduledQueries(client, [otherGuid]), MalformedResponseError);
  });

  it('are left out where they are deleted', async () => {
    await using server = await HttpServer.start((request, response) => {
      const isThere = request.url.endsWith(someGuid);
      response.end(JSON.stringify({ scheduled_query: isThere ? records[1] : null }));
    });
    await using client = server.client();
    assert.equal((await findScheduledQueries(client, [otherGuid, someGuid])).length, 1);
  });
});

describe('All scheduled queries', () => {
  it('are read only where none is missing or odd, because it would be taken for deleted', async () => {
    for (const [list, total, problem] of [
      [records, 2, undefined],
      [records, 3, /2 of 3 scheduled queries/],
      [[...records, { ...records[0], name: 7 }], 3, /'name' is not as documented/],
      [['x', ...records], 3, /'' is not as documented/],
    ] as const) {
      await using server = await responding(200, { total_count: total, scheduled_queries: list });
      await using client = server.client();
      if (problem) await assert.rejects(allScheduledQueries(client), problem);
      else assert.equal((await allScheduledQueries(client)).length, total);
    }
  });
});

describe('Scheduled queries that run after a deleted one', () => {
  const dependent = {
    ...recordOf(otherGuid, 'after'),
    trigger_type: 'workflow',
    preceding_guid: someGuid,
    preceding_action: 'finished',
  };

  it('are found whatever the case of its GUID', async () => {
    const list = [
      ...records,
      { ...dependent, preceding_guid: someGuid.toUpperCase() },
      { ...dependent, preceding_guid: otherGuid },
    ];
    await using server = await responding(200, { total_count: 4, scheduled_queries: list });
    await using client = server.client();
    const found = await dependentsOf(client, someGuid);
    assert.deepEqual(
      found.map(({ precedingGuid }) => precedingGuid),
      [someGuid.toUpperCase()],
    );
  });

  it('are linked to the one that replaces it, unless somebody changed or deleted them meanwhile', async () => {
    let current: object | null = dependent;
    await using server = await HttpServer.start(({ method, body }, response) => {
      const written = new URLSearchParams(body).get('preceding_guid');
      if (method === 'PUT') current = { ...dependent, preceding_guid: written };
      response.end(JSON.stringify({ scheduled_query: current }));
    });
    await using client = server.client();
    const query = await client.scheduledQuery(otherGuid);
    assert.ok(query);
    const replacement = someGuid.replace(/^../, '99');
    assert.equal((await linkDependent(client, query, replacement))?.precedingGuid, replacement);
    assert.deepEqual(
      server.seen.map(({ method }) => method),
      ['GET', 'GET', 'PUT', 'GET'],
    );
    assert.equal(await linkDependent(client, query, replacement), undefined);
    current = null;
    assert.equal(await linkDependent(client, query, replacement), undefined);
    assert.equal(server.seen.length, 6);
  });

  it('are as they were sent where they cannot be read again', async () => {
    await using server = await HttpServer.start((_request, response) => {
      if (server.seen.length > 3) response.writeHead(400);
      response.end(JSON.stringify({ scheduled_query: dependent, error_code: 'x', error_msg: 'no' }));
    });
    await using client = server.client();
    const query = await client.scheduledQuery(otherGuid);
    assert.ok(query);
    const linked = await linkDependent(client, query, otherGuid);
    assert.deepEqual([linked?.precedingGuid, linked?.name], [otherGuid, 'after']);
  });
});

describe('Names that are cached', () => {
  const unused = new PlatformClient({ baseUrl: 'http://127.0.0.1:1', readKey: () => Promise.resolve('k') });
  let now = 0;
  let asked = 0;
  const cache = new NameCache(
    () => Promise.resolve(unused),
    () => now,
  );
  const names = (
    outcome: () => Promise<readonly string[]> = () => Promise.resolve(['a']),
  ): Promise<unknown> =>
    cache.keep('tables', 100, (client) => {
      assert.equal(client, unused);
      asked += 1;
      return outcome();
    });
  beforeEach(() => {
    cache.forget();
    [now, asked] = [1000, 0];
  });

  it('are asked for once in their lifetime, also by several at once', async () => {
    assert.deepEqual(await Promise.all([names(), names()]), [['a'], ['a']]);
    now = 1099;
    assert.deepEqual([await names(), asked], [['a'], 1]);
    assert.deepEqual([await cache.cached('tables'), await cache.cached('fields')], [['a'], []]);
    now = 1100;
    assert.deepEqual([await names(), asked], [['a'], 2]);
  });

  it('are none after a failure, for a minute, or for five seconds where nobody was reached', async () => {
    for (const [error, pause] of [
      [new RejectedError(400, 'x', 'no'), 60_000],
      [new UnreachableError('reset', 'gone'), 5_000],
    ] as const) {
      cache.forget();
      [now, asked] = [1000, 0];
      const late = (): Promise<never> => {
        now = 1050;
        return Promise.reject(error);
      };
      assert.deepEqual(await names(late), []);
      now = 1050 + pause - 1;
      assert.deepEqual([await names(), asked], [[], 1]);
      now = 1050 + pause;
      assert.deepEqual([await names(), asked], [['a'], 2]);
    }
  });

  it('are asked for again once they are forgotten, whatever becomes of the request of before', async () => {
    let fail: (error: Error) => void = () => undefined;
    const before = names(() => new Promise((_resolve, reject) => (fail = reject)));
    cache.forget('fields');
    cache.forget('tables');
    assert.deepEqual(await names(() => Promise.resolve(['b'])), ['b']);
    fail(new Error('gone'));
    assert.deepEqual([await before, await names(), asked], [[], ['b'], 2]);
    now = 1100;
    assert.deepEqual(await names(), ['a']);
    cache.forget('fields');
    assert.deepEqual(await cache.cached('tables'), ['a']);
  });
});

describe('Whether the service still has a query', () => {
  it('is told by its list, and not known without one', async () => {
    await using server = await responding(200, '{"id":"5"}\n{"id":7}\n');
    await using client = server.client();
    assert.deepEqual(await Promise.all([5, 7, 8].map((id) => keepsQuery(client, id))), [true, true, false]);
    for (const [status, body] of [
      [200, ''],
      [400, { error_code: 'invalid-query', error_msg: '(10000) x' }],
    ] as const) {
      await using other = await responding(status, body);
      await using asking = other.client();
      assert.equal(await keepsQuery(asking, 5), undefined);
    }
  });

  it('is not answered to who has given up', async () => {
    await using server = await responding(200, '');
    await using client = server.client();
    await assert.rejects(keepsQuery(client, 5, AbortSignal.abort(new Error('enough'))), /enough/);
  });
});

describe('Tables', () => {
  const tableOf = (name: string): object => ({
    table_name: name,
    layout: 'columnar',
    compression: 'snappy',
    retention: 0,
    table_size: 0,
    index_size: 0,
    ratio: 0,
  });

  it('have names where there are few enough of them to be listed', async () => {
    for (const [count, expected] of [
      [2, 2],
      [maxTableNames, 0],
    ] as const) {
      const tables = Array.from({ length: count }, (_, index) => tableOf(`t${index}`));
      await using server = await responding(200, { total_count: count, tables });
      await using client = server.client();
      assert.equal((await tableNames(client)).length, expected);
      await listTableNames(client, undefined, 7);
      assert.deepEqual(
        server.seen.map(({ url }) => new URL(url, server.origin).search),
        ['?limit=5000', '?limit=7'],
      );
    }
  });

  it('have no names where they cannot be read, unless nobody waits for them any more', async () => {
    await using server = await responding(400, { error_code: 'x', error_msg: 'no' });
    await using client = server.client();
    assert.deepEqual(await tableNames(client), []);
    await assert.rejects(tableNames(client, AbortSignal.abort(new Error('enough'))), /enough/);
  });

  it('have the fields of their newest rows, each with the first value that there is', async () => {
    await using server = await responding(200, '{"a":null,"b":1}\n{"a":2,"b":3,"c":4}\n');
    await using client = server.client();
    assert.deepEqual(await tableFields(client, 'web_access'), [
      { name: 'a', example: 2 },
      { name: 'b', example: 1 },
      { name: 'c', example: 4 },
    ]);
    for (const name of ['web | drop', 'a b', '', 'a"']) assert.deepEqual(await tableFields(client, name), []);
    assert.equal(server.seen.length, 1, 'what is no name becomes no part of a query');
  });
});
