import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/core/api/client';
import {
  KeyRejectedError,
  PermissionError,
  RejectedError,
  UnreachableError,
} from '../../../../src/core/api/errors';
import type { UnreachableReason } from '../../../../src/core/api/errors';
import { applyActions } from '../../../../src/core/project/applyActions';
import type { Action } from '../../../../src/core/project/plan';
import { responding, HttpServer } from '../../../support/httpServer';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';

type Arguments = Parameters<typeof applyActions>;

const done: Arguments[2] = () => Promise.resolve();

async function resultsOf(client: Arguments[0], actions: Arguments[1], remember = done, signal?: AbortSignal) {
  const results: [failure: string | undefined, isUncertain: boolean][] = [];
  for await (const { reason, outcome } of applyActions(client, actions, remember, signal))
    results.push([reason, outcome === 'unknown']);
  return results;
}

async function failuresOf(...args: Parameters<typeof resultsOf>): Promise<unknown[]> {
  return (await resultsOf(...args)).map(([failure]) => failure);
}

const record = scheduledQueryFields({ name: 'a', query: 'json "{}"' });
const current = { ...record, guid: someGuid };
/** The same as the platform returns it. */
const stored = {
  ...{ guid: someGuid, name: 'a', query: 'json "{}"', trigger_type: 'cron' },
  ...{ cron_schedule: '0 * * * *', enabled: true },
};

function creation(name: string, precedingGuid?: string): Action {
  const wanted = { ...record, name, precedingGuid };
  return { kind: 'create', path: `${name}.lq`, name, wanted };
}

/** The response to both reading one record and listing them. */
function found(record: object | null): unknown {
  const records = record === null ? [] : [record];
  return { scheduled_query: record, total_count: records.length, scheduled_queries: records };
}

/** A platform with one response for each method. */
async function respondingBy(responses: Readonly<Record<string, unknown>>): Promise<HttpServer> {
  return HttpServer.start(({ method }, response) => response.end(JSON.stringify(responses[method] ?? {})));
}

describe('Applying a plan', () => {
  const changed = 'It was changed on the platform after the plan was made.';
  const deleted = 'It was deleted on the platform after the plan was made.';
  for (const [what, now, ...expected] of [
    [
      'neither changes nor deletes a query that was changed',
      { ...stored, query: 'table b' },
      changed,
      changed,
    ],
    ['notes as deleted, and does not change, a query that was deleted', null, deleted, undefined],
  ] as const) {
    it(`${what} on the platform since`, async () => {
      await using server = await respondingBy({ GET: found(now) });
      const wanted = { ...record, query: 'json "{}" | limit 2' };

      const failures = await failuresOf(server.api, [
        { kind: 'change', path: 'a.lq', name: 'a', wanted, current, fields: ['query'] },
        { kind: 'delete', path: 'a.lq', name: 'a', current },
      ]);

      assert.deepEqual([failures, server.methods], [expected, 'GET GET']);
    });
  }

  it('continues after a lost response, which is uncertain', async () => {
    await using server = await HttpServer.start(({ body }, response) => {
      if (body.includes('name=a')) response.destroy();
      else response.end(JSON.stringify({ guid: otherGuid }));
    });
    const results = await resultsOf(server.api, [creation('a'), creation('b')]);
    assert.match(String(results[0]), /The change may have been written\. Run Plan again\.,true$/);
    assert.deepEqual(results[1], [undefined, false]);
  });

  it('stops after a failure that all would have, and continues after any other', async () => {
    const unreachable = (reason: UnreachableReason): Error => new UnreachableError(reason, reason);
    for (const [error, isForAll] of [
      [unreachable('connection-refused'), true],
      [unreachable('certificate'), true],
      [unreachable('redirect'), true],
      [unreachable('host-not-found'), true],
      [unreachable('deadline'), false],
      [unreachable('busy'), false],
      [new PermissionError('ADMIN'), true],
      [new KeyRejectedError(401), true],
      [new RejectedError(400, 'x', 'no'), false],
    ] as const) {
      const client = { send: () => Promise.reject(error) } as unknown as PlatformClient;
      const [first, second] = await failuresOf(client, [creation('a'), creation('b')]);
      assert.equal(second === 'Not attempted, for the same reason.', isForAll, error.message);
      if (error instanceof KeyRejectedError) assert.equal(first, 'The API key was rejected (HTTP 401).');
    }
  });

  it('marks a rejected request as certain, and ends when it cannot be sent', async () => {
    await using server = await responding(400, { error_code: 'duplicate', error_msg: 'taken' });
    assert.deepEqual(await resultsOf(server.api, [creation('a')]), [['taken', false]]);
    await using keyless = server.client({ readKey: () => Promise.reject(new RangeError('no keychain')) });
    await assert.rejects(failuresOf(keyless, [creation('a'), creation('b')]), /no keychain/);
  });

  it('reports why a record was not deleted', async () => {
    for (const [response, failure] of [
      [{ succeeded: 0 }, 'It is running and was skipped.'],
      [{ succeeded: 0, failures: [{ id: someGuid, reason: 'no disk' }] }, 'no disk'],
      [{ succeeded: 1 }, undefined],
    ] as const) {
      await using server = await respondingBy({ GET: found(stored), DELETE: response });
      assert.deepEqual(await failuresOf(server.api, [{ kind: 'delete', path: 'a.lq', name: 'a', current }]), [
        failure,
      ]);
      assert.match(server.seen.at(-1)?.body ?? '', /policy=skip/);
    }
  });

  it('finds the GUID of a new record by its name when the platform does not return it', async () => {
    for (const [name, failure] of [
      ['a', undefined],
      ['b', 'The platform does not list it.'],
    ] as const) {
      await using server = await respondingBy({ GET: found({ ...stored, name }) });
      const noted: unknown[] = [];

      const failures = await failuresOf(server.api, [creation('a')], (_, entry) => {
        noted.push(entry);
        return Promise.resolve();
      });
      assert.deepEqual(failures, [failure]);
      assert.deepEqual(noted, failure === undefined ? [{ guid: someGuid, record }] : []);
    }
  });

  it('skips a query whose preceding query could not be written', async () => {
    await using server = await respondingBy({ POST: { guid: someGuid } });
    assert.deepEqual(await failuresOf(server.api, [creation('b', 'pending:a.lq')]), [
      'Its preceding query, a.lq, is not on the platform.',
    ]);
    assert.equal(server.seen.length, 0);
    assert.deepEqual(await failuresOf(server.api, [creation('a'), creation('b', 'pending:a.lq')]), [
      undefined,
      undefined,
    ]);
    assert.match(server.seen.at(-1)?.body ?? '', new RegExp(`preceding_guid=${someGuid}`));
  });

  it('stops when it is canceled, and marks a request in progress as uncertain', async () => {
    const cancel = new AbortController();
    await using server = await HttpServer.start(({ method }, response) => {
      if (method === 'GET') response.end(JSON.stringify({ total_count: 0, scheduled_queries: [] }));
      else cancel.abort();
    });
    const results = await resultsOf(server.api, [creation('a'), creation('b')], done, cancel.signal);
    assert.deepEqual(results, [
      ['Canceled while the request was in progress. It may have taken effect.', true],
      ['Not attempted: canceled before it started.', false],
    ]);
    assert.equal(server.methods, 'POST GET');
  });

  it('reports what was done although it cannot be noted, and ends with the reason', async () => {
    await using server = await respondingBy({ POST: { guid: someGuid } });
    const results: unknown[] = [];
    const apply = async (): Promise<void> => {
      const full = (): Promise<void> => Promise.reject(new Error('disk full'));
      for await (const { reason } of applyActions(server.api, [creation('a'), creation('b')], full)) {
        results.push(reason);
      }
    };

    await assert.rejects(apply(), /disk full/);
    assert.deepEqual([results, server.seen.length], [[undefined], 1]);
  });
});
