import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { call, rejection } from '../support/call';
import { assistantProduct } from '../../src/core/interface/userAgent';
import { suiteApp } from '../support/startApp';
import { addTable } from '../support/tables';

/** The nine operations of the interface and the companion operations that are publicly known. */
const offered = [
  'DELETE /scheduled-queries',
  'POST /scheduled-queries/stop',
  'PUT /scheduled-queries/:guid',
  'POST /batch-rules/:guid/versions/:version/restore',
  'POST /stream-rules/:guid/versions/:version/restore',
  'GET /queries/:id',
  'DELETE /upload-streams/:token',
  'GET /tables',
  'GET /audit-logs',
  'GET /scheduled-queries',
  'POST /scheduled-queries',
  'GET /batch-rules/:guid',
  'GET /stream-rules/:guid',
  'POST /stream-rules',
  'PUT /batch-rules/:guid',
  'POST /batch-rules/:guid/enable',
  'POST /batch-rules/:guid/disable',
  'POST /stream-rules/:guid/enable',
  'POST /stream-rules/:guid/disable',
  'POST /cursors',
  'GET /cursors/:id',
  'DELETE /cursors/:id',
  'GET /query',
  'GET /query-history',
  'POST /tables',
  'DELETE /tables/:table',
  'PUT /tables/:table/retention',
  'GET /table-groups',
  'GET /upload-streams/:token',
];

/** Operations of our own making, with the methods that their path still has. */
const missing: Readonly<Record<string, string>> = {
  'GET /scheduled-queries/:guid': 'PUT',
  'GET /scheduled-queries/:guid/runs': '',
  'GET /rule-references': '',
  'GET /batch-rules': '',
  'POST /batch-rules': '',
  'GET /stream-rules': 'POST',
  'PUT /stream-rules/:guid': 'GET, HEAD',
  'GET /batch-rules/:guid/versions': '',
  'GET /stream-rules/:guid/versions': '',
  'GET /batch-rules/:guid/versions/:version': '',
  'GET /stream-rules/:guid/versions/:version': '',
  'GET /queries': '',
  'DELETE /queries/:id': 'GET, HEAD',
  'GET /tables/:table': 'DELETE',
  'POST /upload-streams': '',
  'GET /upload-streams': '',
  'PUT /upload-streams/:token': 'DELETE, GET, HEAD',
  'POST /upload-streams/:token/complete': '',
};

describe('a platform with the strict interface', () => {
  const app = suiteApp({ strictInterface: true });
  before(async () => {
    await addTable(app, 'logs');
  });

  it('offers the operations of the interface, and responds with 404 or 405 to others, with and without a key', async () => {
    for (const route of offered) {
      const { status } = await call(app.baseUrl, addressed(route), { key: app.keys.master });
      assert.ok(status !== 404 && status !== 405, `${route}: ${status}`);
    }
    for (const [route, allowed] of Object.entries(missing)) {
      for (const key of [app.keys.master, undefined]) {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
        const [method = '', path = ''] = addressed(route).split(' ');
        const response = await fetch(new URL(path, app.baseUrl), { method, headers });
        assert.deepEqual(
          { status: response.status, body: await response.json() },
          allowed === ''
            ? rejection(404, 'not-found', 'no such operation')
            : rejection(405, 'method-not-allowed', `${method} is not allowed here`),
          route,
        );
        assert.equal(response.headers.get('allow') ?? '', allowed, route);
      }
    }
  });

  it('has neither health nor metrics', async () => {
    for (const path of ['/health', '/metrics']) {
      const response = await app.call('master', `GET ${path}`);
      assert.deepEqual(response, rejection(404, 'not-found', 'no such operation'));
    }
  });

  it('lists no results and users of the audit log, and does not filter by them', async () => {
    const { body } = await app.call('master', 'GET /api/core/audit-logs?users=nobody&results=Failure');
    const fields = Object.keys(body as object).sort();
    assert.deepEqual(fields, ['actions', 'audit_logs', 'categories', 'total']);
    const { body: all } = await app.call('master', 'GET /api/core/audit-logs');
    assert.equal((body as { total: number }).total, (all as { total: number }).total);
  });

  it('does not list scheduled queries by the query that they run after', async () => {
    const total = async (parameters: string): Promise<unknown> => {
      const { body } = await app.call('admin', `GET /api/core/scheduled-queries${parameters}`);
      return (body as { total_count: unknown }).total_count;
    };
    const form = { name: 'any', query: 'table a', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    await app.call('admin', 'POST /api/core/scheduled-queries', { form });
    assert.equal(await total(`?preceding_guid=${randomUUID()}`), await total(''));
  });

  it('does not return who ran a query', async () => {
    const q = encodeURIComponent('json "{}"');
    const headers = { 'user-agent': `${assistantProduct}/1` };
    await app.call('member', `GET /api/core/query?q=${q}`, { headers });
    const { body } = await app.call('member', 'GET /api/core/query-history');
    const [query] = z.object({ queries: z.array(z.looseObject({})) }).parse(body).queries;
    assert.deepEqual(Object.keys(query ?? {}), ['query', 'created_at']);
    const stored = await app.parts.database.read('SELECT source FROM query_history');
    assert.deepEqual(stored, [{ source: 'rest-api' }]);
  });

  it('writes nothing about a missing operation into the audit log', async () => {
    await app.call('admin', 'POST /api/core/batch-rules', { form: { name: 'absent' } });
    await app.call('admin', `PUT /api/core/stream-rules/${randomUUID()}`, { form: { name: 'absent' } });
    const { body } = await app.call('master', 'GET /api/core/audit-logs?keywords=absent');
    assert.equal(z.looseObject({ total: z.number() }).parse(body).total, 0);
  });
});

function addressed(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const filled = path
    .replace(/:(guid|token)/, randomUUID())
    .replace(/:(id|version)/, '1')
    .replace(':table', 'logs');
  return `${method} /api/core${filled}`;
}
