import assert from 'node:assert/strict';
import { PlatformClient } from '../../src/core/api/client';
import {
  ApiError,
  MalformedResponseError,
  MissingOperationError,
  UnreachableError,
} from '../../src/core/api/errors';
import { makeExpiringCertificates } from '../support/certificates';
import { FaultProxy } from '../support/faultProxy';
import { faults } from '../support/faults';
import { HttpServer } from '../support/httpServer';
import { scheduledQueryFields, someGuid } from '../support/scheduledQueries';
import { startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addTable } from '../support/tables';
import { api } from '../support/operations';

type Read = readonly [name: string, path: string, read: (client: PlatformClient) => Promise<unknown>];

const reads: readonly Read[] = [
  ['scheduled queries', 'scheduled-queries', (client) => client.send(api.listScheduledQueries({}))],
  ['tables', 'tables', (client) => client.send(api.listTables({}))],
  ['table groups', 'table-groups', (client) => client.send(api.listTableGroups())],
  ['batch rules', 'batch-rules', (client) => client.send(api.listRules('batch', {}))],
  ['audit logs', 'audit-logs?limit=3', (client) => client.send(api.searchAuditLogs({ limit: 3 }))],
  ['query history', 'query-history', (client) => client.send(api.listQueryHistory({}))],
];

const wrongValues = [12.5, 'text', true, [], {}, null];

describe('A response with one field of the wrong type', () => {
  const app = suiteApp();
  before(async () => {
    await addTable(app, 'logs');
    const form = { name: 'One', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 1 1 *' };
    await app.call('admin', 'POST /api/core/scheduled-queries', { form });
    await app.call('admin', 'POST /api/core/batch-rules', { form: { name: 'Rule', query: 'table logs' } });
  });

  for (const [name, path, read] of reads) {
    it(`is accepted, or rejected as malformed, for every field of ${name}`, async () => {
      const { body } = await app.call('master', `GET /api/core/${path}`);
      const variants = variantsOf(body);
      assert.ok(variants.length >= wrongValues.length);
      let next = body;
      await using server = await HttpServer.start((_request, response) => {
        response.end(JSON.stringify(next));
      });
      await using client = server.client();
      await read(client);
      let rejected = 0;
      for (const variant of variants) {
        next = variant;
        const error = await read(client).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) continue;
        const named = error instanceof MalformedResponseError || error instanceof MissingOperationError;
        assert.ok(named, JSON.stringify(variant));
        rejected += 1;
      }
      assert.ok(rejected > 0, 'no field of the wrong type was rejected');
    });
  }
});

/** Copies of a document, each with one value replaced by one of another type. */
function variantsOf(document: unknown): unknown[] {
  return pathsIn(document).flatMap((location) =>
    wrongValues.map((value) => {
      const copy: unknown = structuredClone(document);
      const holder = location.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
      Reflect.set(holder as object, location.at(-1) ?? '', value);
      return copy;
    }),
  );
}

function pathsIn(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...pathsIn(inner, [...at, key])]);
}

describe('A connection', () => {
  it('never passes a repeated response to the next request', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    await using proxy = await FaultProxy.start(app.baseUrl);
    await using client = clientOf(proxy, app);
    proxy.interference = faults.find(({ name }) => name === 'responds twice')!.interference;
    for (let round = 0; round < 10; round++) {
      assert.equal((await client.send(api.listTables({}))).items.length, 1);
      assert.equal((await client.send(api.listRules('batch', {}))).items.length, 0);
    }
  });

  it('passes each request its own response when they arrive in reverse order', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    await using proxy = await FaultProxy.start(app.baseUrl);
    await using client = clientOf(proxy, app);
    proxy.interference = faults.find(({ name }) => name === 'responds in reverse order')!.interference;
    const responses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        index % 2 === 0
          ? (await client.send(api.listTables({}))).items.length
          : (await client.send(api.listRules('batch', {}))).items.length,
      ),
    );
    assert.deepEqual(responses, [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
  });

  it('is rejected after its certificate expires, and sends no write', async () => {
    const { valid, expired } = await makeExpiringCertificates();
    await using app = await startApp();
    await using proxy = await FaultProxy.start(app.baseUrl, valid);
    await using client = clientOf(proxy, app, {
      readNetwork: () => ({ certificateAuthorities: [valid.authority] }),
    });
    await client.send(api.listTables({}));
    const sent = proxy.seen.length;
    proxy.changeCertificate(expired);
    for (const request of [
      () => client.send(api.listTables({})),
      () => client.send(api.updateScheduledQuery(someGuid, scheduledQueryFields())),
    ]) {
      await assert.rejects(request(), (error) => {
        assert.ok(error instanceof UnreachableError, String(error));
        assert.deepEqual([error.reason, error.uncertain], ['certificate', false]);
        return true;
      });
    }
    assert.equal(proxy.seen.length, sent);
    proxy.changeCertificate(valid);
    await client.send(api.listTables({}));
  });
});

describe('A read that is repeated', () => {
  it('has one deadline for all its attempts together', async () => {
    const timeout = 2000;
    await using server = await HttpServer.start((_request, response) => {
      setTimeout(() => response.destroy(), timeout * 0.8);
    });
    await using client = server.client({ readTimeout: () => timeout });
    const started = performance.now();
    await assert.rejects(client.send(api.listTables({})), (error) => error instanceof ApiError);
    assert.ok(
      performance.now() - started < timeout * 1.6,
      'a second attempt got a whole deadline of its own',
    );
  });
});

function clientOf(
  proxy: FaultProxy,
  app: RunningApp,
  options: Partial<ConstructorParameters<typeof PlatformClient>[0]> = {},
): PlatformClient {
  return new PlatformClient({
    baseUrl: proxy.baseUrl,
    readKey: () => Promise.resolve(app.keys.master),
    ...options,
  });
}
