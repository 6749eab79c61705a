import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { call, rejection } from '../support/call';
import { suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

const tooMany = rejection(400, 'invalid-argument', 'too many parameters');

describe('the size of a request', () => {
  const app = suiteApp();

  for (const operation of [
    'DELETE /api/core/upload-streams/:token',
    'POST /api/core/upload-streams/:token/complete',
  ]) {
    it(`is limited to small bodies without a key: ${operation}`, async () => {
      await app.call('admin', 'POST /api/core/tables', { form: { table: 'logs' } });
      const metadata = JSON.stringify({ table_name: 'logs' });
      const upload = { file_name: 'a.json', file_size: '1', metadata };
      const opened = await app.call('admin', 'POST /api/core/upload-streams', { form: upload });
      const { token } = z.object({ token: z.string() }).parse(opened.body);
      const addressed = operation.replace(':token', token);
      const bodyOf = (bytes: number) => formOf(`a=${'x'.repeat(bytes - 2)}`);
      const { status, body } = await call(app.baseUrl, addressed, bodyOf(4097));
      assert.equal(status, 400);
      assert.equal(z.looseObject({ error_code: z.string() }).parse(body).error_code, 'invalid-argument');
      const { status: isRead } = await call(app.baseUrl, addressed, bodyOf(4096));
      assert.equal(isRead, operation.startsWith('DELETE') ? 200 : 500);
    });
  }

  it('has a maximum number of parameters, in a form, in JSON and in an address', async () => {
    const operation = 'POST /api/core/tables';
    assert.deepEqual(await app.call('admin', operation, formOf('table=t&'.repeat(1001))), tooMany);
    const json = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`p${index}`, 1]));
    assert.deepEqual(await app.call('admin', operation, { json }), tooMany);
    assert.deepEqual(await app.call('admin', `GET /api/core/tables?${'a&'.repeat(1001)}`), tooMany);
  });

  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const deep = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const missing = 'table should be not null';
  for (const [title, type, bytes, reason] of [
    ['another type', 'text/plain', 'table=a', 'body should be form-encoded or JSON'],
    ['a list', json, '[1]', 'body should be a JSON object'],
    ['null', json, 'null', 'body should be a JSON object'],
    ['half of an object', json, '{', 'body should be a JSON object'],
    ['nothing', json, ' ', missing],
    ['63 levels', json, deep(63), missing],
    ['64 levels', json, deep(64), 'body is nested too deeply'],
    ['another encoding', json, Buffer.from([0x7b, 0xff, 0x7d]), 'body should be UTF-8 text'],
    ['another encoding in a form', form, Buffer.from([0xff]), 'body should be UTF-8 text'],
    ['escapes of another encoding', form, 'a=%ff', 'parameters should be UTF-8 text in form encoding'],
    ['1,000 parameters', json, `{${Array.from({ length: 1000 }, (_, n) => `"${n}":1`).join(',')}}`, missing],
  ] as const) {
    it(`is rejected with a reason for a body that is ${title}: ${reason}`, async () => {
      const headers = { 'content-type': type };
      const { status, body } = await app.call('admin', 'POST /api/core/tables', { headers, bytes });
      assert.equal(status, 400);
      assert.equal(z.looseObject({ error_msg: z.string() }).parse(body).error_msg, reason);
    });
  }

  it('keeps a list that is repeated many times complete and in order', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `guids=${index}`);
    const response = await app.call(
      'admin',
      'POST /api/core/scheduled-queries/stop',
      formOf(names.join('&')),
    );
    assert.deepEqual(response, rejection(400, 'invalid-param-type', 'guids should be guid type.'));
    const { params } = await lastEntry(app);
    assert.deepEqual(
      params?.['guids'],
      Array.from({ length: 500 }, (_, index) => String(index)),
    );
  });

  it('is in the audit log when its address cannot be decoded', async () => {
    const response = await app.call('admin', 'POST /api/core/tables?x=%ff', { form: { table: '1st' } });
    assert.equal(response.status, 400);
    assert.deepEqual((await lastEntry(app)).params, { table: '1st' });
  });

  it('does not change the size limit of its audit entry', async () => {
    const json = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`${index}${'n'.repeat(5000)}`, 'v'.repeat(5000)]),
    );
    await app.call('admin', 'POST /api/core/tables', { json });
    const { params } = await lastEntry(app);
    const text = JSON.stringify(params);
    assert.ok(text.length <= 64 * 1024, `${text.length}`);
    assert.match(text, /"…":"\d+ more"/);
  });
});

function formOf(text: string): { readonly bytes: string; readonly headers: Record<string, string> } {
  return { bytes: text, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

async function lastEntry(
  app: RunningApp,
): Promise<{ readonly params?: Record<string, unknown> | undefined }> {
  const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=1');
  const entry = z.looseObject({ params: z.optional(z.record(z.string(), z.unknown())) });
  const [last] = z.looseObject({ audit_logs: z.array(entry) }).parse(body).audit_logs;
  return last ?? {};
}
