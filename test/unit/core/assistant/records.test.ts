import assert from 'node:assert/strict';
import type { ToolJson } from '../../../support/assistantFixture';
import { AssistantPlatform } from '../../../support/assistantPlatform';
import { otherGuid, someGuid } from '../../../support/scheduledQueries';

describe('Records for an assistant', () => {
  let fixture: AssistantPlatform;
  let responses: Record<string, (query: URLSearchParams) => object>;

  beforeEach(async () => {
    responses = {};
    fixture = await AssistantPlatform.start(responses);
  });

  afterEach(() => fixture[Symbol.asyncDispose]());

  const namesOf = (records: unknown): readonly string[] =>
    (records as { readonly name: string }[]).map(({ name }) => name);

  describe('of scheduled queries', () => {
    function stored(name: string, more: object = {}): object {
      return {
        guid: name,
        name,
        query: 'json "{}"',
        trigger_type: 'cron',
        cron_schedule: '0 * * * *',
        ...more,
      };
    }

    function listing(...all: readonly object[]): void {
      responses['GET scheduled-queries'] = (query) => {
        const [offset, limit] = ['offset', 'limit'].map((key) => Number(query.get(key) ?? 0));
        const found = all.slice(offset, (offset ?? 0) + (limit === 0 ? all.length : (limit ?? 0)));
        return { total_count: all.length, scheduled_queries: found };
      };
    }

    it('count and page the failed ones, by state or by times', async () => {
      const time = '2026-11-15 09:00:00+0000';
      listing(
        stored('fine', { result_state: 'succeeded', last_failure_time: time, last_run_time: time }),
        stored('failed', { result_state: 'FAILED' }),
        stored('error', { result_state: 'error' }),
        stored('by time', { last_failure_time: time, last_run_time: time }),
        stored('once', { last_failure_time: time, last_run_time: '2026-11-15 10:00:00+0000' }),
        stored('never'),
      );
      const ask = async (more: object): Promise<unknown> => {
        const response = await fixture.ask('scheduled_queries', { failed: true, ...more });
        return [response['total'], namesOf(response['scheduled_queries'])];
      };
      assert.deepEqual(await ask({}), [3, ['failed', 'error', 'by time']]);
      assert.deepEqual(await ask({ offset: 1, limit: 1 }), [3, ['error']]);
      const all = await fixture.ask('scheduled_queries', { offset: 4, limit: 1 });
      assert.deepEqual([all['total'], namesOf(all['scheduled_queries'])], [6, ['once']]);
    });

    it('are found by whole name, and suggest a similar name', async () => {
      listing(stored('Logins today'), stored('Logins'));
      assert.equal((await fixture.ask('scheduled_query', { query: 'Logins' }))['guid'], 'Logins');
      assert.deepEqual(
        fixture.parametersOf('scheduled-queries').map((query) => query.get('keywords')),
        ['Logins', null],
      );
      assert.match(
        await fixture.rejection('scheduled_query', { query: 'Login' }),
        /There is no scheduled query "Login"\. Did you mean "Logins today"\?/,
      );
      listing();
      assert.match(
        await fixture.rejection('scheduled_query', { query: 'x' }),
        /logbench_scheduled_queries lists/,
      );
    });

    it('are found by GUID and by masked name', async () => {
      listing(stored('From 10.0.0.1', { guid: someGuid }));
      const ask = async (query: string): Promise<unknown> =>
        (await fixture.ask('scheduled_query', { query }))['guid'];
      assert.equal(await ask(someGuid), someGuid);
      assert.equal(fixture.parametersOf('scheduled-queries')[0]?.get('keywords'), null);
      assert.equal(await ask('From ip1-masked'), someGuid);
      assert.match(
        await fixture.rejection('scheduled_query', { query: 'From' }),
        /"From"\. Did you mean "From ip1-masked"\?$/,
      );
      assert.match(
        await fixture.rejection('scheduled_query', { query: otherGuid }),
        /There is no scheduled query "[\da-f-]{36}"\. logbench_scheduled_queries lists/,
      );
    });
  });

  it('of the audit log are masked and cut, and rejected when the role is too low', async () => {
    const entry = { id: 7, user: 'kim', remote_ip: '10.0.0.1', params: { a: 'x'.repeat(2000) } };
    responses['GET audit-logs'] = () => ({ total: 9, audit_logs: [entry] });
    const response = await fixture.ask('audit_logs', { keywords: ['a'], limit: 1, offset: 2 });
    const [shown] = response['entries'] as ToolJson[];
    assert.deepEqual(
      [response['total'], shown?.['id'], shown?.['user'], shown?.['remote_ip']],
      [9, 7, 'user1-masked', 'ip2-masked'],
    );
    assert.match(String(shown?.['params']), /^\{"a":"x+…$/);
    const [query] = fixture.parametersOf('audit-logs');
    assert.deepEqual(
      ['keywords', 'limit', 'offset'].map((name) => query?.get(name)),
      ['a', '1', '2'],
    );
    responses['GET audit-logs'] = () => ({ error_code: 'illegal-state', error_msg: 'no-permission' });
    assert.match(
      await fixture.rejection('audit_logs'),
      /^The audit log requires the role MASTER, and the key/,
    );
    responses['GET audit-logs'] = () => ({ error_code: 'odd', error_msg: 'no' });
    assert.match(await fixture.rejection('audit_logs'), /\(HTTP 400, odd\)/);
    await using metadata = await AssistantPlatform.start(responses, 'metadata');
    assert.match(await metadata.rejection('audit_logs'), /no rows of logs/);
  });

  it('of rules are read by GUID when the platform does not list them', async () => {
    assert.match(await fixture.rejection('rules'), /does not list its detection rules\. Pass the guid/);
    responses[`GET batch-rules/${someGuid}`] = () => ({ rule: null });
    assert.match(await fixture.rejection('rules', { guid: someGuid }), /There is no batch rule /);
    responses[`GET stream-rules/${someGuid}`] = () => ({
      rule: { guid: someGuid, name: 'A', src: '10.0.0.1' },
    });
    assert.deepEqual((await fixture.ask('rules', { kind: 'stream', guid: someGuid }))['rule'], {
      ...{ guid: someGuid, name: 'A', src: 'ip1-masked' },
    });
    responses['GET stream-rules'] = () => ({ error_code: 'odd', error_msg: 'no' });
    assert.match(await fixture.rejection('rules', { kind: 'stream' }), /\(HTTP 400, odd\)/);
  });

  it('of rules are those of a kind and a keyword', async () => {
    const more = { priority: 'HIGH', category_name: 'Scans', updated: '2026-01-01' };
    const rules = [
      { guid: 'a', name: 'From 10.0.0.1', enabled: true, ...more },
      { guid: 'b', name: 'B' },
    ];
    responses['GET batch-rules'] = () => ({ total_count: 5, rules });
    responses['GET stream-rules'] = () => ({ total_count: 0, rules: [] });
    const response = await fixture.ask('rules', { keyword: 'x', limit: 2, offset: 3 });
    assert.deepEqual([response['kind'], response['total']], ['batch', 5]);
    assert.deepEqual(response['rules'], [
      {
        ...{ guid: 'a', name: 'From ip1-masked', enabled: true },
        ...{ priority: 'HIGH', category: 'Scans', updated: '2026-01-01' },
      },
      { guid: 'b', name: 'B', enabled: false, priority: null, category: null, updated: null },
    ]);
    assert.equal((await fixture.ask('rules', { kind: 'stream' }))['total'], 0);
    assert.deepEqual(
      ['batch', 'stream'].map((kind) =>
        ['keywords', 'limit', 'offset'].map((name) => fixture.parametersOf(`${kind}-rules`)[0]?.get(name)),
      ),
      [
        ['x', '2', '3'],
        [null, '50', '0'],
      ],
    );
  });

  it('have a one-line label for the user who confirms the call', async () => {
    const lines: readonly (readonly [tool: string, input: object, line: string])[] = [
      ['platforms', {}, 'platforms'],
      ['tables', {}, 'tables'],
      ['tables', { keyword: 'log' }, 'tables log'],
      ['table', { table: 'logins' }, 'table logins'],
      ['scheduled_queries', { keyword: 'a' }, 'scheduled queries a'],
      ['scheduled_queries', {}, 'scheduled queries'],
      ['scheduled_query', { query: 'a' }, 'scheduled query a'],
      ['rules', {}, 'batch rules'],
      ['rules', { kind: 'stream', keyword: 'a' }, 'stream rules a'],
      ['rules', { guid: someGuid, keyword: 'a' }, `batch rules ${someGuid}`],
      ['audit_logs', {}, 'audit log'],
      ['audit_logs', { keywords: ['a', 'b'] }, 'audit log a b'],
      ['query_status', { id: 5 }, 'status of query 5'],
      ['propose_change', { change: 'a', query: 'table b', reason: 'c' }, 'a: c'],
      ['propose_change', { name: 'a', query: 'table b', reason: 'c' }, 'new query a: c'],
      ['convert_sigma', { rule: 'id: 1\ntitle: Shell\nlevel: low' }, 'Shell'],
      ['convert_sigma', { rule: 'subtitle: no\ntitle: Shell' }, 'Shell'],
      ['convert_sigma', { rule: 'id: 1' }, 'Sigma rule'],
    ];
    for (const [tool, input, line] of lines) {
      await fixture.rejection(tool, input);
      assert.equal(fixture.receipts.at(-1)?.subject, line);
    }
  });
});
