import assert from 'node:assert/strict';
import { listUploads } from '../../../src/api/operations/uploads';
import { listRuleVersions, getRuleVersion, switchRule } from '../../../src/api/operations/rules';
import { listScheduledRuns } from '../../../src/api/operations/scheduledQueries';
import type { PlatformClient } from '../../../src/api/client';
import {
  isMissingOperation,
  MalformedResponseError,
  MissingOperationError,
  RejectedError,
} from '../../../src/api/errors';
import { findScheduledQueries, findScheduledQuery } from '../../../src/api/findScheduledQuery';
import { responding, HttpServer } from '../../support/httpServer';
import { someGuid } from '../../support/scheduledQueries';

const rejection = { error_code: 'not-found', error_msg: 'no such operation' };

const responses: readonly (readonly [name: string, status: number, body: unknown])[] = [
  ['a 404 without an error body', 404, 'not here'],
  ['a 404 with its error body', 404, rejection],
  ['a 405', 405, rejection],
  ['a 501', 501, ''],
];

const upload = { fileName: 'a.ndjson', fileSize: 3, tableName: 'a', format: 'ndjson' } as const;

/** Those that a service may leave out. */
const optionalOperations: Readonly<Record<string, (client: PlatformClient) => Promise<unknown>>> = {
  scheduledQuery: async (client) => client.scheduledQuery(someGuid),
  scheduledRuns: async (client) => client.send(listScheduledRuns(someGuid, {})),
  batchRules: async (client) => client.rules('batch', {}),
  streamRules: async (client) => client.rules('stream', {}),
  ruleVersions: async (client) => client.send(listRuleVersions('batch', someGuid)),
  ruleVersion: async (client) => client.send(getRuleVersion('stream', someGuid, 1)),
  table: async (client) => client.table('a'),
  openUpload: async (client) => client.openUpload(upload),
  appendUpload: async (client) => client.appendUpload(someGuid, 0, new Uint8Array(3)),
  completeUpload: async (client) => client.completeUpload(someGuid),
  uploads: async (client) => client.send(listUploads()),
};

describe('an operation that a service may leave out', () => {
  for (const [response, status, body] of responses) {
    it(`is missing after ${response}, and not asked for again`, async () => {
      await using server = await responding(status, body);
      for (const [name, call] of Object.entries(optionalOperations)) {
        await using client = server.client();
        server.seen.length = 0;

        const error = await call(client).catch((reason: unknown) => reason);

        assert.ok(error instanceof MissingOperationError, `${name}: ${String(error)}`);
        assert.equal(error.uncertain, false, name);
        await assert.rejects(call(client), MissingOperationError, name);
        assert.equal(server.seen.length, 1, name);
      }
    });
  }

  it('is missing when a read answers with another shape', async () => {
    await using server = await responding(200, { data: [] });
    await using client = server.client();

    await assert.rejects(client.rules('batch', {}), MissingOperationError);
    await assert.rejects(client.rules('batch', {}), MissingOperationError);

    assert.equal(server.seen.length, 1);
  });

  it('is not taken for missing when the answer is cut short', async () => {
    await using server = await responding(200, '{"total_count": 1, "rules": [');
    await using client = server.client();

    const error = await client.rules('batch', {}).catch((reason: unknown) => reason);

    assert.equal(isMissingOperation(error), false);
  });

  it('leaves open what became of an upload that was opened with another answer', async () => {
    await using server = await responding(200, { id: 7 });
    await using client = server.client();

    await assert.rejects(
      client.openUpload(upload),
      (error: { uncertain?: boolean }) => error.uncertain === true && !isMissingOperation(error),
    );
  });

  it('is remembered for this client and this operation alone', async () => {
    await using server = await HttpServer.start((request, response) => {
      const offered = request.url.includes('stream-rules');
      response.writeHead(offered ? 200 : 404);
      response.end(JSON.stringify(offered ? { total_count: 0, rules: [] } : rejection));
    });
    await using client = server.client();
    await using other = server.client();

    await assert.rejects(client.rules('batch', {}), MissingOperationError);
    await client.rules('stream', {});
    await assert.rejects(other.rules('batch', {}), MissingOperationError);

    assert.equal(server.seen.length, 3);
  });

  it('is not given up after one odd answer where it was answered before', async () => {
    await using server = await HttpServer.start((_request, response) => {
      const odd = server.seen.length === 2;
      response.writeHead(odd ? 404 : 200).end(JSON.stringify({ total_count: 0, rules: [] }));
    });
    await using client = server.client();
    await client.rules('batch', {});

    await assert.rejects(client.rules('batch', {}), MissingOperationError);

    assert.deepEqual((await client.rules('batch', {})).items, []);
  });

  it('is asked for again when somebody wants to know anew', async () => {
    let offered = false;
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(offered ? 200 : 405).end(JSON.stringify({ total_count: 0, rules: [] }));
    });
    await using client = server.client();
    await assert.rejects(client.rules('batch', {}), MissingOperationError);
    offered = true;

    client.forgetMissingOperations();

    assert.deepEqual((await client.rules('batch', {})).items, []);
  });

  it('is missing where it was answered before somebody wanted to know anew, and is not any more', async () => {
    let offered = true;
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(offered ? 200 : 404).end(JSON.stringify({ total_count: 0, rules: [] }));
    });
    await using client = server.client();
    await client.rules('batch', {});
    offered = false;
    client.forgetMissingOperations();

    for (let time = 0; time < 3; time++)
      await assert.rejects(client.rules('batch', {}), MissingOperationError);
    assert.equal(server.seen.length, 2);
  });

  it('is there where one record of its answer is not as documented', async () => {
    await using server = await responding(200, { scheduled_query: { guid: someGuid } });
    await using client = server.client();

    for (let time = 0; time < 2; time++)
      await assert.rejects(client.scheduledQuery(someGuid), MalformedResponseError);
    assert.equal(server.seen.length, 2);
  });

  it('can be known to be missing before it is asked for, and not before', async () => {
    await using server = await responding(405, rejection);
    const failures: unknown[] = [];
    await using client = server.client({ onFailure: (error) => failures.push(error) });
    client.checkOffered('uploads');

    await assert.rejects(client.openUpload(upload), MissingOperationError);

    assert.throws(() => {
      client.checkOffered('uploads');
    }, MissingOperationError);
    client.checkOffered('table');
    assert.deepEqual([server.seen.length, failures.length], [1, 2]);
  });

  it('is told once to whoever keeps the log', async () => {
    const told: string[] = [];
    await using server = await responding(404, rejection);
    await using client = server.client({ onMissing: (operation) => told.push(operation) });

    await assert.rejects(client.scheduledQuery(someGuid));
    await assert.rejects(client.scheduledQuery(someGuid));

    assert.deepEqual(told, ['scheduledQuery']);
  });
});

describe('an operation that every service has', () => {
  it('is rejected by a 404 with an error body', async () => {
    await using server = await responding(404, rejection);
    await using client = server.client();

    const error = await client.tables({}).catch((reason: unknown) => reason);

    assert.ok(error instanceof RejectedError);
    assert.equal(isMissingOperation(error), false);
  });

  it('was not carried out where the service answers a write with 501', async () => {
    await using server = await responding(501, '');
    await using client = server.client();

    await assert.rejects(
      async () => client.send(switchRule('batch', someGuid, true)),
      (error: { uncertain?: boolean }) => error.uncertain === false && isMissingOperation(error),
    );
  });
});

describe('reading one scheduled query', () => {
  const record = { guid: someGuid, name: 'a', query: 'table a', trigger_type: 'cron' };
  const listed = { total_count: 1, scheduled_queries: [record] };

  async function listingOnly(): Promise<HttpServer> {
    return HttpServer.start((request, response) => {
      const lists = /\/scheduled-queries(\?|$)/.test(request.url);
      response.writeHead(lists ? 200 : 405).end(JSON.stringify(lists ? listed : rejection));
    });
  }

  it('reads the list where there is no such operation, and only that from then on', async () => {
    await using server = await listingOnly();
    await using client = server.client();

    assert.equal((await findScheduledQuery(client, someGuid))?.guid, someGuid);
    assert.equal((await findScheduledQuery(client, someGuid))?.guid, someGuid);

    assert.equal(server.seen.length, 3);
  });

  it('finds a query in the list whatever the case of its GUID', async () => {
    await using server = await listingOnly();
    await using client = server.client();

    assert.equal((await findScheduledQuery(client, someGuid.toUpperCase()))?.guid, someGuid);
  });

  it('reads one list for several queries', async () => {
    await using server = await listingOnly();
    await using client = server.client();
    await findScheduledQuery(client, someGuid);
    server.seen.length = 0;

    const found = await findScheduledQueries(client, [someGuid, '99999999-2222-4333-8444-555555555555']);

    assert.deepEqual(
      found.map(({ guid }) => guid),
      [someGuid],
    );
    assert.equal(server.seen.length, 1);
  });
});
