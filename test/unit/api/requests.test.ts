import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { listTableGroups } from '../../../src/api/operations/tables';
import { listUploads } from '../../../src/api/operations/uploads';
import { listQueryHistory } from '../../../src/api/operations/queries';
import {
  listRuleVersions,
  getRuleVersion,
  switchRule,
  restoreRuleVersion,
} from '../../../src/api/operations/rules';
import {
  createScheduledQuery,
  stopScheduledQueries,
  updateScheduledQuery,
} from '../../../src/api/operations/scheduledQueries';
import type { PlatformClient } from '../../../src/api/client';
import { isOwnQuery } from '../../../src/shared/ownQueries';
import { responding } from '../../support/httpServer';
import type { HttpServer, SeenRequest } from '../../support/httpServer';
import { otherGuid, scheduledQueryFields, someGuid } from '../../support/scheduledQueries';

const formEncoded = 'application/x-www-form-urlencoded';

async function requestOf(
  call: (client: PlatformClient) => Promise<unknown>,
  body: unknown = {},
  connect: (server: HttpServer) => PlatformClient = (server) => server.client(),
): Promise<SeenRequest> {
  await using server = await responding(200, body);
  await using client = connect(server);
  await call(client);
  const [request] = server.seen;
  assert.ok(request);
  return request;
}

type Call = (client: PlatformClient) => Promise<unknown>;

/** The request line of each operation, and the role that it needs. */
const operations: readonly (readonly [line: string, role: string, call: Call])[] = [
  ['GET scheduled-queries?limit=5', 'ADMIN', (client) => client.scheduledQueries({ limit: 5 })],
  [`GET scheduled-queries/${someGuid}`, 'ADMIN', (client) => client.scheduledQuery(someGuid)],
  ['POST scheduled-queries', 'ADMIN', (client) => client.send(createScheduledQuery(scheduledQueryFields()))],
  ['GET batch-rules?offset=5', 'MEMBER', (client) => client.rules('batch', { offset: 5 })],
  [`GET stream-rules/${someGuid}`, 'MEMBER', (client) => client.rule('stream', someGuid)],
  [
    `GET batch-rules/${someGuid}/versions`,
    'MEMBER',
    (client) => client.send(listRuleVersions('batch', someGuid)),
  ],
  [
    `GET batch-rules/${someGuid}/versions/0`,
    'MEMBER',
    (client) => client.send(getRuleVersion('batch', someGuid, 0)),
  ],
  [
    `POST batch-rules/${someGuid}/enable`,
    'ADMIN',
    (client) => client.send(switchRule('batch', someGuid, true)),
  ],
  [
    `POST stream-rules/${someGuid}/disable`,
    'ADMIN',
    (client) => client.send(switchRule('stream', someGuid, false)),
  ],
  ['GET queries/7', 'MEMBER', (client) => client.queryStatus(7)],
  ['POST cursors', 'MEMBER', (client) => client.createCursor('table a')],
  [
    'GET cursors/7?offset=1&limit=2&format=json-single',
    'MEMBER',
    (client) => client.cursorRows(7, { offset: 1, limit: 2 }),
  ],
  ['DELETE cursors/7', 'MEMBER', (client) => client.dropCursor(7)],
  ['GET query-history?limit=9', 'MEMBER', (client) => client.send(listQueryHistory({ limit: 9 }))],
  [
    'GET query?q=a+%7C+%23+asked+by+the+editor&limit=9',
    'MEMBER',
    (client) => client.queryRows('a', { limit: 9 }),
  ],
  ['GET upload-streams/t', 'MASTER', (client) => client.upload('t')],
  ['GET upload-streams', 'MASTER', (client) => client.send(listUploads())],
  ['GET tables/web', 'MEMBER', (client) => client.table('web')],
  ['POST tables', 'ADMIN', (client) => client.createTable('web')],
  ['GET table-groups', 'MEMBER', (client) => client.send(listTableGroups())],
];

describe('A request', () => {
  it('has the method, path and role of its operation', async () => {
    await using server = await responding(500, { error_code: 'illegal-state', error_msg: 'no-permission' });
    for (const [line, role, call] of operations) {
      await assert.rejects(call(server.api), { name: 'PermissionError', requiredRole: role }, line);
      const { method, url } = server.seen.pop() ?? assert.fail(line);
      assert.equal(`${method} ${url}`, line.replace(' ', ' /api/core/'));
    }
  });

  it('ignores a Location header when the status is no redirect', async () => {
    await using server = await responding(201, { guid: someGuid }, { location: 'http://elsewhere.example/' });
    assert.equal(await server.api.send(createScheduledQuery(scheduledQueryFields())), someGuid);
  });

  it('removes scheduled queries by DELETE with a form body and a comma-separated list', async () => {
    const request = await requestOf(
      (client) => client.removeScheduledQueries([someGuid, otherGuid], 'force'),
      {
        succeeded: 2,
        failures: [],
      },
    );
    assert.equal(request.method, 'DELETE');
    assert.equal(request.url, '/api/core/scheduled-queries');
    assert.equal(request.headers['content-type'], formEncoded);
    const form = new URLSearchParams(request.body);
    assert.deepEqual(
      [...form],
      [
        ['guids', `${someGuid},${otherGuid}`],
        ['policy', 'force'],
      ],
    );
  });

  it('removes with the policy skip by default', async () => {
    const request = await requestOf((client) => client.removeScheduledQueries([someGuid]), { succeeded: 1 });
    assert.equal(new URLSearchParams(request.body).get('policy'), 'skip');
  });

  it('stops scheduled queries by POST', async () => {
    const request = await requestOf((client) => client.send(stopScheduledQueries([someGuid], true)), {
      succeeded: 1,
    });
    assert.deepEqual([request.method, request.url], ['POST', '/api/core/scheduled-queries/stop']);
    assert.equal(new URLSearchParams(request.body).get('force'), 'true');
  });

  it('updates a scheduled query with the whole record', async () => {
    const fields = scheduledQueryFields({
      nodeTypes: ['control', 'data'],
      description: '한글 & more',
      enabled: false,
    });
    const request = await requestOf((client) => client.send(updateScheduledQuery(someGuid, fields)));
    assert.deepEqual([request.method, request.url], ['PUT', `/api/core/scheduled-queries/${someGuid}`]);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(request.body)), {
      name: fields.name,
      description: '한글 & more',
      enabled: 'false',
      query: fields.query,
      trigger_type: 'cron',
      cron_schedule: '0 * * * *',
      node_types: 'control,data',
      output_parameter: 'false',
    });
  });

  it('restores rule versions without a body', async () => {
    for (const kind of ['batch', 'stream'] as const) {
      const request = await requestOf((client) => client.send(restoreRuleVersion(kind, someGuid, 7)), {
        result: true,
      });
      assert.deepEqual(
        [request.method, request.url, request.body, request.headers['content-type']],
        ['POST', `/api/core/${kind}-rules/${someGuid}/versions/7/restore`, '', undefined],
      );
    }
  });

  it('cancels an upload without the key, with an encoded token', async () => {
    const request = await requestOf((client) => client.cancelUpload('../a b'));
    assert.deepEqual([request.method, request.url], ['DELETE', '/api/core/upload-streams/..%2Fa%20b']);
    assert.equal(request.headers.authorization, undefined);
  });

  it('sends the key as a bearer token', async () => {
    const request = await requestOf((client) => client.tables({}), { total_count: 0, tables: [] });
    assert.equal(request.headers.authorization, 'Bearer k3y');
  });

  it('encodes the plus of a date', async () => {
    const request = await requestOf((client) => client.auditLogs({ from: '2023-09-18 16:12:44+0900' }), {
      audit_logs: [],
      total: 0,
    });
    assert.match(request.url, /from=2023-09-18[+]16%3A12%3A44%2B0900/);
  });

  it('joins the lists of an audit search with commas and omits empty ones', async () => {
    const request = await requestOf(
      (client) =>
        client.auditLogs({
          keywords: ['login', '실패'],
          categories: [],
          results: ['Failure'],
          users: ['kim', 'lee'],
          locale: 'ko',
          limit: 50,
        }),
      { audit_logs: [], total: 0 },
    );
    const query = new URL(request.url, 'http://service').searchParams;
    assert.deepEqual(Object.fromEntries(query), {
      keywords: 'login,실패',
      results: 'Failure',
      users: 'kim,lee',
      locale: 'ko',
      limit: '50',
    });
  });

  it('filters tables on the server', async () => {
    const request = await requestOf(
      (client) =>
        client.tables({
          offset: 200,
          limit: 100,
          keywords: 'web',
          schemaCode: 's',
          tableName: 'web_access',
          groupGuid: otherGuid,
        }),
      { total_count: 0, tables: [] },
    );
    assert.deepEqual(Object.fromEntries(new URL(request.url, 'http://service').searchParams), {
      offset: '200',
      limit: '100',
      keywords: 'web',
      schema_code: 's',
      table_name: 'web_access',
      group_guid: otherGuid,
    });
  });

  it('uses the product of the connection and the path prefix of its address', async () => {
    const request = await requestOf(
      (client) => client.queryStatus(5).catch(() => undefined),
      {},
      (server) => server.client({ baseUrl: `${server.origin}/gate/way//`, product: 'so/nar' }),
    );
    assert.equal(request.url, '/gate/way/api/so%2Fnar/queries/5');
  });

  it('encodes the name of a table', async () => {
    const urlOf = async (name: string): Promise<string> =>
      (await requestOf((client) => client.table(name), { table: null })).url;
    assert.equal(await urlOf('a b/c?d#e%'), '/api/core/tables/a%20b%2Fc%3Fd%23e%25');
    // Read as a way up, it would be another operation.
    assert.equal(await urlOf('..'), '/api/core/tables/..');
  });

  it('opens an upload with name, size and metadata of the file', async () => {
    const upload = { fileName: 'a b.csv', fileSize: 7, tableName: 'web', format: 'csv' } as const;
    const { body } = await requestOf((client) => client.openUpload(upload), { token: 't' });
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      file_name: 'a b.csv',
      file_size: '7',
      metadata: '{"table_name":"web","format":"csv"}',
    });
  });

  it('streams a file with its length', async () => {
    const source = { length: 4, open: () => Readable.from([Buffer.from('ro'), Buffer.from('w\n')]) };
    const { headers, body } = await requestOf((client) => client.appendUpload('t', 0, source), {
      uploaded_size: 4,
    });
    assert.deepEqual(
      [headers['content-length'], headers['transfer-encoding'], headers['content-type'], body],
      ['4', undefined, 'application/octet-stream', 'row\n'],
    );
  });

  it('reads the requested part of a result in its format', async () => {
    const { url } = await requestOf(async (client) => {
      for await (const _ of client.cursorExport(5, 'txt', { offset: 2, limit: 3 }));
    });
    assert.equal(url, '/api/core/cursors/5?offset=2&limit=3&format=txt');
  });

  it('marks a query that nobody typed', async () => {
    const { url } = await requestOf((client) => client.queryRows('table a'), '');
    const text = new URL(url, 'http://service').searchParams.get('q') ?? '';
    // Somebody who goes on with it has typed the rest.
    assert.deepEqual([isOwnQuery(text), isOwnQuery(`${text} | limit 1`)], [true, false]);
  });

  it('appends bytes to an upload at an offset', async () => {
    const request = await requestOf((client) => client.appendUpload('t', 12, Buffer.from('row\n')), {
      uploaded_size: 16,
    });
    assert.deepEqual(
      [request.method, request.url, request.body],
      ['PUT', '/api/core/upload-streams/t?offset=12', 'row\n'],
    );
    assert.equal(request.headers.authorization, undefined);
  });
});
