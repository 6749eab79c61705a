import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { systemEntry } from '../../src/platform/audit/auditEntry';
import { localeOf, localizedTexts } from '../../src/platform/audit/auditLabels';
import { demoAuditEntries } from '../../src/platform/demo/fillDemo';
import { SeededRandom } from '../../src/platform/demo/seededRandom';
import { call } from '../support/call';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

const page = z.object({
  audit_logs: z.array(
    z.object({
      category: z.optional(z.string()),
      action: z.optional(z.string()),
      msg: z.optional(z.string()),
      result: z.string(),
    }),
  ),
});
const guidResponse = z.object({ guid: z.string() });

type Texts = readonly [category: string, action: string, message: string];

describe('The messages of audit entries', () => {
  const app = suiteApp();

  /** Makes a call that succeeds, then reads the entry it left, in English and in Korean. */
  async function textsAfter(operation: string, form?: Record<string, string>): Promise<readonly Texts[]> {
    const response = await app.call('admin', operation, form ? { form } : {});
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return newestTexts();
  }

  async function newestTexts(): Promise<readonly Texts[]> {
    const texts: Texts[] = [];
    for (const locale of ['en', 'ko']) {
      const response = await app.call('master', `GET /api/core/audit-logs?limit=1&locale=${locale}`);
      const [newest] = page.parse(response.body).audit_logs;
      texts.push([newest?.category ?? '', newest?.action ?? '', newest?.msg ?? '']);
    }
    return texts;
  }

  it('describe every rejected read', async () => {
    const rules = ['batch', 'stream'].flatMap((kind) =>
      ['', '/g', '/g/versions', '/g/versions/1'].map((rest) => `${kind}-rules${rest}`),
    );
    const lists = ['scheduled-queries', 'tables', 'table-groups', 'audit-logs', 'upload-streams', 'queries'];
    const reads = [...rules, ...lists, 'tables/t', 'queries/1', 'cursors/1', 'query-history'];
    for (const read of [...reads, `scheduled-queries/${randomUUID()}`, `upload-streams/${randomUUID()}`]) {
      await call(app.baseUrl, `GET /api/core/${read}`, { key: 'of nobody' });
      const [[category, action, message] = ['', '', '']] = await newestTexts();
      assert.equal(message, `${category}: ${action} failed: invalid-api-key`, read);
      assert.deepEqual([category !== '', action], [true, 'View'], read);
    }
  });

  it('describe changes of a table', async () => {
    assert.deepEqual(await textsAfter('POST /api/core/tables', { table: 'worded' }), [
      ['Table', 'Create', 'Created table worded.'],
      ['테이블', '생성', '테이블 worded을(를) 생성했습니다.'],
    ]);
    assert.deepEqual(await textsAfter('PUT /api/core/tables/worded/retention', { period: '7' }), [
      ['Table', 'Update', 'Set the retention of worded to 7 days.'],
      ['테이블', '수정', 'worded의 보존 기간을 7일로 변경했습니다.'],
    ]);
    assert.deepEqual(await textsAfter('DELETE /api/core/tables/worded'), [
      ['Table', 'Remove', 'Dropped table worded.'],
      ['테이블', '삭제', '테이블 worded을(를) 삭제했습니다.'],
    ]);
  });

  it('say that a result was closed, which can be hidden, and that a query was canceled only if it was running', async () => {
    const client = queryClient(app);
    const { id } = await client.finish('json "{}"');
    await client.drop(id);
    assert.deepEqual(await newestTexts(), [
      ['Query', 'Close', `Closed the result of query ${id}.`],
      ['쿼리', '닫기', `쿼리 ${id}의 결과를 닫았습니다.`],
    ]);
    const methodsOf = async (parameters: string): Promise<readonly string[]> => {
      const { body } = await app.call('master', `GET /api/core/audit-logs?limit=1&${parameters}`);
      const { audit_logs } = body as { readonly audit_logs: readonly { readonly method: string }[] };
      return audit_logs.map(({ method }) => method);
    };
    assert.deepEqual(await methodsOf(''), ['close']);
    assert.deepEqual(await methodsOf('housekeeping=Hidden'), ['run']);
    assert.deepEqual(await methodsOf(`housekeeping=${encodeURIComponent('숨김')}&locale=ko`), ['run']);
    const running = await client.start('json "{}" | repeat count=2 over=300s');
    await client.drop(running);
    assert.deepEqual((await newestTexts())[0], ['Query', 'Cancel', `Canceled and dropped query ${running}.`]);
  });

  it('name the table that a rejected query reads, unlike the response, whose text is fixed', async () => {
    const form = { q: 'table nowhere | import anywhere' };
    const { body } = await app.call('admin', 'POST /api/core/cursors', { form });
    assert.equal((body as { readonly error_msg: string }).error_msg, '(10605) table-not-found');
    assert.deepEqual((await newestTexts())[0], [
      'Query',
      'Run',
      'Query: Run failed: (10605) table-not-found: nowhere',
    ]);
  });

  it('name who opened the upload, whose other calls have a token instead of a key', async () => {
    await app.call('admin', 'POST /api/core/tables', { form: { table: 'loaded' } });
    const form = { file_name: 'a.json', file_size: '8', metadata: '{"table_name":"loaded"}' };
    const opened = await app.call('admin', 'POST /api/core/upload-streams', { form });
    const { token } = opened.body as { readonly token: string };
    const stream = `/api/core/upload-streams/${token}`;
    for (const operation of [`PUT ${stream}?offset=0`, `POST ${stream}/complete`]) {
      const part = operation.startsWith('PUT') ? { bytes: Buffer.from('{"n":1}\n') } : {};
      assert.equal((await call(app.baseUrl, operation, part)).status, 200);
    }
    const { body } = await app.call('master', 'GET /api/core/audit-logs?limit=3&users=admin');
    const { audit_logs } = body as { readonly audit_logs: readonly { method: string; user_name: string }[] };
    assert.deepEqual(
      audit_logs.map(({ method, user_name }) => [method, user_name]),
      [
        ['complete', 'admin'],
        ['append', 'admin'],
        ['open', 'admin'],
      ],
    );
  });

  it('do not say that a table in use was dropped', async () => {
    await app.call('admin', 'POST /api/core/tables', { form: { table: 'in_use' } });
    await app.parts.references.add([
      { kind: 'logger', guid: '0d0d0d0d-0000-4000-8000-00000000000a', name: 'receiver', tableName: 'in_use' },
    ]);
    assert.deepEqual(await textsAfter('DELETE /api/core/tables/in_use'), [
      ['Table', 'Remove', 'Table: Remove failed: table used in loggers'],
      ['테이블', '삭제', '테이블: 삭제 실패: table used in loggers'],
    ]);
  });

  for (const [kind, fields, english, korean] of [
    ['batch', { query: 'table logs', schedule: '0 * * * *' }, 'Batch Rule', '배치 룰'],
    ['stream', {}, 'Stream Rule', '실시간 룰'],
  ] as const) {
    it(`describe changes of a ${kind} rule`, async () => {
      const path = `/api/core/${kind}-rules`;
      const form = { name: `worded ${kind}`, ...fields };
      const created = await app.call('admin', `POST ${path}`, { form });
      const { guid } = guidResponse.parse(created.body);
      const rule = english.toLowerCase();
      assert.deepEqual(await newestTexts(), [
        [english, 'Create', `Created ${rule} worded ${kind}.`],
        [korean, '생성', `${korean} worded ${kind}을(를) 생성했습니다.`],
      ]);
      for (const [operation, sent, action, done, koreanAction] of [
        [`PUT ${path}/${guid}`, form, 'Update', 'Updated', '수정'],
        [`POST ${path}/${guid}/enable`, undefined, 'Enable', 'Enabled', '활성화'],
        [`POST ${path}/${guid}/disable`, undefined, 'Disable', 'Disabled', '비활성화'],
      ] as const) {
        assert.deepEqual(await textsAfter(operation, sent), [
          [english, action, `${done} ${rule} worded ${kind}.`],
          [korean, koreanAction, `${korean} worded ${kind}을(를) ${koreanAction}했습니다.`],
        ]);
      }
      assert.deepEqual(await textsAfter(`POST ${path}/${guid}/versions/1/restore`), [
        [english, 'Restore', `Restored version 1 of ${rule} worded ${kind}.`],
        [korean, '복원', `${korean} worded ${kind}을(를) 버전 1(으)로 복원했습니다.`],
      ]);
      const search = `GET /api/core/audit-logs?actions=Restore&keywords=worded%20${kind}`;
      const { body } = await app.call('master', search);
      assert.equal((body as { readonly total: number }).total, 1);
    });
  }

  it('write a list as JSON, and name a client only if it is an assistant', () => {
    const messageOf = (messageParameters: Record<string, unknown>): string | undefined =>
      localizedTexts(systemEntry('table', 'create', messageParameters), 'en')?.msg;
    assert.equal(messageOf({ table: ['a', 1] }), 'Created table ["a",1].');
    assert.equal(messageOf({ table: 'a', source: 'rest-api' }), 'Created table a.');
    assert.equal(messageOf({ table: 'a', source: 'assistant' }), 'Created table a. (by an assistant)');
  });

  it('are Korean for every spelling of a Korean locale, and English otherwise', () => {
    assert.deepEqual(['ko', 'KO', 'ko_KR', 'ko-KR'].map(localeOf), ['ko', 'ko', 'ko', 'ko']);
    assert.deepEqual(['kok', 'en', '', undefined].map(localeOf), ['en', 'en', 'en', 'en']);
  });

  it('are complete for every entry of the sample data', () => {
    for (const entry of demoAuditEntries(new SeededRandom(3), new Date())) {
      for (const locale of ['en', 'ko'] as const) {
        const texts = localizedTexts(entry, locale);
        assert.ok(texts, `${entry.module}.${entry.method}`);
        // A dash stands for a parameter that the entry does not have.
        assert.doesNotMatch(texts.msg, /[{}]|(^| )-( |$|\.)/);
      }
    }
  });
});
