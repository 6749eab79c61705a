import assert from 'node:assert/strict';
import { startApp } from '../support/startApp';

describe('the service', () => {
  it('answers an unknown path with 404 and the error body', async () => {
    await using app = await startApp();
    const answer = await fetch(`${app.baseUrl}/api/core/nowhere`);
    assert.equal(answer.status, 404);
    assert.deepEqual(await answer.json(), { error_code: 'not-found', error_msg: 'no such operation' });
  });

  it('answers a method that a path does not have with 405 and those that it has', async () => {
    await using app = await startApp();
    const answer = await fetch(`${app.baseUrl}/api/core/tables/any?a=/b`, { method: 'PATCH' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'DELETE, GET, HEAD');
    assert.deepEqual(await answer.json(), {
      error_code: 'method-not-allowed',
      error_msg: 'PATCH is not allowed here',
    });
  });
});
