import assert from 'node:assert/strict';
import { call, rejection } from '../support/call';
import { suiteApp } from '../support/startApp';

/** Who may call which route is held by `test/security/access.test.ts`. */
describe('permissions', () => {
  const app = suiteApp();

  it('end for an old key when the account gets a new key', async () => {
    const { accounts } = app.parts;
    const read = (key: string) => call(app.baseUrl, 'GET /api/core/audit-logs', { key });
    await accounts.put('changing', 'MASTER', 'first-key');
    assert.equal((await read('first-key')).status, 200);
    await accounts.put('changing', 'MEMBER', 'first-key');
    assert.equal((await read('first-key')).status, 500);
    await accounts.put('changing', 'MEMBER', 'second-key');
    assert.deepEqual(await read('first-key'), rejection(401, 'unauthorized', 'invalid-api-key'));
    assert.deepEqual(await read('second-key'), rejection(500, 'illegal-state', 'no-permission'));
  });

  it('accept any spelling of Bearer', async () => {
    const statusOf = async (authorization: string): Promise<number> =>
      (await call(app.baseUrl, 'GET /api/core/tables', { headers: { authorization } })).status;
    const key = app.keys.member;
    assert.deepEqual(await Promise.all([`Bearer ${key}`, `bearer   ${key}`].map(statusOf)), [200, 200]);
    for (const header of [
      `Basic ${key}`,
      key,
      'Bearer',
      `Bearer ${key} more`,
      `x Bearer ${key}`,
      `Bearer${key}`,
    ]) {
      assert.equal(await statusOf(header), 401, header);
    }
  });

  it('are stored without keys', async () => {
    const rows = await app.parts.database.read('SELECT * FROM account');
    const keys: readonly unknown[] = Object.values(app.keys);
    assert.ok(rows.length >= keys.length);
    for (const value of rows.flatMap((row) => Object.values(row))) assert.ok(!keys.includes(value));
  });
});
