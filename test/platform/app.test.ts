import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { call, rejection } from '../support/call';
import { suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

describe('the platform', () => {
  const app = suiteApp({ trustedProxies: (_address, hop) => hop < 1 });

  it('accepts names of up to 4,096 characters, and the client address from a trusted proxy', async () => {
    const read = (length: number) => app.call('member', `GET /api/core/tables/${'x'.repeat(length)}`);
    assert.deepEqual(await read(4096), { status: 200, body: { table: null } });
    assert.equal((await read(4097)).status, 400);
    const remote_ip = await addressOf(app, { 'x-forwarded-for': '203.0.113.7' });
    assert.equal(remote_ip, '203.0.113.7', 'a trusted proxy tells the address of the client');
    assert.equal(await addressOf(app, { 'x-forwarded-for': '::ffff:203.0.113.7' }), remote_ip);
    const escaped = await app.call('member', 'GET /api/core/tables/%zz');
    const reason = "'/api/core/tables/%zz' is not a valid url component";
    assert.deepEqual(escaped, rejection(400, 'invalid-argument', reason));
  });

  it('responds with the error body to an unknown path, and to an address that is too long', async () => {
    for (const [path, expected] of [
      ['nowhere', rejection(404, 'not-found', 'no such operation')],
      [
        `query?q=${'x'.repeat(20_000)}`,
        rejection(400, 'invalid-argument', 'the address and the headers of the request are too long'),
      ],
    ] as const) {
      assert.deepEqual(await call(app.baseUrl, `GET /api/core/${path}`), expected);
    }
  });

  it('responds with 405 and the allowed methods to a method that a path does not have', async () => {
    const response = await fetch(`${app.baseUrl}/api/core/tables/any?a=/b`, { method: 'PATCH' });
    assert.equal(response.headers.get('allow'), 'DELETE, GET, HEAD');
    assert.deepEqual(
      { status: response.status, body: await response.json() },
      rejection(405, 'method-not-allowed', 'PATCH is not allowed here'),
    );
    const unnamed = await fetch(`${app.baseUrl}/api/core/tables/`, { method: 'PATCH' });
    assert.deepEqual([unnamed.status, unnamed.headers.get('allow')], [404, null]);
  });

  it('logs an unexpected error, and reveals it to clients only if the disk is full', async () => {
    const { tableGroups } = app.parts;
    const failed = 'the service could not handle this request';
    const full = 'no space left on the disk of the service';
    for (const [error, status, expected] of [
      [new Error('IO Error: No space left on device'), 500, full],
      [new Error('IO Error: File too large'), 500, full],
      [new Error('secret'), 500, failed],
      [Object.assign(new Error('secret'), { statusCode: 500 }), 500, failed],
      [Object.assign(new Error('secret'), { statusCode: 399 }), 500, failed],
      [Object.assign(new Error('too large'), { statusCode: 413 }), 400, 'too large'],
      [Object.assign(new Error('bad'), { statusCode: 400 }), 400, 'bad'],
    ] as const) {
      tableGroups.all = () => {
        throw error;
      };
      const before = app.logged.length;
      const code = status === 500 ? 'internal-error' : 'invalid-argument';
      assert.deepEqual(
        await app.call('member', 'GET /api/core/table-groups'),
        rejection(status, code, expected),
        error.message,
      );
      const logged = app.logged.slice(before);
      assert.equal(logged.length, status === 500 ? 1 : 0);
      if (logged[0]) assert.match(logged[0], /^GET \/api\/core\/table-groups Error: /);
    }
  });

  it('responds with the error body to a request that is not HTTP', async () => {
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

/** The address that the audit log has for a rejected call with these headers. */
async function addressOf(app: RunningApp, headers: Readonly<Record<string, string>>): Promise<unknown> {
  await app.call('admin', 'POST /api/core/tables', { headers, form: {} });
  const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=1');
  const entries = z.looseObject({ audit_logs: z.array(z.looseObject({ remote_ip: z.string() })) });
  return entries.parse(body).audit_logs[0]?.remote_ip;
}
