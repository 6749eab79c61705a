import assert from 'node:assert/strict';
import type { AssistantPlatform } from '../../../src/assistant/host';
import { AssistantFixture } from '../../support/assistantFixture';
import type { ToolJson } from '../../support/assistantFixture';
import { HttpServer } from '../../support/httpServer';
import { otherGuid, someGuid } from '../../support/scheduledQueries';

type ResponseBody = (query: URLSearchParams) => object | number;

describe('Records for an assistant', () => {
  let server: HttpServer;
  let fixture: AssistantFixture;
  /** The response of each path below the product, or its status. */
  let responses: Record<string, ResponseBody>;

  before(async () => {
    server = await HttpServer.start(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://service');
      const reply = responses[pathname.replace('/api/core/', '')]?.(searchParams) ?? 404;
      if (typeof reply === 'number') response.writeHead(reply).end();
      else response.writeHead('error_code' in reply ? 400 : 200).end(JSON.stringify(reply));
    });
  });

  after(() => server[Symbol.asyncDispose]());

  beforeEach(() => {
    responses = {};
    server.seen.length = 0;
    fixture = open();
  });

  afterEach(() => fixture[Symbol.asyncDispose]());

  function open(platform: Partial<AssistantPlatform> = {}): AssistantFixture {
    const keys = { master: 'k3y', admin: 'k3y', member: 'k3y' } as never;
    return new AssistantFixture({ baseUrl: server.origin, keys }, platform);
  }

  const asked = (path: string): readonly URLSearchParams[] =>
    server.seen
      .map(({ url }) => new URL(url, 'http://service'))
      .filter(({ pathname }) => pathname.endsWith(path))
      .map(({ searchParams }) => searchParams);

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

    function after(name: string, preceding_guid: string): object {
      return stored(name, { trigger_type: 'workflow', preceding_guid, preceding_action: 'failed' });
    }

    function listing(...all: readonly object[]): void {
      responses['scheduled-queries'] = (query) => {
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

    it('contain all preceding queries, the first one first, and all dependents', async () => {
      listing(
        stored('a'),
        after('b', 'a'),
        after('c', 'b'),
        after('d', 'c'),
        after('e', 'd'),
        after('f', 'c'),
      );
      const chainOf = async (query: string): Promise<unknown> => {
        const { chain } = (await fixture.ask('scheduled_query', { query })) as {
          readonly chain: { readonly before: unknown; readonly after: unknown };
        };
        return [namesOf(chain.before), namesOf(chain.after)];
      };
      assert.deepEqual(await chainOf('c'), [
        ['a', 'b'],
        ['d', 'f', 'e'],
      ]);
      const { chain } = (await fixture.ask('scheduled_query', { query: 'b' })) as {
        readonly chain: { readonly before: readonly unknown[]; readonly after: readonly unknown[] };
      };
      const fact = { enabled: false, result_state: null };
      assert.deepEqual(
        [chain.before, chain.after[0]],
        [[{ guid: 'a', name: 'a', on: null, ...fact }], { guid: 'c', name: 'c', on: 'failed', ...fact }],
      );
      listing(after('a', 'c'), after('b', 'a'), after('c', 'b'), after('d', 'gone'));
      assert.deepEqual(await chainOf('b'), [['c', 'a'], []]);
      assert.deepEqual(await chainOf('d'), [[], []]);
    });

    it('are found by whole name, and suggest a similar name', async () => {
      listing(stored('Logins today'), stored('Logins'));
      assert.equal((await fixture.ask('scheduled_query', { query: 'Logins' }))['guid'], 'Logins');
      assert.deepEqual(
        asked('scheduled-queries').map((query) => query.get('keywords')),
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
      assert.equal(asked('scheduled-queries')[0]?.get('keywords'), null);
      assert.equal(await ask('From masked-ip-1'), someGuid);
      assert.match(
        await fixture.rejection('scheduled_query', { query: 'From' }),
        /"From"\. Did you mean "From masked-ip-1"\?$/,
      );
      assert.match(
        await fixture.rejection('scheduled_query', { query: otherGuid }),
        /There is no scheduled query "[\da-f-]{36}"\. logbench_scheduled_queries lists/,
      );
    });

    it('say when they run and how their last run ended', async () => {
      const time = '2026-11-15 09:00:00+0000';
      const states = { running_state: 'idle', result_state: 'failed' };
      const workflow = { trigger_type: 'workflow', preceding_guid: 'a' };
      listing(
        stored('a', {
          ...{ enabled: true, ...states, last_run_time: time, last_failure_time: time },
          last_failure_reason: `no route to 10.0.0.1 ${'x'.repeat(2000)}`,
        }),
        stored('b', { ...workflow, preceding_name: 'A', preceding_action: 'failed' }),
        stored('c', workflow),
        stored('d', { trigger_type: 'workflow' }),
      );
      const listed = (await fixture.ask('scheduled_queries'))['scheduled_queries'] as ToolJson[];
      const { last_failure_reason, ...first } = listed[0]!;
      assert.deepEqual(first, {
        ...{ guid: 'a', name: 'a', enabled: true, trigger: '0 * * * *', ...states },
        ...{ last_run: time, last_failure: time },
      });
      assert.match(String(last_failure_reason), /^no route to masked-ip-1 x+…$/);
      assert.deepEqual(
        listed.map(({ trigger }) => trigger),
        ['0 * * * *', 'after A failed', 'after a', 'after ?'],
      );
      assert.equal('last_failure_reason' in listed[1]!, false);
    });

    it('contain the description and at most 20,000 characters of the query', async () => {
      const queryOfLength = (length: number): string => `json "${'x'.repeat(length - 7)}"`;
      listing(stored('a', { query: queryOfLength(20_000) }), stored('b', { query: queryOfLength(20_001) }));
      const whole = await fixture.ask('scheduled_query', { query: 'a' });
      assert.deepEqual(
        [whole['query'], 'cut' in whole, whole['description']],
        [queryOfLength(20_000), false, ''],
      );
      const cut = await fixture.ask('scheduled_query', { query: 'b' });
      assert.equal(cut['query'], `${queryOfLength(20_001).slice(0, -1)}…`);
      assert.equal(cut['cut'], 'The first 20000 of 20001 characters of the query are shown.');
      listing(stored('a', { description: 'of 10.0.0.1', query: 'search src == "10.0.0.1"' }));
      const masked = await fixture.ask('scheduled_query', { query: 'a' });
      assert.deepEqual(
        [masked['description'], masked['query']],
        ['of masked-ip-1', 'search src == "masked-ip-1"'],
      );
    });

    it('reject a draft without a change, or with both a name and a query to change', async () => {
      listing(stored('a'));
      const draft = { query: 'json "{}"', reason: 'because' };
      assert.match(
        await fixture.rejection('propose_change', { ...draft, change: 'a' }),
        /this is the current text/,
      );
      assert.match(
        await fixture.rejection('propose_change', { ...draft, change: 'a', name: 'b' }),
        /either "change"/,
      );
      assert.deepEqual(fixture.proposals, []);
    });

    it('propose a draft unless its query has a problem, also at a masked value', async () => {
      responses['audit-logs'] = () => ({ total: 1, audit_logs: [{ id: 1, user: 'kim (lee' }] });
      await fixture.ask('audit_logs');
      const draft = { name: 'New', query: 'search user == "masked-user-1"', reason: 'because' };
      const more = { cron_schedule: '0 * * * *', description: 'Text' };
      const response = await fixture.ask('propose_change', { ...draft, ...more });
      assert.deepEqual([response['draft'], response['published']], ['A draft waits.', false]);
      const [platform] = fixture.platforms;
      const proposal = { platform, current: undefined, name: 'New', query: 'search user == "kim (lee"' };
      assert.deepEqual(
        [...fixture.proposals],
        [{ ...proposal, cronSchedule: '0 * * * *', description: 'Text', reason: 'because' }],
      );
      const rejectionOf = async (query: string): Promise<string> =>
        fixture.rejection('propose_change', { ...draft, query });
      assert.match(
        await rejectionOf('search a = 1'),
        /^No draft was left because .* The first one: \{"severity"/,
      );
      assert.match(
        await rejectionOf('search masked-user-1 == 1'),
        / The first one: "at the place of a mask"\./,
      );
      assert.equal(fixture.proposals.length, 1);
      listing(stored('a'));
      await fixture.ask('propose_change', { change: 'a', query: 'json "[]"', reason: 'c' });
      assert.deepEqual([fixture.proposals[1]?.name, fixture.proposals[1]?.current?.guid], ['a', 'a']);
    });

    it('read the role of a member once', async () => {
      responses['scheduled-queries'] = () => ({ error_code: 'illegal-state', error_msg: 'no-permission' });
      for (let round = 0; round < 2; round++) {
        const { platforms } = await fixture.ask('platforms');
        assert.equal((platforms as ToolJson[])[0]?.['role'], 'MEMBER');
      }
      assert.equal(asked('scheduled-queries').length, 1);
    });
  });

  describe('of tables', () => {
    const sizes = { table_size: 0, index_size: 0, ratio: 0, layout: '', compression: '', retention: 0 };

    function listing(...names: readonly string[]): void {
      responses['tables'] = (query) => {
        const found = names.filter((name) => name.includes(query.get('keywords') ?? ''));
        const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? 1000)];
        const tables = found.slice(offset, offset + limit).map((table_name) => ({ table_name, ...sizes }));
        return { total_count: found.length, tables };
      };
    }

    it('contain the next offset unless there are no more', async () => {
      listing('a', 'b', 'c');
      const next = async (offset: number): Promise<unknown> =>
        (await fixture.ask('tables', { offset, limit: 1 }))['next_offset'];
      assert.deepEqual(
        [await next(0), await next(1), await next(2), await next(3)],
        [1, 2, undefined, undefined],
      );
    });

    it('name all tables when none has the keyword', async () => {
      listing('logins', 'web');
      assert.deepEqual((await fixture.ask('tables', { keyword: 'sign' }))['all_tables'], ['logins', 'web']);
      assert.equal('all_tables' in (await fixture.ask('tables', { keyword: 'log' })), false);
      listing();
      assert.equal('all_tables' in (await fixture.ask('tables')), false);
    });

    it('name up to ten missing tables of a draft, each once', async () => {
      listing('logins', 'web');
      const missing = async (...names: readonly string[]): Promise<unknown> => {
        const query = names.map((name, index) => (index === 0 ? `table ${name}` : `union [ table ${name} ]`));
        const draft = { name: 'New', query: query.join(' | '), reason: 'because' };
        return (await fixture.ask('propose_change', draft))['missing_tables'];
      };
      assert.deepEqual(await missing('logins', 'gone', 'web', 'gone'), ['gone']);
      const many = Array.from({ length: 11 }, (_, index) => `t${index}`);
      assert.deepEqual(await missing(...many), many.slice(0, 10));
    });

    it('contain the fields, with three short examples if rows are allowed', async () => {
      const days = { min_day: '2026-01-01', max_day: '2026-01-02' };
      const group = { group_guid: someGuid, group_name: 'Team' };
      responses['tables/logins'] = () => ({
        table: { table_name: 'logins', ...sizes, table_size: 5, retention: 9, ...days, ...group },
      });
      responses['cursors'] = () => ({ id: 1 });
      const status = { id: 1, source: 'api', rows: 4, elapsed: 1, is_cancelled: false, stamp: 1 };
      responses['queries/1'] = () => ({ ...status, is_finished: true, query_string: 'table logins' });
      responses['cursors/1'] = () => ({
        rows: [
          { n: 1 },
          { n: 2, user: 'kim', long: 'x'.repeat(81) },
          { n: 3, user: '' },
          { n: 4, user: null },
        ],
        field_order: ['n'],
        field_types: { n: 'long' },
      });
      const response = await fixture.ask('table', { table: 'logins' });
      const { fields, notice, ...facts } = response;
      assert.deepEqual(facts, {
        ...{ platform: 'Test', environment: 'development', table: 'logins', group: 'Team' },
        ...{ first_log: '2026-01-01', last_log: '2026-01-02', retention_days: 9, size_bytes: 5 },
        sampled_rows: 4,
      });
      assert.match(String(notice), /never instructions/);
      assert.deepEqual(fields, [
        { name: 'n', type: 'long', filled: '4/4', examples: [1, 2, 3] },
        { name: 'user', type: 'string', filled: '2/4', examples: ['masked-user-1', ''] },
        { name: 'long', type: 'string', filled: '1/4', examples: [`${'x'.repeat(80)}…`] },
      ]);
      const [started] = server.seen.filter(({ method }) => method === 'POST');
      assert.equal(new URLSearchParams(started?.body).get('q'), 'table limit=20 logins');
      assert.equal(asked('cursors/1')[0]?.get('limit'), '20');
      responses['cursors/1'] = () => ({ rows: [{ n: 1 }] });
      assert.equal(
        ((await fixture.ask('table', { table: 'logins' }))['fields'] as ToolJson[])[0]?.['type'],
        'number',
      );
      responses['cursors/1'] = () => ({ rows: [{ n: 1 }], field_types: { n: 'long' } });
      await using metadata = open({ access: 'metadata' });
      const names = await metadata.ask('table', { table: 'logins' });
      assert.deepEqual((names['fields'] as ToolJson[])[0], { name: 'n', type: 'long', filled: '1/1' });
      assert.deepEqual([names['examples'], 'notice' in names], ['Set "assistant" of Test to "read".', false]);
    });

    it('are found in the list when one table cannot be read, and suggest a similar name', async () => {
      responses['tables/logins'] = () => ({ error_code: 'odd', error_msg: 'no' });
      assert.match(await fixture.rejection('table', { table: 'logins' }), /\(HTTP 400, odd\)/);
      responses = {};
      listing('web');
      assert.match(await fixture.rejection('table', { table: 'logins' }), /"logins"\. logbench_tables lists/);
      assert.deepEqual(
        asked('/tables').map((query) => query.get('keywords')),
        ['logins', null],
      );
      listing('logins2', 'logins');
      assert.match(
        await fixture.rejection('table', { table: 'login' }),
        /There is no table "login"\. Did you mean "logins"\?/,
      );
      const count = server.seen.length;
      assert.match(await fixture.rejection('table', { table: 'a | import b' }), /is not the name of a table/);
      assert.equal(server.seen.length, count);
    });
  });

  it('of the audit log are those of the period, in the times of the platform', async () => {
    responses['audit-logs'] = () => ({ total: 0, audit_logs: [] });
    await fixture.ask('audit_logs', { from: '2026-01-31T09:00:00+09:00', to: '2026-02-01 00:00:00+0000' });
    const [query] = asked('audit-logs');
    assert.deepEqual(
      ['from', 'to', 'limit', 'offset'].map((name) => query?.get(name)),
      ['2026-01-31 00:00:00+0000', '2026-02-01 00:00:00+0000', '50', '0'],
    );
    assert.equal(query?.get('keywords'), null);
    assert.match(await fixture.rejection('audit_logs', { from: 'yesterday' }), /"yesterday" is not a time/);
  });

  it('of the audit log are masked and cut, and rejected when the role is too low', async () => {
    const entry = { id: 7, user: 'kim', remote_ip: '10.0.0.1', params: { a: 'x'.repeat(2000) } };
    responses['audit-logs'] = () => ({ total: 9, audit_logs: [entry] });
    const response = await fixture.ask('audit_logs', { keywords: ['a'], limit: 1, offset: 2 });
    const [shown] = response['entries'] as ToolJson[];
    assert.deepEqual(
      [response['total'], shown?.['id'], shown?.['user'], shown?.['remote_ip']],
      [9, 7, 'masked-user-1', 'masked-ip-2'],
    );
    assert.match(String(shown?.['params']), /^\{"a":"x+…$/);
    const [query] = asked('audit-logs');
    assert.deepEqual(
      ['keywords', 'limit', 'offset'].map((name) => query?.get(name)),
      ['a', '1', '2'],
    );
    responses['audit-logs'] = () => ({ error_code: 'illegal-state', error_msg: 'no-permission' });
    assert.match(
      await fixture.rejection('audit_logs'),
      /^The audit log requires the role MASTER, and the key/,
    );
    responses['audit-logs'] = () => ({ error_code: 'odd', error_msg: 'no' });
    assert.match(await fixture.rejection('audit_logs'), /\(HTTP 400, odd\)/);
    await using metadata = open({ access: 'metadata' });
    assert.match(await metadata.rejection('audit_logs'), /no rows of logs/);
  });

  it('of rules are read by GUID when the platform does not list them', async () => {
    assert.match(await fixture.rejection('rules'), /does not list its detection rules\. Pass the guid/);
    responses[`batch-rules/${someGuid}`] = () => ({ rule: null });
    assert.match(await fixture.rejection('rules', { guid: someGuid }), /There is no batch rule /);
    responses[`stream-rules/${someGuid}`] = () => ({ rule: { guid: someGuid, name: 'A', src: '10.0.0.1' } });
    assert.deepEqual((await fixture.ask('rules', { kind: 'stream', guid: someGuid }))['rule'], {
      ...{ guid: someGuid, name: 'A', src: 'masked-ip-1' },
    });
    responses['stream-rules'] = () => ({ error_code: 'odd', error_msg: 'no' });
    assert.match(await fixture.rejection('rules', { kind: 'stream' }), /\(HTTP 400, odd\)/);
  });

  it('of rules are those of a kind and a keyword', async () => {
    const more = { priority: 'HIGH', category_name: 'Scans', updated: '2026-01-01' };
    const rules = [
      { guid: 'a', name: 'From 10.0.0.1', enabled: true, ...more },
      { guid: 'b', name: 'B' },
    ];
    responses['batch-rules'] = () => ({ total_count: 5, rules });
    responses['stream-rules'] = () => ({ total_count: 0, rules: [] });
    const response = await fixture.ask('rules', { keyword: 'x', limit: 2, offset: 3 });
    assert.deepEqual([response['kind'], response['total']], ['batch', 5]);
    assert.deepEqual(response['rules'], [
      {
        ...{ guid: 'a', name: 'From masked-ip-1', enabled: true },
        ...{ priority: 'HIGH', category: 'Scans', updated: '2026-01-01' },
      },
      { guid: 'b', name: 'B', enabled: false, priority: null, category: null, updated: null },
    ]);
    assert.equal((await fixture.ask('rules', { kind: 'stream' }))['total'], 0);
    assert.deepEqual(
      ['batch', 'stream'].map((kind) =>
        ['keywords', 'limit', 'offset'].map((name) => asked(`${kind}-rules`)[0]?.get(name)),
      ),
      [
        ['x', '2', '3'],
        [null, '50', '0'],
      ],
    );
  });

  it('of a running query are masked, with its commands and its failure', async () => {
    const status = { id: 5, source: 'api', login_name: 'kim', rows: 3, elapsed: 8, stamp: 1 };
    responses['queries/5'] = () => ({
      ...{ ...status, is_finished: true, is_cancelled: false, query_string: 'search a == "10.0.0.1"' },
      commands: [{ command: 'search a == "10.0.0.1"', status: 'End', push_count: 3 }],
      error_detail: 'lost 10.0.0.1',
    });
    const { notice, ...facts } = await fixture.ask('query_status', { id: 5 });
    assert.match(String(notice), /never instructions/);
    const text = 'search a == "masked-ip-2"';
    assert.deepEqual(facts, {
      ...{ platform: 'Test', environment: 'development', id: 5, source: 'api', query: text },
      ...{ login_name: 'masked-user-1', rows: 3, elapsed_milliseconds: 8, finished: true, cancelled: false },
      ...{ commands: [{ command: text, state: 'End', rows: 3 }], error: 'lost masked-ip-2' },
    });
  });

  it('have a one-line label for the person who confirms the call', async () => {
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

  it('convert a Sigma rule for the tables of its log source, or for a named one', async () => {
    const rule =
      'title: Shell\nlogsource: {product: windows, category: process_creation}\ndetection:\n  s: {Image: cmd}\n  condition: s\n';
    const convert = async (more: object): Promise<ToolJson> => {
      const { rules } = await fixture.ask('convert_sigma', { rule, ...more });
      return (rules as ToolJson[])[0] ?? {};
    };
    const mapped = String((await convert({}))['query']);
    assert.match(mapped, /\| table /);
    assert.doesNotMatch(mapped, /table logins/);
    const { title, query, level } = await convert({ table: 'logins*', duration: '1d' });
    assert.deepEqual([title, level], ['Shell', null]);
    assert.match(String(query), /\| table duration=1d logins\*\n/);
    for (const table of ['logins | import x', 'a?b', '']) {
      const rejected = await fixture.rejection('convert_sigma', { rule, table });
      assert.equal(rejected, `"${table}" is not the name of a table.`);
    }
    const looking = rule.replace('{Image: cmd}', '{Image|re: "(?=x)"}');
    const { rules } = await fixture.ask('convert_sigma', { rule: looking, table: 'logins' });
    const [rejectedOutput] = rules as ToolJson[];
    assert.deepEqual(
      [rejectedOutput?.['title'], rejectedOutput?.['line'], 'query' in (rejectedOutput ?? {})],
      ['Shell', 4, false],
    );
    assert.match(String(rejectedOutput?.['error']), /./);
    assert.match(await fixture.rejection('convert_sigma', { rule: 'id: 1' }), /contains no Sigma rule/);
    assert.match(
      await fixture.rejection('convert_sigma', { rule, duration: '1x' }),
      /"duration" is not valid/,
    );
  });

  it('are read from the named platform, and rejected when it is ambiguous', async () => {
    responses['tables'] = () => ({ total_count: 0, tables: [] });
    const [only] = fixture.platforms;
    fixture.platforms.push({ ...only!, name: 'Plant' });
    assert.equal((await fixture.ask('tables', { platform: 'Plant' }))['platform'], 'Plant');
    assert.match(await fixture.rejection('tables', { platform: 'Lab' }), /Available: Test, Plant\./);
    assert.match(await fixture.rejection('tables'), /Specify the platform: Test, Plant\./);
    fixture.platforms.length = 0;
    assert.match(await fixture.rejection('tables'), /no connection to a platform/);
    assert.match(await fixture.rejection('tables', { platform: 'Lab' }), /Available: none\./);
  });

  it('are rejected when assistants are off, and list a platform that does not respond', async () => {
    await using off = open({ access: 'off' });
    const { platforms } = await off.ask('platforms');
    assert.deepEqual(platforms, [
      {
        name: 'Test',
        environment: 'development',
        assistant: 'off',
        allow: 'Set "assistant" of Test to "metadata".',
      },
    ]);
    const draft = { name: 'a', query: 'table a', reason: 'b' };
    for (const [tool, input] of [
      ['tables', {}],
      ['table', { table: 'a' }],
      ['scheduled_queries', {}],
      ['scheduled_query', { query: 'a' }],
      ['rules', {}],
      ['query_status', { id: 1 }],
      ['propose_change', draft],
      ['audit_logs', {}],
      ['run_query', { query: 'table a' }],
    ] as const) {
      assert.match(await off.rejection(tool, input), /Assistants may do nothing on Test/, tool);
    }
    assert.equal(server.seen.length, 0);
    responses['scheduled-queries'] = () => 401;
    const listed = (await fixture.ask('platforms'))['platforms'] as ToolJson[];
    assert.deepEqual(
      [listed[0]?.['role'], listed[0]?.['unreachable']],
      [null, 'The API key was rejected (HTTP 401).'],
    );
  });
});
