import assert from 'node:assert/strict';
import { MalformedResponseError } from '../../../src/api/errors';
import { findByName, findCreatedQuery, findScheduledQueries } from '../../../src/api/findScheduledQuery';
import { keepsQuery } from '../../../src/api/keepsQuery';
import { tableFields } from '../../../src/api/tableFields';
import { maxTableNames, tableNames } from '../../../src/api/tableNames';
import { answering, HttpServer } from '../../support/httpServer';
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
    await using server = await answering(200, listed);
    await using client = server.client();
    assert.equal((await findByName(client, 'logins'))?.guid, someGuid);
    assert.equal(await findByName(client, 'login'), undefined);
    assert.equal((await findCreatedQuery(client, undefined, 'logins'))?.guid, someGuid);
    assert.match(server.seen[0]?.url ?? '', /keywords=logins$/);
  });

  it('are read one by one where they are few, and from one list where they are many', async () => {
    await using server = await answering(200, listed);
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
    const list = { total_count: 3, scheduled_queries: [odd, { name: 8 }, 'x'] };
    await using server = await HttpServer.start((request, response) => {
      response.writeHead(request.url.endsWith('/scheduled-queries') ? 200 : 404).end(JSON.stringify(list));
    });
    await using client = server.client();
    await assert.rejects(findScheduledQueries(client, [someGuid]), MalformedResponseError);
    assert.deepEqual(await findScheduledQueries(client, [otherGuid]), []);
  });
});

describe('Whether the service still has a query', () => {
  it('is told by its list, and not known without one', async () => {
    await using server = await answering(200, '{"id":"5"}\n{"id":7}\n');
    await using client = server.client();
    assert.deepEqual(await Promise.all([5, 7, 8].map((id) => keepsQuery(client, id))), [true, true, false]);
    for (const [status, body] of [
      [200, ''],
      [400, { error_code: 'invalid-query', error_msg: '(10000) x' }],
    ] as const) {
      await using other = await answering(status, body);
      await using asking = other.client();
      assert.equal(await keepsQuery(asking, 5), undefined);
    }
  });

  it('is not answered to who has given up', async () => {
    await using server = await answering(200, '');
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
      await using server = await answering(200, { total_count: count, tables });
      await using client = server.client();
      assert.equal((await tableNames(client)).length, expected);
    }
  });

  it('have no names where they cannot be read, unless nobody waits for them any more', async () => {
    await using server = await answering(400, { error_code: 'x', error_msg: 'no' });
    await using client = server.client();
    assert.deepEqual(await tableNames(client), []);
    await assert.rejects(tableNames(client, AbortSignal.abort(new Error('enough'))), /enough/);
  });

  it('have the fields of their newest rows, each with the first value that there is', async () => {
    await using server = await answering(200, '{"a":null,"b":1}\n{"a":2,"b":3,"c":4}\n');
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
