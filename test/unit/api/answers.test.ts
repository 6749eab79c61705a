import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PlatformClient } from '../../../src/api/client';
import type { RefusedError } from '../../../src/api/errors';
import { forListedFilters } from '../../../src/shared/wire/auditFilters';
import type { Page } from '../../../src/shared/wire/page';
import type { Table } from '../../../src/shared/wire/table';
import { answering, HttpServer } from '../../support/httpServer';
import { bareStatus } from '../../support/queryStatusRecord';
import { otherGuid, scheduledQueryFields, someGuid } from '../../support/scheduledQueries';

async function ask<Answer>(
  body: unknown,
  call: (client: PlatformClient) => Promise<Answer>,
): Promise<Answer> {
  await using server = await answering(200, body);
  await using client = server.client();
  return await call(client);
}

const bareTable = {
  table_name: 'web_access',
  layout: 'columnar',
  compression: 'snappy',
  retention: 30,
  table_size: 1024,
  index_size: 16,
  ratio: 0.25,
};

const bareScheduledQuery = {
  guid: someGuid,
  name: 'hourly',
  query: 'table a',
  trigger_type: 'cron',
  cron_schedule: '0 * * * *',
};

const bareEntry = {
  id: 1,
  user_name: 'admin',
  remote_ip: '127.0.0.1',
  module: 'scheduled-query',
  method: 'stop',
  params: null,
  created_at: 1695021164000,
  user: 'admin',
  time: 1695021164000,
  result: '성공',
};

describe('answers', () => {
  it('count what was neither done nor failed as skipped', async () => {
    const body = { succeeded: 1, failures: [{ id: otherGuid, reason: 'scheduled-query-not-found' }] };
    const guids = [someGuid, otherGuid, '11111111-2222-3333-4444-555555555555'];
    assert.deepEqual(await ask(body, (client) => client.removeScheduledQueries(guids)), {
      succeeded: 1,
      skipped: 1,
      failures: [{ id: otherGuid, reason: 'scheduled-query-not-found' }],
    });
  });

  it('never count fewer than none as skipped, whatever the service counts', async () => {
    const body = { succeeded: 2, failures: [{ id: someGuid, reason: 'scheduled-query-not-found' }] };
    const { skipped } = await ask(body, (client) => client.removeScheduledQueries([someGuid]));
    assert.equal(skipped, 0);
  });

  it('may spell the count succeed', async () => {
    const result = await ask({ succeed: 1, failures: [] }, (client) =>
      client.stopScheduledQueries([someGuid]),
    );
    assert.deepEqual(result, { succeeded: 1, skipped: 0, failures: [] });
  });

  it('treat null and absent alike', async () => {
    const nulls = { ...bareTable, encrypted: null, min_day: null, max_day: null, group_guid: null };
    const [withNull] = (await ask({ total_count: 1, tables: [nulls] }, (client) => client.tables({}))).items;
    const [without] = (await ask({ total_count: 1, tables: [bareTable] }, (client) => client.tables({})))
      .items;
    assert.deepEqual({ ...withNull, raw: {} }, { ...without, raw: {} });
    assert.equal(without?.encrypted, false);
  });

  it('keep fields that nobody here knows', async () => {
    const future = { ...bareTable, colour: { of: 'the future' } };
    const [table] = (await ask({ total_count: 1, tables: [future] }, (client) => client.tables({}))).items;
    assert.deepEqual(table?.raw['colour'], { of: 'the future' });
  });

  it('name each field of a table that has another type than documented', async () => {
    const fields = ['table_name', 'layout', 'compression', 'retention', 'encrypted', 'min_day', 'max_day'];
    fields.push('crypto_profile_guid', 'crypto_profile_name', 'table_size', 'index_size', 'ratio');
    fields.push('group_guid', 'group_name');
    for (const field of fields) {
      const wrong = { ...bareTable, [field]: { of: 'another type' } };
      const list = { total_count: 2, tables: [bareTable, wrong] };
      const { malformed } = await ask(list, (client) => client.tables({}));
      assert.deepEqual(malformed, [{ field, record: wrong }]);
      await assert.rejects(
        ask({ table: wrong }, (client) => client.table('a')),
        new RegExp(`'table\\.${field}' is not as documented`),
      );
    }
  });

  it('carry what one table has beyond a listing', async () => {
    const node = { node: 'n1', min_day: null, table_size: 5, index_size: 1 };
    const record = { ...bareTable, shared_users: [{ guid: someGuid, name: 'kim' }], node_stats: [node] };
    const table = await ask({ table: record }, (client) => client.table('web_access'));
    assert.deepEqual(table?.sharedUsers, [{ guid: someGuid, name: 'kim' }]);
    assert.deepEqual(table.nodes, [
      { node: 'n1', firstDay: undefined, lastDay: undefined, tableSize: 5, indexSize: 1 },
    ]);
  });

  it('keep the size of a table exact', async () => {
    const body = JSON.stringify({ total_count: 1, tables: [{ ...bareTable, table_size: 0 }] });
    const exact = body.replace('"table_size":0', '"table_size":9223372036854775807');
    const { items } = await ask(exact, (client) => client.tables({}));
    assert.equal(items[0]?.tableSize, 9223372036854775807n);
  });

  it('read a restore failure of a batch rule in its documented shape', async () => {
    const body = {
      result: false,
      error_msg: 'validation-falied',
      failures: [{ id: 'address_group', name: 'DMZ hosts', reason: 'not-found' }],
    };
    assert.deepEqual(await ask(body, (client) => client.restoreRuleVersion('batch', someGuid, 2)), {
      restored: false,
      failures: [{ item: 'address_group', value: 'DMZ hosts', reason: 'not-found' }],
    });
  });

  it('read a restore failure in the shape of stream rules, for either kind', async () => {
    const body = { result: false, failures: [{ field: 'name', value: 'Port scan', reason: 'duplicate' }] };
    for (const kind of ['batch', 'stream'] as const) {
      const result = await ask(body, (client) => client.restoreRuleVersion(kind, someGuid, 2));
      assert.deepEqual(result.failures, [{ item: 'name', value: 'Port scan', reason: 'duplicate' }]);
    }
  });

  it('leave the states of a scheduled query open', async () => {
    const record = { ...bareScheduledQuery, running_state: 'hibernating', result_state: null };
    const query = await ask({ scheduled_query: record }, (client) => client.scheduledQuery(someGuid));
    assert.equal(query?.runningState, 'hibernating');
    assert.equal(query.resultState, undefined);
  });

  it('take a missing object for what it is', async () => {
    assert.equal(
      await ask({ scheduled_query: null }, (client) => client.scheduledQuery(someGuid)),
      undefined,
    );
  });

  it('take the usage of a table on either scale', async () => {
    const body = { total_count: 2, tables: [bareTable, { ...bareTable, ratio: 25 }] };
    const { items } = await ask(body, (client) => client.tables({}));
    assert.deepEqual(
      items.map((table) => table.usage),
      [0.25, 0.25],
    );
  });

  it('take the name of a sub-query command as a number or a string', async () => {
    const command = { command: 'table b', push_count: 1, status: 'End' };
    const subQueries = [
      {
        id: 9,
        commands: [
          { ...command, name: 7 },
          { ...command, name: 'table' },
        ],
      },
    ];
    const status = await ask({ ...bareStatus, sub_queries: subQueries }, (client) => client.queryStatus(3));
    assert.deepEqual(
      status.subQueries[0]?.commands.map((entry) => entry.name),
      ['7', 'table'],
    );
  });

  it('tell a scheduled query from one in the background', async () => {
    const statusOf = async (fields: object): Promise<boolean[]> => {
      const status = await ask({ ...bareStatus, ...fields }, (client) => client.queryStatus(3));
      return [status.scheduled, status.background];
    };
    assert.deepEqual(await statusOf({ is_scheduled_query: true }), [true, false]);
    assert.deepEqual(await statusOf({ background: true }), [false, true]);
  });

  it('may have byte order marks around them, refusals too, however they are sent', async () => {
    for (const status of [200, 500]) {
      const body = status === 200 ? '{"total_count":0,"tables":[]}' : '{"error_code":"a","error_msg":"b"}';
      for (const parts of [[`\uFEFF${body}`], ['\uFEFF', body], [`${body}\uFEFF`]]) {
        await using server = await HttpServer.start((_request, response) => {
          response.writeHead(status);
          for (const part of parts) response.write(part);
          response.end();
        });
        await using client = server.client();
        const answer = await client.tables({}).catch((error: unknown) => error);
        const [total, code] = [(answer as Page<Table>).total, (answer as RefusedError).code];
        assert.deepEqual([total, code], status === 200 ? [0, undefined] : [undefined, 'a']);
      }
    }
  });

  it('may be compressed, refusals too, though that was not asked for', async () => {
    const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    for (const [encoding, encode] of Object.entries(compress)) {
      for (const status of [200, 500]) {
        await using server = await HttpServer.start((_request, response) => {
          const body = { total_count: 0, tables: [], error_code: 'a', error_msg: 'b' };
          response.writeHead(status, { 'content-encoding': encoding });
          response.end(encode(JSON.stringify(body)));
        });
        await using client = server.client();
        const answer = client.tables({});
        if (status === 200) assert.equal((await answer).total, 0, encoding);
        else await assert.rejects(answer, { name: 'RefusedError', code: 'a' }, encoding);
        assert.equal(server.seen[0]?.headers['accept-encoding'], 'identity');
      }
    }
  });

  it('may be called compressed in a way that nobody knows, and be plain', async () => {
    const body = { total_count: 3, tables: [] };
    await using server = await answering(200, body, { 'content-encoding': 'x-packed' });
    await using client = server.client();
    assert.equal((await client.tables({})).total, 3);
  });

  it('may not grow beyond the limit by being unpacked', async () => {
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(3_000_000)));
    });
    await using client = server.client({ maximumBytes: 2_000_000 });
    await assert.rejects(client.tables({}), { name: 'TooLargeResponseError' });
  });

  it('of a write may be nothing at all', async () => {
    await using server = await answering(204, '');
    await using client = server.client();
    await client.updateScheduledQuery(someGuid, scheduledQueryFields());
  });

  it('never round a 64-bit integer', async () => {
    const body = JSON.stringify({ ...bareStatus, rows: 0 }).replace('"rows":0', '"rows":9007199254740993');
    const status = await ask(body, (client) => client.queryStatus(3));
    assert.equal(status.rows, 9007199254740993n);
  });

  it('accept a create that answers with or without the new GUID', async () => {
    const create = (client: PlatformClient): Promise<string | undefined> =>
      client.createScheduledQuery(scheduledQueryFields());
    assert.equal(await ask({}, create), undefined);
    assert.equal(await ask({ guid: someGuid }, create), someGuid);
  });

  it('may be rows, one JSON document a line', async () => {
    const rows = await ask('{"a":1}\r\n \r\n{"a":12345678901234567890}\n', (client) =>
      client.queryRows('table a'),
    );
    assert.deepEqual(rows, [{ a: 1 }, { a: '12345678901234567890' }]);
  });

  it('carry the labels of an audit search and exact times', async () => {
    const page = await ask(
      { audit_logs: [bareEntry], total: 1, categories: ['예약 쿼리'], actions: ['중지'] },
      (client) => client.auditLogs({ locale: 'ko' }),
    );
    assert.equal(page.total, 1);
    assert.deepEqual(page.choices, {
      ...forListedFilters(() => null),
      categories: ['예약 쿼리'],
      actions: ['중지'],
    });
    assert.equal(page.items[0]?.time, 1695021164000);
    assert.equal(page.items[0].category, undefined);
  });

  it('name each field of an audit entry that has another type than documented', async () => {
    const fields = ['id', 'user_guid', 'user_name', 'remote_ip', 'module', 'method', 'params', 'msg_params'];
    fields.push('error', 'created_at', 'user', 'time', 'result', 'category', 'action', 'msg');
    const wrongValues = [...fields.map((field) => [field, ['of', 'another type']]), ['id', 2 ** 31]];
    for (const [field, value] of wrongValues) {
      const audit_logs = [bareEntry, { ...bareEntry, [String(field)]: value }];
      const { items } = await ask({ audit_logs, total: 2 }, (client) => client.auditLogs({}));
      assert.deepEqual([items[0]?.malformedField, items[1]?.malformedField], [undefined, field]);
    }
  });
});
