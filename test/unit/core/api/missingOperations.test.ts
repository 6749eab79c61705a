import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/core/api/client';
import {
  isMissingOperation,
  MalformedResponseError,
  MissingOperationError,
  RejectedError,
} from '../../../../src/core/api/errors';
import { findScheduledQueries, findScheduledQuery } from '../../../../src/core/api/findScheduledQuery';
import { responding, HttpServer } from '../../../support/httpServer';
import { otherGuid, someGuid } from '../../../support/scheduledQueries';
import { api } from '../../../support/operations';

const rejection = { error_code: 'not-found', error_msg: 'no such operation' };

const responses: readonly (readonly [name: string, status: number, body: unknown])[] = [
  ['a 404 without an error body', 404, 'not here'],
  ['a 404 with its error body', 404, rejection],
  ['a 405', 405, rejection],
  ['a 501', 501, ''],
];

const upload = { fileName: 'a.ndjson', fileSize: 3, tableName: 'a', format: 'ndjson' } as const;

/** Those that a platform may lack. */
const optionalOperations: Readonly<Record<string, (client: PlatformClient) => Promise<unknown>>> = {
  scheduledQuery: async (client) => client.send(api.getScheduledQuery(someGuid)),
  scheduledRuns: async (client) => client.send(api.listScheduledRuns(someGuid, {})),
  batchRules: async (client) => client.send(api.listRules('batch', {})),
  streamRules: async (client) => client.send(api.listRules('stream', {})),
  ruleVersions: async (client) => client.send(api.listRuleVersions('batch', someGuid)),
  ruleVersion: async (client) => client.send(api.getRuleVersion('stream', someGuid, 1)),
  table: async (client) => client.send(api.getTable('a')),
  openUpload: async (client) => client.send(api.openUpload(upload)),
  appendUpload: async (client) => client.send(api.appendUpload(someGuid, 0, new Uint8Array(3))),
  completeUpload: async (client) => client.send(api.completeUpload(someGuid)),
  uploads: async (client) => client.send(api.listUploads()),
};

describe('An optional operation', () => {
  for (const [response, status, body] of responses) {
    it(`is missing after ${response}, and not sent again`, async () => {
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

  it('is missing when the response to a read has another shape', async () => {
    await using server = await responding(200, { data: [] });
    await assert.rejects(server.api.send(api.listRules('batch', {})), MissingOperationError);
    await assert.rejects(server.api.send(api.listRules('batch', {})), MissingOperationError);

    assert.equal(server.seen.length, 1);
  });

  it('is not missing when the response is truncated', async () => {
    await using server = await responding(200, '{"total_count": 1, "rules": [');
    const error = await server.api.send(api.listRules('batch', {})).catch((reason: unknown) => reason);

    assert.equal(isMissingOperation(error), false);
  });

  it('leaves open whether an upload was opened when the response has another shape', async () => {
    await using server = await responding(200, { id: 7 });
    await assert.rejects(server.api.send(api.openUpload(upload)), {
      ...{ name: 'MalformedResponseError', uncertain: true },
    });
  });

  it('is sent again after missing operations are forgotten', async () => {
    let offered = false;
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(offered ? 200 : 405).end(JSON.stringify({ total_count: 0, rules: [] }));
    });
    await assert.rejects(server.api.send(api.listRules('batch', {})), MissingOperationError);
    offered = true;

    server.api.forgetMissingOperations();

    assert.deepEqual((await server.api.send(api.listRules('batch', {}))).items, []);
  });

  it('is not missing when one record of its response is malformed', async () => {
    await using server = await responding(200, { scheduled_query: { guid: someGuid } });
    for (let time = 0; time < 2; time++)
      await assert.rejects(server.api.send(api.getScheduledQuery(someGuid)), MalformedResponseError);
    assert.equal(server.seen.length, 2);
  });

  it('can be checked before it is sent', async () => {
    await using server = await responding(405, rejection);
    const failures: unknown[] = [];
    await using client = server.client({ onFailure: (error) => failures.push(error) });
    client.checkOffered('uploads');

    await assert.rejects(client.send(api.openUpload(upload)), MissingOperationError);

    assert.throws(() => {
      client.checkOffered('uploads');
    }, MissingOperationError);
    client.checkOffered('table');
    assert.deepEqual([server.seen.length, failures.length], [1, 2]);
  });
});

describe('A required operation', () => {
  it('is rejected by a 404 with an error body', async () => {
    await using server = await responding(404, rejection);
    const error = await server.api.send(api.listTables({})).catch((reason: unknown) => reason);

    assert.ok(error instanceof RejectedError);
    assert.equal(isMissingOperation(error), false);
  });

  it('is certain not to have written after a 501', async () => {
    await using server = await responding(501, '');
    await assert.rejects(
      async () => server.api.send(api.switchRule('batch', someGuid, true)),
      (error: { uncertain?: boolean }) => error.uncertain === false && isMissingOperation(error),
    );
  });
});

describe('Reading one scheduled query', () => {
  const record = { guid: someGuid, name: 'a', query: 'table a', trigger_type: 'cron' };
  const listed = { total_count: 1, scheduled_queries: [record] };

  it('reads the list when the operation is missing, and only one list from then on', async () => {
    await using server = await HttpServer.start((request, response) => {
      const lists = /\/scheduled-queries(\?|$)/.test(request.url);
      response.writeHead(lists ? 200 : 405).end(JSON.stringify(lists ? listed : rejection));
    });
    for (let time = 0; time < 2; time++)
      assert.equal((await findScheduledQuery(server.api, someGuid))?.guid, someGuid);
    assert.equal(server.seen.length, 3);

    const [found, ...others] = await findScheduledQueries(server.api, [someGuid, otherGuid]);
    assert.deepEqual([found?.guid, others, server.seen.length], [someGuid, [], 4]);
  });
});
