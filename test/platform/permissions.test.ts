import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { call } from '../support/call';
import { startApp } from '../support/startApp';
import type { Caller, RunningApp } from '../support/startApp';

const guid = randomUUID();

/** Every operation with the least role that may call it. */
const operations: readonly (readonly [operation: string, least: Caller])[] = [
  ['DELETE /api/core/scheduled-queries', 'admin'],
  ['POST /api/core/scheduled-queries/stop', 'admin'],
  [`PUT /api/core/scheduled-queries/${guid}`, 'admin'],
  ['GET /api/core/scheduled-queries', 'admin'],
  ['POST /api/core/scheduled-queries', 'admin'],
  [`GET /api/core/scheduled-queries/${guid}`, 'admin'],
  ['GET /api/core/audit-logs', 'master'],
  [`POST /api/core/batch-rules/${guid}/versions/1/restore`, 'admin'],
  [`POST /api/core/stream-rules/${guid}/versions/1/restore`, 'admin'],
  ['GET /api/core/queries/1', 'member'],
  ['GET /api/core/tables', 'member'],
  ['POST /api/core/tables', 'admin'],
  ['POST /api/core/upload-streams', 'admin'],
  ['GET /api/core/upload-streams', 'master'],
];

const callers: readonly Caller[] = ['member', 'admin', 'master'];
const refusedKey = { status: 401, body: { error_code: 'unauthorized', error_msg: 'invalid-api-key' } };
const noPermission = { status: 500, body: { error_code: 'illegal-state', error_msg: 'no-permission' } };

describe('permissions', () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app[Symbol.asyncDispose]());

  for (const [operation, least] of operations) {
    const shown = operation.replace(guid, ':guid');
    it(`lets ${least} and above call ${shown} and nobody else`, async () => {
      for (const caller of callers) {
        const answer = await app.call(caller, operation);
        if (callers.indexOf(caller) < callers.indexOf(least)) assert.deepEqual(answer, noPermission);
        else assert.notDeepEqual(answer, noPermission);
      }
    });

    it(`refuses a missing and a wrong key on ${shown}`, async () => {
      assert.deepEqual(await call(app.baseUrl, operation), refusedKey);
      assert.deepEqual(await call(app.baseUrl, operation, { key: 'wrong' }), refusedKey);
      assert.deepEqual(
        await call(app.baseUrl, operation, { headers: { authorization: app.keys.master } }),
        refusedKey,
      );
    });
  }

  it('are those of the key as it is now: a new key ends the old one', async () => {
    await app.parts.accounts.put('changing', 'MASTER', 'first-key');
    assert.equal((await call(app.baseUrl, 'GET /api/core/audit-logs', { key: 'first-key' })).status, 200);
    await app.parts.accounts.put('changing', 'MEMBER', 'second-key');
    assert.deepEqual(await call(app.baseUrl, 'GET /api/core/audit-logs', { key: 'first-key' }), refusedKey);
    assert.deepEqual(
      await call(app.baseUrl, 'GET /api/core/audit-logs', { key: 'second-key' }),
      noPermission,
    );
  });

  it('keep no key in the store', async () => {
    const rows = await app.parts.database.read('SELECT * FROM account');
    assert.equal(rows.length >= callers.length, true);
    for (const key of Object.values(app.keys)) {
      assert.equal(
        rows.some((row) => Object.values(row).includes(key)),
        false,
      );
    }
  });
});
