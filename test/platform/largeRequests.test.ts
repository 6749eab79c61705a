import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { suiteApp } from '../support/startApp';
import type { Caller, RunningApp } from '../support/startApp';

/** Larger than what arrives with the headers. */
const comment = 'x'.repeat(200_000);

describe('requests with large bodies', () => {
  const app = suiteApp();

  /** Starts a request and sends nothing of its body. */
  async function begin(caller: Caller): Promise<Socket> {
    const { hostname, port } = new URL(app.baseUrl);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const lines = [
      'POST /api/core/cursors HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${app.keys[caller]}`,
      'content-type: application/x-www-form-urlencoded',
      'content-length: 1000000',
      'expect: 100-continue',
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  const run = (caller: Caller): ReturnType<RunningApp['call']> =>
    app.call(caller, 'POST /api/core/cursors', { form: { q: `# ${comment} | json "{}"` } });

  it('are handled a few at a time, fairly among accounts', async () => {
    const stalled = [await begin('member'), await begin('member'), await begin('member')];
    let isDone = false;
    const waiting = run('member').finally(() => (isDone = true));
    assert.equal((await run('admin')).status, 200);
    assert.equal((await run('master')).status, 200);
    assert.equal(
      (await app.call('member', 'POST /api/core/cursors', { form: { q: 'json "{}"' } })).status,
      200,
    );
    assert.equal(isDone, false);
    for (const socket of stalled) socket.destroy();
    assert.equal((await waiting).status, 200);
  });
});
