import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/platform/app';
import { eventually } from '../support/eventually';
import { sendRaw } from '../support/rawConnection';
import type { RawConnection } from '../support/rawConnection';
import { suiteApp } from '../support/startApp';
import type { Caller, RunningApp } from '../support/startApp';

/** Larger than what arrives with the headers. */
const comment = 'x'.repeat(200_000);
/** More than half of what one account may hold. */
const large = 'x'.repeat(15_000_000);
const minute = 61_000;

describe('requests with large bodies', () => {
  const app = suiteApp();

  const start = (caller: Caller, length: number, body = ''): Promise<RawConnection> => {
    const headers = ['content-type: application/x-www-form-urlencoded', `content-length: ${length}`];
    return sendRaw(app.baseUrl, 'POST /api/core/cursors', { key: app.keys[caller], headers, body });
  };
  /** Sends nothing of the body, which the platform waits for from here on. */
  const stall = async (caller: Caller): Promise<RawConnection> => {
    const connection = await start(caller, large.length);
    await app.call(caller, 'GET /api/core/tables');
    return connection;
  };
  const run = (caller: Caller): ReturnType<RunningApp['call']> =>
    app.call(caller, 'POST /api/core/cursors', { form: { q: `# ${comment} | json "{}"` } });

  it('are handled a few at a time, fairly among accounts', async () => {
    using stalled = await stall('member');
    using waiting = await start('member', large.length, large);
    for (const caller of ['admin', 'master', 'member'] as const) {
      assert.equal((await run(caller)).status, 200, caller);
    }
    assert.equal(waiting.received(), 0);
    stalled.socket.destroy();
    await eventually(() => waiting.received() > 0);
  });

  it('are disconnected after a minute without progress, but only if others of their account wait', async () => {
    using stalled = await stall('member');
    using ofAnother = await stall('admin');
    const { holdings } = app.parts;
    const now = Date.now();
    holdings.sweep(now);
    holdings.sweep(now + minute);
    using waiting = await start('member', large.length, large);
    await app.call('member', 'GET /api/core/tables');
    assert.deepEqual([stalled.socket.closed, waiting.received()], [false, 0]);
    const closed = once(stalled.socket, 'close');
    holdings.sweep(now + minute);
    await closed;
    await eventually(() => waiting.received() > 0);
    assert.equal(ofAnother.socket.closed, false);
  });

  it('leave the time limit of an idle connection as it is', async () => {
    const server = buildApp(app.parts);
    server.server.keepAliveTimeout = 100;
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const body = `q=${comment}`;
    using connection = await sendRaw(`http://127.0.0.1:${port}`, 'POST /api/core/cursors', {
      key: app.keys.member,
      headers: ['content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`],
      body,
    });
    await once(connection.socket, 'close', { signal: AbortSignal.timeout(20_000) });
    assert.ok(connection.received() > 0);
    server.server.close();
  });
});
