import assert from 'node:assert/strict';
import { MalformedResponseError } from '../../../../src/core/api/errors';
import {
  allScheduledQueries,
  findByName,
  findCreatedQuery,
  findScheduledQueries,
} from '../../../../src/core/api/findScheduledQuery';
import { dependentsOf, linkDependent } from '../../../../src/core/api/scheduledQueryWrites';
import { RunningQuery } from '../../../../src/core/api/runningQuery';
import { fieldsIn, sampleRows } from '../../../../src/core/api/tableFields';
import { listTableNames, maxTableNames, tableNames } from '../../../../src/core/api/tableNames';
import { responding, HttpServer } from '../../../support/httpServer';
import { otherGuid, someGuid } from '../../../support/scheduledQueries';
import { getScheduledQuery } from '../../../../src/core/api/operations/scheduledQueries';

const recordOf = (guid: string, name: string): object => ({
  guid,
  name,
  query: 'table a',
  trigger_type: 'cron',
});
const records = [recordOf(otherGuid, 'logins per day'), recordOf(someGuid, 'logins')];
const listed = { total_count: 2, scheduled_queries: records, scheduled_query: records[1] };

describe('Finding scheduled queries', () => {
  it('matches whole names', async () => {
    await using server = await responding(200, listed);
    assert.equal((await findByName(server.api, 'logins'))?.guid, someGuid);
    assert.equal(await findByName(server.api, 'login'), undefined);
    assert.equal((await findCreatedQuery(server.api, undefined, 'logins'))?.guid, someGuid);
    assert.match(server.seen[0]?.url ?? '', /keywords=logins$/);
    await findCreatedQuery(server.api, someGuid, 'logins');
    assert.match(server.seen[3]?.url ?? '', new RegExp(`/${someGuid}$`));
  });

  it('reads up to ten one by one, and more from one list', async () => {
    await using server = await responding(200, listed);
    const guids = Array.from({ length: 11 }, (_, index) =>
      someGuid.replace(/^../, index.toString(16).padStart(2, '0')),
    );
    assert.equal((await findScheduledQueries(server.api, guids.slice(1))).length, 10);
    assert.equal(server.seen.length, 10);
    assert.deepEqual(await findScheduledQueries(server.api, guids), []);
    const [found, ...others] = await findScheduledQueries(server.api, [...guids, someGuid]);
    assert.deepEqual([found?.guid, others, server.seen.length], [someGuid, [], 12]);
  });
});

describe('Finding scheduled queries by GUID', () => {
  it('ignores case in the list, and rejects a malformed record instead of reporting it as deleted', async () => {
    const [upper, odd] = [someGuid.toUpperCase(), otherGuid.toUpperCase()];
    const malformed = [{ guid: odd, name: 7 }, { guid: 6 }, { name: 8 }, 'x'];
    const list = { total_count: 5, scheduled_queries: [recordOf(upper, 'a'), ...malformed] };
    await using server = await HttpServer.start((request, response) => {
      response.writeHead(/\/scheduled-queries(\?|$)/.test(request.url) ? 200 : 404).end(JSON.stringify(list));
    });
    const [found, ...others] = await findScheduledQueries(server.api, [someGuid]);
    assert.deepEqual([found?.guid, others], [upper, []]);
    await assert.rejects(findScheduledQueries(server.api, [otherGuid]), MalformedResponseError);
  });

  it('omits deleted ones', async () => {
    await using server = await HttpServer.start((request, response) => {
      const isThere = request.url.endsWith(someGuid);
      response.end(JSON.stringify({ scheduled_query: isThere ? records[1] : null }));
    });
    assert.equal((await findScheduledQueries(server.api, [otherGuid, someGuid])).length, 1);
  });
});

describe('Reading all scheduled queries', () => {
  it('rejects when a record is missing or malformed', async () => {
    for (const [list, total, problem] of [
      [records, 2, undefined],
      [records, 3, /2 of 3 scheduled queries/],
      [[...records, { ...records[0], name: 7 }], 3, /'name' is not as documented/],
      [['x', ...records], 3, /'' is not as documented/],
    ] as const) {
      await using server = await responding(200, { total_count: total, scheduled_queries: list });
      if (problem) await assert.rejects(allScheduledQueries(server.api), problem);
      else assert.equal((await allScheduledQueries(server.api)).length, total);
    }
  });
});

describe('The dependents of a deleted scheduled query', () => {
  const dependent = {
    ...recordOf(otherGuid, 'after'),
    trigger_type: 'workflow',
    preceding_guid: someGuid,
    preceding_action: 'finished',
  };

  it('are found by its GUID in any case', async () => {
    const list = [
      ...records,
      { ...dependent, preceding_guid: someGuid.toUpperCase() },
      { ...dependent, preceding_guid: otherGuid },
    ];
    await using server = await responding(200, { total_count: 4, scheduled_queries: list });
    const [found, ...others] = await dependentsOf(server.api, someGuid);
    assert.deepEqual([found?.precedingGuid, others], [someGuid.toUpperCase(), []]);
  });

  it('are linked to its replacement unless they were changed or deleted meanwhile', async () => {
    let current: object | null = dependent;
    await using server = await HttpServer.start(({ method, body }, response) => {
      const written = new URLSearchParams(body).get('preceding_guid');
      if (method === 'PUT') current = { ...dependent, preceding_guid: written };
      response.end(JSON.stringify({ scheduled_query: current }));
    });
    const query = await server.api.send(getScheduledQuery(otherGuid));
    assert.ok(query);
    const replacement = someGuid.replace(/^../, '99');
    assert.equal((await linkDependent(server.api, query, replacement))?.precedingGuid, replacement);
    assert.equal(server.methods, 'GET GET PUT GET');
    assert.equal(await linkDependent(server.api, query, replacement), undefined);
    current = null;
    assert.equal(await linkDependent(server.api, query, replacement), undefined);
    assert.equal(server.seen.length, 6);
  });
});

describe('Checking whether a platform still has a query', () => {
  it('reads the list of queries, and returns undefined without one', async () => {
    await using server = await responding(200, '{"id":"5"}\n{"id":7}\n');
    assert.deepEqual(await Promise.all([5, 7, 8].map((id) => RunningQuery.exists(server.api, id))), [
      true,
      true,
      false,
    ]);
    for (const [status, body] of [
      [200, ''],
      [400, { error_code: 'invalid-query', error_msg: '(10000) x' }],
    ] as const) {
      await using other = await responding(status, body);
      await using asking = other.client();
      assert.equal(await RunningQuery.exists(asking, 5), undefined);
    }
  });
});

describe('Table names and fields', () => {
  const tableOf = (name: string): object => ({
    table_name: name,
    layout: 'columnar',
    compression: 'snappy',
    retention: 0,
    table_size: 0,
    index_size: 0,
    ratio: 0,
  });

  it('lists names unless there are too many tables', async () => {
    for (const [count, expected] of [
      [2, 2],
      [maxTableNames, 0],
    ] as const) {
      const tables = Array.from({ length: count }, (_, index) => tableOf(`t${index}`));
      await using server = await responding(200, { total_count: count, tables });
      assert.equal((await tableNames(server.api)).length, expected);
      await listTableNames(server.api, undefined, 7);
      assert.deepEqual(
        server.seen.map(({ url }) => new URL(url, server.origin).search),
        ['?limit=5000', '?limit=7'],
      );
    }
  });

  it('returns no names when reading fails, and rejects when the caller aborts', async () => {
    await using server = await responding(400, { error_code: 'x', error_msg: 'no' });
    assert.deepEqual(await tableNames(server.api), []);
    await assert.rejects(tableNames(server.api, AbortSignal.abort(new Error('enough'))), /enough/);
  });

  it('returns the fields of the newest rows, each with its first value', async () => {
    await using server = await responding(200, '{"a":null,"b":1}\n{"a":2,"b":3,"c":4}\n');
    await using client = server.client();
    assert.deepEqual(fieldsIn(await sampleRows(client, 'web_access')), [
      { name: 'a', example: 2 },
      { name: 'b', example: 1 },
      { name: 'c', example: 4 },
    ]);
    for (const name of ['web | drop', 'a b', '', 'a"']) assert.deepEqual(await sampleRows(client, name), []);
    assert.equal(server.seen.length, 1, 'what is no name becomes no part of a query');
  });
});
