import assert from 'node:assert/strict';
import { request } from 'node:http';
import * as z from 'zod/mini';
import { buildApp } from '../../src/platform/app';
import { call, rejection } from '../support/call';
import { access, addressed } from '../support/routes';
import { suiteApp } from '../support/startApp';
import type { Caller } from '../support/startApp';
import { addTable } from '../support/tables';

const callers: readonly Caller[] = ['member', 'admin', 'master'];

describe('Access to the platform', () => {
  const app = suiteApp();
  before(async () => {
    await addTable(app, 'logs');
  });

  it('is defined for every route', async () => {
    const routes = new Set<string>();
    const another = buildApp(app.parts);
    another.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat()) {
        const isInterface = url.startsWith('/api/core/') && verb !== 'HEAD' && verb !== 'OPTIONS';
        if (isInterface) routes.add(`${verb} ${url.replace('/api/core', '')}`);
      }
    });
    await another.ready();
    assert.deepEqual([...routes].sort(), Object.keys(access).sort());
  });

  for (const [route, least] of Object.entries(access)) {
    const operation = addressed(route);

    it(`is rejected without a valid key: ${route}`, async () => {
      const keys = [undefined, 'wrong', '', `${app.keys.master}x`, app.keys.master.slice(0, -1)];
      const unmarked = { headers: { authorization: app.keys.master } };
      for (const options of [...keys.map((key) => ({ key })), unmarked]) {
        const response = await call(app.baseUrl, operation, options);
        if (least === 'token') assert.ok(response.status >= 400);
        else assert.deepEqual(response, rejection(401, 'unauthorized', 'invalid-api-key'));
      }
    });

    it(`is rejected for every lower role and for no other: ${route}`, async () => {
      const lower = least === 'token' ? [] : callers.slice(0, callers.indexOf(least));
      const noPermission = rejection(500, 'illegal-state', 'no-permission');
      for (const caller of callers) {
        const response = await app.call(caller, operation);
        if (lower.includes(caller)) assert.deepEqual(response, noPermission);
        else assert.notDeepEqual(response, noPermission);
      }
    });
  }

  it('is denied to a query, its rows and its end for everybody but its owner', async () => {
    const started = await app.call('member', 'POST /api/core/cursors', { form: { q: 'json "{}"' } });
    const { id } = z.object({ id: z.number() }).parse(started.body);
    for (const operation of [
      `GET /api/core/queries/${id}`,
      `GET /api/core/cursors/${id}`,
      `DELETE /api/core/cursors/${id}`,
    ]) {
      for (const caller of ['admin', 'master'] as const) {
        assert.deepEqual(await app.call(caller, operation), {
          status: 403,
          body: { error_code: 'invalid-query-id', error_msg: `cannot access query ${id}` },
        });
      }
    }
    assert.equal((await app.call('member', `GET /api/core/queries/${id}`)).status, 200);
  });

  it('is denied to an upload from another address, whatever X-Forwarded-For says', async () => {
    const form = { file_name: 'a', file_size: '2', metadata: '{"table_name":"logs","format":"ndjson"}' };
    const opened = await app.call('admin', 'POST /api/core/upload-streams', { form });
    const { token } = z.object({ token: z.string() }).parse(opened.body);
    const otherStatus = await deleteFrom('127.0.0.2', `${app.baseUrl}/api/core/upload-streams/${token}`, {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
    });
    assert.equal(otherStatus, 500);
    const { status } = await call(app.baseUrl, `DELETE /api/core/upload-streams/${token}`);
    assert.equal(status, 200, 'its own address still may');
  });

  it('is logged with the real address, whatever X-Forwarded-For says', async () => {
    await app.call('master', 'GET /api/core/tables?keywords=forged', {
      headers: { 'x-forwarded-for': '6.6.6.6' },
    });
    const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=50');
    assert.doesNotMatch(JSON.stringify(body), /6\.6\.6\.6/);
  });
});

/** The status of a DELETE that comes from another address of this machine. */
function deleteFrom(localAddress: string, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'DELETE', localAddress, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}
