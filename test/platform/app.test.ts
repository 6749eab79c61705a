import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
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

  it('answers an address that is too long with the error body', async () => {
    await using app = await startApp();
    const answer = await fetch(`${app.baseUrl}/api/core/query?q=${'x'.repeat(20_000)}`);
    assert.equal(answer.status, 400);
    assert.deepEqual(await answer.json(), {
      error_code: 'invalid-argument',
      error_msg: 'the address and the headers of the request are too long',
    });
  });

  it('answers what is no HTTP with the error body', async () => {
    await using app = await startApp();
    const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
    socket.end('GARBAGE\r\n\r\n');
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    assert.match(head ?? '', /^HTTP\/1\.1 400 /);
    assert.deepEqual(JSON.parse(body ?? ''), {
      error_code: 'invalid-argument',
      error_msg: 'the request is not valid HTTP',
    });
  });
});
