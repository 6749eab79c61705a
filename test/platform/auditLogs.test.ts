import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import * as z from 'zod/mini';
import { localCompanyGuid } from '../../src/platform/store/accounts';
import { assistantProduct } from '../../src/core/interface/userAgent';
import { formatWireTime } from '../../src/core/interface/time';
import { call } from '../support/call';
import { suiteApp } from '../support/startApp';

const path = '/api/core/audit-logs';
const page = z.object({
  audit_logs: z.array(z.record(z.string(), z.unknown())),
  total: z.int(),
  categories: z.array(z.string()),
  actions: z.array(z.string()),
  results: z.array(z.string()),
  users: z.array(z.string()),
});

describe('audit logs', () => {
  const app = suiteApp();

  async function search(parameters: Record<string, string>): Promise<z.infer<typeof page>> {
    const response = await app.call('master', `GET ${path}?${new URLSearchParams(parameters).toString()}`);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return page.parse(response.body);
  }

  /** Creates a scheduled query of that name, which leaves one entry. */
  async function leaveEntry(name: string): Promise<void> {
    const form = { name, query: 'table "quoted"', trigger_type: 'cron', cron_schedule: '0 0 * * *' };
    assert.equal((await app.call('admin', 'POST /api/core/scheduled-queries', { form })).status, 200);
  }

  it('contain every field of a call that changed something', async () => {
    const name = `audited ${randomUUID()}`;
    const before = Date.now();
    await leaveEntry(name);
    const { audit_logs, total } = await search({ keywords: name });
    assert.equal(total, 1);
    const [entry] = audit_logs;
    const { id, user_guid, created_at, time, params, msg_params, ...rest } = entry!;
    assert.deepEqual(rest, {
      user_name: 'admin',
      user: 'admin',
      remote_ip: '127.0.0.1',
      module: 'scheduled-query',
      method: 'create',
      result: 'Success',
      category: 'Scheduled Query',
      action: 'Create',
      msg: `Created scheduled query ${name}.`,
    });
    assert.ok(Number.isInteger(id));
    assert.equal(user_guid, app.parts.accounts.findByLoginName('admin')?.guid);
    assert.ok(Number(created_at) >= before && Number(created_at) <= Date.now());
    assert.equal(time, created_at);
    assert.equal(z.record(z.string(), z.unknown()).parse(params)['name'], name);
    assert.equal(z.record(z.string(), z.unknown()).parse(msg_params)['name'], name);
  });

  it('contain a failed call with its error, and do not say that it succeeded', async () => {
    const guid = randomUUID();
    await app.call('admin', `PUT /api/core/scheduled-queries/${guid}`, { form: {} });
    const [entry = {}] = (await search({ keywords: guid })).audit_logs;
    const [error, message] = ['name should be not null', 'Scheduled Query: Update failed: '];
    assert.deepEqual(
      [entry['error'], entry['result'], entry['msg'], 'msg_params' in entry],
      [error, 'Failure', `${message}${error}`, false],
    );
  });

  it('contain a change or a read that was rejected for a missing permission, with its parameters', async () => {
    for (const operation of ['POST /api/core/scheduled-queries/stop', `GET ${path}`]) {
      const keywords = randomUUID();
      await app.call('member', `${operation}?keywords=${keywords}`);
      const { audit_logs } = await search({ keywords });
      assert.deepEqual(
        audit_logs.map(({ user, error }) => [user, error]),
        [['member', 'no-permission']],
      );
    }
    await app.call('member', 'GET /api/core/queries/987654321');
    assert.equal((await search({ keywords: 'cannot access query 987654321' })).total, 1);
  });

  it('contain a call with a bad key, without a user and without the key', async () => {
    const key = `bad-${randomUUID()}`;
    const guid = randomUUID();
    await call(app.baseUrl, `PUT /api/core/scheduled-queries/${guid}`, { key, form: { api_key: key } });
    const { audit_logs } = await search({ keywords: guid });
    assert.deepEqual([audit_logs[0]?.['user'], audit_logs[0]?.['error']], ['', 'invalid-api-key']);
    assert.equal('user_guid' in audit_logs[0]!, false);
    assert.equal((await search({ keywords: key })).total, 0);
  });

  it('contain one entry for many calls with a bad key from one address', async () => {
    const query = `PUT /api/core/tables/${randomUUID()}/retention`;
    const bad = (): Promise<unknown> => call(app.baseUrl, query, { key: 'bad' });
    await Promise.all(Array.from({ length: 50 }, bad));
    const recorded = () => search({ keywords: 'set-retention,invalid-api-key' });
    assert.equal((await recorded()).total, 1);
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    await bad();
    mock.timers.reset();
    const { audit_logs, total } = await recorded();
    assert.equal(total, 2);
    assert.deepEqual(audit_logs[0]?.['msg_params'], { left_out: 49 });
  });

  it('are found by the part of a message that names an assistant, in both languages', async () => {
    const mark = randomUUID();
    const drop = `DELETE /api/core/tables/${mark}`;
    await call(app.baseUrl, drop, {
      key: app.keys.admin,
      headers: { 'user-agent': `${assistantProduct}/1.0` },
    });
    await app.call('admin', drop);

    assert.equal((await search({ keywords: `${mark},(By an assistant)` })).total, 1);
    assert.equal((await search({ keywords: `${mark},어시스턴트`, locale: 'ko' })).total, 1);
    assert.equal((await search({ keywords: `${mark},어시스턴트` })).total, 0);
  });

  it('are found by the names and values of parameters at any depth', async () => {
    const mark = randomUUID();
    const json = { [mark]: [{ 'Inner Name': [true, 4711.5, null, 'a "quoted" text'] }] };
    await app.call('admin', 'POST /api/core/scheduled-queries/stop', { json });
    for (const [word, total] of Object.entries({
      'inner name': 1,
      true: 1,
      '4711.5': 1,
      'a "quoted" text': 1,
      '"inner name"': 0,
    })) {
      assert.equal((await search({ keywords: `${mark},${word}` })).total, total, word);
    }
  });

  it('never contain a key or a token, wherever it was sent', async () => {
    const secret = `secret-${randomUUID()}`;
    const guid = randomUUID();
    const form = { api_key: secret, token: secret, password: secret, client_secret: secret, API_KEY: secret };
    await app.call('admin', `PUT /api/core/scheduled-queries/${guid}?token=${secret}`, { form });
    assert.equal((await search({ keywords: guid })).total, 1);
    assert.equal((await search({ keywords: secret })).total, 0);
  });

  it('omit category, action and message if the action has no definition', async () => {
    const entered = { companyGuid: '', userGuid: undefined, userName: 'admin', remoteAddress: '127.0.0.1' };
    const operation = { module: 'of-another-version', method: 'turn', parameters: undefined };
    const { auditLog } = app.parts;
    await auditLog.append({
      ...{ ...entered, ...operation, createdAt: new Date(), messageParameters: undefined, error: 'no' },
    });
    const [entry = {}] = (await search({ keywords: 'of-another-version' })).audit_logs;
    assert.deepEqual([entry['method'], entry['error']], ['turn', 'no']);
    for (const field of ['category', 'action', 'msg', 'params']) assert.equal(field in entry, false, field);
  });

  it('are localized, including the labels of filters', async () => {
    const name = `localised ${randomUUID()}`;
    await leaveEntry(name);
    const korean = await search({ keywords: name, locale: 'ko' });
    const { result, category, action, msg } = korean.audit_logs[0]!;
    assert.deepEqual([result, category, action], ['성공', '예약된 쿼리', '생성']);
    assert.equal(msg, `예약된 쿼리 ${name}을(를) 생성했습니다.`);
    assert.ok(korean.categories.includes('예약된 쿼리') && korean.actions.includes('중지'));
    for (const locale of ['en', 'kok']) {
      const english = await search({ keywords: name, locale });
      assert.ok(english.categories.includes('Scheduled Query') && english.actions.includes('Stop'), locale);
    }
  });

  it('are found by several keywords at once, literally, in any case and order, within one value', async () => {
    const mark = randomUUID();
    for (const name of ['Alpha', 'Beta', "100%_'"]) await leaveEntry(`${name} ${mark}`);
    for (const [keywords, total] of [
      ['ALPHA', 1],
      ['127.0.0.1,table "quoted",admin', 3],
      ['created scheduled query', 3],
      ['nowhere', 0],
      ['admin 127.0.0.1', 0],
      ["100%_'", 1],
      ['%', 1],
    ] as const) {
      assert.equal((await search({ keywords: `${mark},${keywords}` })).total, total, keywords);
    }
  });

  it('reject more keywords than the limit, counting each once', async () => {
    const args = Array.from({ length: 1000 }, (_, index) => `w${index % 101}`);
    const query = (count: number): string =>
      `GET ${path}?${new URLSearchParams({ keywords: args.slice(0, count).join(',') }).toString()}`;
    assert.equal((await app.call('master', query(100))).status, 200);
    assert.equal(
      (await search({ keywords: 'w,'.repeat(3000) })).total,
      (await search({ keywords: 'w' })).total,
    );
    assert.deepEqual(await app.call('master', query(1000)), {
      status: 400,
      body: { error_code: 'invalid-argument', error_msg: "'keywords' must have at most 100 words." },
    });
  });

  it('are found by their message in its language, whole or across text and values', async () => {
    const name = `O'Brien (${randomUUID()})`;
    await leaveEntry(name);
    const count = async (keywords: string, locale: string): Promise<number> =>
      (await search({ keywords, locale })).total;
    assert.equal(await count(`Created scheduled query ${name}.`, 'en'), 1);
    assert.equal(await count(`query ${name.slice(0, 20)}`, 'en'), 1);
    assert.equal(await count(`예약된 쿼리 ${name}을(를) 생성했습니다.`, 'ko'), 1);
    assert.equal(await count(`예약된 쿼리 ${name}을(를) 생성했습니다.`, 'en'), 0);
    assert.equal(await count(`Created scheduled query ${name}!`, 'en'), 0);
  });

  it('are filtered by result and user, and list the available values', async () => {
    const mark = randomUUID();
    await leaveEntry(mark);
    await app.call('member', 'POST /api/core/scheduled-queries/stop', {
      form: { guids: randomUUID(), mark },
    });
    const found = await search({ keywords: mark });
    assert.deepEqual(found.results, ['Success', 'Failure']);
    assert.ok(['admin', 'member'].every((user) => found.users.includes(user)));
    const users = async (more: Record<string, string>): Promise<unknown[]> =>
      (await search({ keywords: mark, ...more })).audit_logs.map(({ user }) => user);
    assert.deepEqual(await users({ results: 'Failure' }), ['member']);
    assert.deepEqual(await users({ results: '성공', locale: 'ko' }), ['admin']);
    assert.deepEqual(await users({ users: 'member,nobody' }), ['member']);
    assert.deepEqual(await users({ results: 'No such result' }), []);
  });

  it('do not contain reads that succeeded', async () => {
    const before = (await search({})).total;
    await app.call('member', 'GET /api/core/tables');
    const headers = { authorization: `Bearer ${app.keys.member}` };
    const { status } = await fetch(`${app.baseUrl}/api/core/tables`, { method: 'HEAD', headers });
    assert.equal(status, 200);
    assert.equal((await search({})).total, before);
  });

  it('are filtered by company, and by category and action labels of any language', async () => {
    const [mark, other] = [randomUUID(), randomUUID()];
    await leaveEntry(`filtered ${mark}`);
    for (const [filters, total] of [
      [{ categories: 'Scheduled Query', actions: 'Create,Stop' }, 1],
      [{ categories: '예약된 쿼리', locale: 'ko' }, 1],
      [{ actions: 'Stop' }, 0],
      [{ categories: 'No such category' }, 0],
      [{ company_guids: `${other},${localCompanyGuid}` }, 1],
      [{ company_guids: other }, 0],
    ] as const) {
      assert.equal((await search({ keywords: mark, ...filters })).total, total, JSON.stringify(filters));
    }
  });

  it('are filtered by time, both ends included, with any offset from UTC', async () => {
    const mark = randomUUID();
    await leaveEntry(`timed ${mark}`);
    const { audit_logs } = await search({ keywords: mark });
    const korea = 9 * 60;
    const wire = (seconds: number, offset = 0): string =>
      formatWireTime(new Date(Number(audit_logs[0]?.['time']) + seconds * 1000), offset);
    for (const [from, to, total] of [
      [0, 0, 1],
      [-1, 1, 1],
      [1, 2, 0],
      [-1e9, -1, 0],
    ] as const) {
      assert.equal((await search({ keywords: mark, from: wire(from, korea), to: wire(to) })).total, total);
    }
  });

  it('are returned newest first, in pages, with the total count', async () => {
    const mark = randomUUID();
    for (const letter of ['a', 'b', 'c']) await leaveEntry(`${letter} ${mark}`);
    const names = async (offset: string, limit: string): Promise<unknown[]> => {
      const found = await search({ keywords: mark, offset, limit });
      assert.equal(found.total, 3);
      return found.audit_logs.map(({ msg }) => String(msg).at(-39));
    };
    assert.deepEqual(await names('0', '2'), ['c', 'b']);
    assert.deepEqual(await names('2', '2'), ['a']);
    assert.deepEqual(await names('9223372036854775807', '2'), []);
    assert.deepEqual(await names('0', '0'), []);
    // Of the same timestamp, the one that was written last is the newest.
    await app.parts.database.write(({ run }) => run('UPDATE audit_log SET created = now()'));
    assert.deepEqual(await names('0', '2'), ['c', 'b']);
    assert.deepEqual(await names('2', '2'), ['a']);
  });

  for (const [name, values, error_msg] of [
    ['from', ['yesterday', '2026-02-30 00:00:00+0000', '2026-01-01 00:00:00'], 'invalid date format'],
    ['to', ['yesterday', '2026-01-01'], 'invalid date format'],
    ['offset', ['abc', '1.5'], "'offset' parameter should be long type"],
    ['limit', ['abc', '9223372036854775808'], "'limit' parameter should be long type"],
  ] as const) {
    it(`reject a malformed ${name}`, async () => {
      for (const value of values) {
        const query = new URLSearchParams({ [name]: value }).toString();
        const { status, body } = await app.call('master', `GET ${path}?${query}`);
        assert.deepEqual([status, body], [400, { error_code: 'invalid-argument', error_msg }], value);
      }
    });
  }
});
