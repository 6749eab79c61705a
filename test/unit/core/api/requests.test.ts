import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { PlatformClient } from '../../../../src/core/api/client';
import { isOwnQuery } from '../../../../src/core/interface/ownQueries';
import { responding } from '../../../support/httpServer';
import type { SeenRequest } from '../../../support/httpServer';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

type Call = (client: PlatformClient) => Promise<unknown>;

/** The request line of each operation, and the role that it needs. */
const operations: readonly (readonly [line: string, role: string, call: Call])[] = [
  ['DELETE scheduled-queries', 'ADMIN', (client) => client.send(api.removeScheduledQueries([someGuid]))],
  ['GET tables', 'MEMBER', (client) => client.send(api.listTables({}))],
  ['GET audit-logs', 'MASTER', (client) => client.send(api.searchAuditLogs({}))],
  ['GET scheduled-queries?limit=5', 'ADMIN', (client) => client.send(api.listScheduledQueries({ limit: 5 }))],
  [`GET scheduled-queries/${someGuid}`, 'ADMIN', (client) => client.send(api.getScheduledQuery(someGuid))],
  ['GET queries/7', 'MEMBER', (client) => client.send(api.getQueryStatus(7))],
  [
    'GET query?q=a+%7C+%23+asked+by+the+editor&limit=9',
    'MEMBER',
    (client) => client.send(api.runOwnQuery('a', { limit: 9 })),
  ],
  ['GET upload-streams/t', 'MASTER', (client) => client.send(api.getUpload('t'))],
];

describe('A request', () => {
  it('has the method, path and role of its operation, and is not repeated without permission', async () => {
    await using server = await responding(500, { error_code: 'illegal-state', error_msg: 'no-permission' });
    for (const [line, role, call] of operations) {
      await assert.rejects(call(server.api), { name: 'PermissionError', requiredRole: role }, line);
      const { method, url } = server.seen.pop() ?? assert.fail(line);
      assert.equal(`${method} ${url}`, line.replace(' ', ' /api/core/'));
      assert.equal(server.seen.length, 0);
    }
  });

  it('ignores a Location header when the status is no redirect', async () => {
    await using server = await responding(201, { guid: someGuid }, { location: 'http://elsewhere.example/' });
    assert.equal(await server.api.send(api.createScheduledQuery(scheduledQueryFields())), someGuid);
  });

  const fields = scheduledQueryFields({
    nodeTypes: ['control', 'data'],
    description: '한글 & more',
    enabled: false,
  });
  const upload = { fileName: 'a b.csv', fileSize: 7, tableName: 'web', format: 'csv' } as const;
  const forms: readonly (readonly [line: string, call: Call, form: Readonly<Record<string, string>>])[] = [
    [
      'DELETE scheduled-queries',
      (client) => client.send(api.removeScheduledQueries([someGuid, otherGuid], 'force')),
      { guids: `${someGuid},${otherGuid}`, policy: 'force' },
    ],
    [
      'DELETE scheduled-queries',
      (client) => client.send(api.removeScheduledQueries([someGuid])),
      { guids: someGuid, policy: 'skip' },
    ],
    [
      'POST scheduled-queries/stop',
      (client) => client.send(api.stopScheduledQueries([someGuid], true)),
      { guids: someGuid, force: 'true' },
    ],
    [
      `PUT scheduled-queries/${someGuid}`,
      (client) => client.send(api.updateScheduledQuery(someGuid, fields)),
      {
        ...{ name: fields.name, description: '한글 & more', enabled: 'false', query: fields.query },
        ...{ trigger_type: 'cron', cron_schedule: '0 * * * *' },
        ...{ node_types: 'control,data', output_parameter: 'false' },
      },
    ],
    [
      'POST upload-streams',
      (client) => client.send(api.openUpload(upload)),
      { file_name: 'a b.csv', file_size: '7', metadata: '{"table_name":"web","format":"csv"}' },
    ],
  ];
  for (const [line, call, form] of forms) {
    it(`sends ${JSON.stringify(form)} as a form: ${line}`, async () => {
      const { method, url, headers, body } = await requestOf(call);
      assert.equal(`${method} ${url}`, line.replace(' ', ' /api/core/'));
      assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
      assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), form);
    });
  }

  const audit = {
    keywords: ['login', '실패'],
    categories: [],
    users: ['kim', 'lee'],
    locale: 'ko',
    limit: 50,
  };
  const tables = { keywords: 'web', schemaCode: 's', tableName: 'web_access', groupGuid: otherGuid };
  const addresses: readonly (readonly [line: string, call: Call])[] = [
    [
      `POST batch-rules/${someGuid}/versions/7/restore`,
      (client) => client.send(api.restoreRuleVersion('batch', someGuid, 7)),
    ],
    ['DELETE upload-streams/..%2Fa%20b', (client) => client.send(api.cancelUpload('../a b'))],
    [
      'GET audit-logs?from=2023-09-18+16%3A12%3A44%2B0900',
      (client) => client.send(api.searchAuditLogs({ from: '2023-09-18 16:12:44+0900' })),
    ],
    [
      'GET audit-logs?limit=50&keywords=login%2C%EC%8B%A4%ED%8C%A8&users=kim%2Clee&locale=ko',
      (client) => client.send(api.searchAuditLogs(audit)),
    ],
    [
      `GET tables?keywords=web&schema_code=s&table_name=web_access&group_guid=${otherGuid}`,
      (client) => client.send(api.listTables(tables)),
    ],
    ['GET tables/a%20b%2Fc%3Fd%23e%25', (client) => client.send(api.getTable('a b/c?d#e%'))],
    // Read as a way up, it would be another operation.
    ['GET tables/..', (client) => client.send(api.getTable('..'))],
    [
      'GET cursors/5?offset=2&limit=3&format=txt',
      async (client) => {
        for await (const _ of client.stream(api.exportCursor(5, 'txt', { offset: 2, limit: 3 })));
      },
    ],
  ];
  for (const [line, call] of addresses) {
    it(`sends no body: ${line}`, async () => {
      const { method, url, headers, body } = await requestOf(call);
      assert.equal(`${method} ${url}`, line.replace(' ', ' /api/core/'));
      assert.deepEqual([body, headers['content-type']], ['', undefined]);
    });
  }

  it('sends the key as a bearer token, except for an upload', async () => {
    const authorized = async (call: Call): Promise<unknown> => (await requestOf(call)).headers.authorization;
    assert.equal(await authorized((client) => client.send(api.listTables({}))), 'Bearer k3y');
    assert.equal(await authorized((client) => client.send(api.cancelUpload('t'))), undefined);
    assert.equal(
      await authorized((client) => client.send(api.appendUpload('t', 0, Buffer.from('a')))),
      undefined,
    );
  });

  it('uses the product of the connection and the path prefix of its address', async () => {
    await using server = await responding(200, {});
    await using client = server.client({ baseUrl: `${server.origin}/gate/way//`, product: 'so/nar' });
    await client.send(api.dropCursor(5));
    assert.equal(server.seen[0]?.url, '/gate/way/api/so%2Fnar/cursors/5');
  });

  it('appends bytes or a streamed file to an upload at an offset', async () => {
    const source = { length: 4, open: () => Readable.from([Buffer.from('ro'), Buffer.from('w\n')]) };
    for (const content of [source, Buffer.from('row\n')]) {
      const { method, url, headers, body } = await requestOf((client) =>
        client.send(api.appendUpload('t', 12, content)),
      );
      assert.deepEqual([method, url, body], ['PUT', '/api/core/upload-streams/t?offset=12', 'row\n']);
      assert.deepEqual(
        [headers['content-length'], headers['transfer-encoding'], headers['content-type']],
        ['4', undefined, 'application/octet-stream'],
      );
    }
  });

  it('marks a query that no user typed', async () => {
    const { url } = await requestOf((client) => client.send(api.runOwnQuery('table a')));
    const text = new URL(url, 'http://service').searchParams.get('q') ?? '';
    // If the user continues with it, the rest was typed.
    assert.deepEqual([isOwnQuery(text), isOwnQuery(`${text} | limit 1`)], [true, false]);
  });
});

async function requestOf(call: Call): Promise<SeenRequest> {
  await using server = await responding(200, {});
  await call(server.api).catch(() => undefined);
  return server.seen[0] ?? assert.fail('nothing was sent');
}
