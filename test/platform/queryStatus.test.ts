import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { rejection } from '../support/call';
import { suiteApp } from '../support/startApp';

describe('get query status', () => {
  const app = suiteApp();

  const cannotAccess = (id: number) => rejection(403, 'invalid-query-id', `cannot access query ${id}`);

  for (const id of ['abc', '1.5', '1e3', '99999999999']) {
    it(`rejects the id ${id}, which is not a 32-bit integer`, async () => {
      const response = await app.call('member', `GET /api/core/queries/${id}`);
      assert.deepEqual(response, rejection(400, 'invalid-param-type', 'query id should be integer type'));
    });
  }

  it('rejects a query that does not exist', async () => {
    assert.deepEqual(
      await app.call('member', 'GET /api/core/queries/2147483647'),
      cannotAccess(2_147_483_647),
    );
  });

  it('shows a query only to the account that runs it, whatever the role', async () => {
    const form = { q: `json "{'n':1}"` };
    const { body } = await app.call('member', 'POST /api/core/cursors', { form });
    const { id } = z.object({ id: z.int() }).parse(body);
    const own = await app.call('member', `GET /api/core/queries/${id}`);
    assert.equal(own.status, 200);
    const status = z
      .looseObject({ id: z.int(), login_name: z.string(), query_string: z.string() })
      .parse(own.body);
    assert.deepEqual([status.id, status.login_name, status.query_string], [id, 'member', form.q]);
    assert.deepEqual(await app.call('master', `GET /api/core/queries/${id}`), cannotAccess(id));
  });
});
