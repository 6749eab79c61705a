import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { PlatformClient } from '../../../../src/core/api/client';
import type { RejectedError } from '../../../../src/core/api/errors';
import type { Page } from '../../../../src/core/interface/listPage';
import type { Table } from '../../../../src/core/interface/table';
import { responding, HttpServer } from '../../../support/httpServer';
import { bareStatus } from '../../../support/queryStatusRecord';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

async function ask<ResponseBody>(
  body: unknown,
  call: (client: PlatformClient) => Promise<ResponseBody>,
): Promise<ResponseBody> {
  await using server = await responding(200, body);
  return await call(server.api);
}

describe('A response', () => {
  it('counts what neither succeeded nor failed as skipped', async () => {
    const body = { succeeded: 1, failures: [{ id: otherGuid, reason: 'scheduled-query-not-found' }] };
    const guids = [someGuid, otherGuid, '11111111-2222-3333-4444-555555555555'];
    assert.deepEqual(await ask(body, (client) => client.send(api.removeScheduledQueries(guids))), {
      succeeded: 1,
      skipped: 1,
      failures: [{ id: otherGuid, reason: 'scheduled-query-not-found' }],
    });
  });

  it('has the documented failures of restoring a batch rule', async () => {
    const body = {
      result: false,
      error_msg: 'validation-falied',
      failures: [{ id: 'address_group', name: 'DMZ hosts', reason: 'not-found' }],
    };
    assert.deepEqual(await ask(body, (client) => client.send(api.restoreRuleVersion('batch', someGuid, 2))), {
      restored: false,
      failures: [{ item: 'address_group', value: 'DMZ hosts', reason: 'not-found' }],
    });
  });

  it('is read with byte order marks, for rejections too', async () => {
    for (const status of [200, 500]) {
      const body = status === 200 ? '{"total_count":0,"tables":[]}' : '{"error_code":"a","error_msg":"b"}';
      for (const parts of [[`\uFEFF${body}`], ['\uFEFF', body], [`${body}\uFEFF`]]) {
        await using server = await HttpServer.start((_request, response) => {
          response.writeHead(status);
          for (const part of parts) response.write(part);
          response.end();
        });
        const response = await server.api.send(api.listTables({})).catch((error: unknown) => error);
        const [total, code] = [(response as Page<Table>).total, (response as RejectedError).code];
        assert.deepEqual([total, code], status === 200 ? [0, undefined] : [undefined, 'a']);
      }
    }
  });

  it('is read when it is compressed, for rejections too', async () => {
    const compress = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
    for (const [encoding, encode] of Object.entries(compress)) {
      for (const status of [200, 500]) {
        await using server = await HttpServer.start((_request, response) => {
          const body = { total_count: 0, tables: [], error_code: 'a', error_msg: 'b' };
          response.writeHead(status, { 'content-encoding': encoding });
          response.end(encode(JSON.stringify(body)));
        });
        const response = server.api.send(api.listTables({}));
        if (status === 200) assert.equal((await response).total, 0, encoding);
        else await assert.rejects(response, { name: 'RejectedError', code: 'a' }, encoding);
        assert.equal(server.seen[0]?.headers['accept-encoding'], 'identity');
      }
    }
  });

  it('is read as plain when its encoding is unknown', async () => {
    const body = { total_count: 3, tables: [] };
    await using server = await responding(200, body, { 'content-encoding': 'x-packed' });
    assert.equal((await server.api.send(api.listTables({}))).total, 3);
  });

  it('is rejected when it exceeds 32 MB after decompression', async () => {
    const packed = gzipSync(' '.repeat(1_048_576));
    await using server = await HttpServer.start((_request, response) => {
      const parts = Array.from({ length: 33 }, () => packed);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.concat(parts));
    });
    await assert.rejects(server.api.send(api.listTables({})), { name: 'TooLargeResponseError' });
  });

  it('of a write can be empty', async () => {
    await using server = await responding(204, '');
    await server.api.send(api.updateScheduledQuery(someGuid, scheduledQueryFields()));
  });

  it('never rounds a 64-bit integer', async () => {
    const body = JSON.stringify({ ...bareStatus, rows: 0 }).replace('"rows":0', '"rows":9007199254740993');
    const status = await ask(body, (client) => client.send(api.getQueryStatus(3)));
    assert.equal(status.rows, 9007199254740993n);
  });

  it('is read as rows when it has one JSON document per line', async () => {
    const rows = await ask('{"a":1}\r\n \r\n{"a":12345678901234567890}\n', (client) =>
      client.send(api.runOwnQuery('table a')),
    );
    assert.deepEqual(rows, [{ a: 1 }, { a: '12345678901234567890' }]);
  });
});
