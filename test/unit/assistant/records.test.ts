import assert from 'node:assert/strict';
import type { AssistantPlatform } from '../../../src/assistant/host';
import { AssistantFixture } from '../../support/assistantFixture';
import type { ToolJson } from '../../support/assistantFixture';
import { HttpServer } from '../../support/httpServer';
import { someGuid } from '../../support/scheduledQueries';

type Answer = (query: URLSearchParams) => object | number;

describe('Records for an assistant', () => {
  let server: HttpServer;
  let fixture: AssistantFixture;
  /** The response of each path below the product, or its status. */
  let answers: Record<string, Answer>;

  before(async () => {
    server = await HttpServer.start(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://service');
      const answer = answers[pathname.replace('/api/core/', '')]?.(searchParams) ?? 404;
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.writeHead('error_code' in answer ? 400 : 200).end(JSON.stringify(answer));
    });
  });

  after(() => server[Symbol.asyncDispose]());

  beforeEach(() => {
    answers = {};
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
      answers['scheduled-queries'] = (query) => {
        const [offset, limit] = ['offset', 'limit'].map((key) => Number(query.get(key) ?? 0));
        const found = all.slice(offset, (offset ?? 0) + (limit === 0 ? all.length : (limit ?? 0)));
        return { total_count: all.length, scheduled_queries: found };
      };
    }

    it('that failed are counted and paged among themselves, by their state or else by their times', async () => {
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
        const answer = await fixture.ask('scheduled_queries', { failed: true, ...more });
        return [answer['total'], namesOf(answer['scheduled_queries'])];
      };
      assert.deepEqual(await ask({}), [3, ['failed', 'error', 'by time']]);
      assert.deepEqual(await ask({ offset: 1, limit: 1 }), [3, ['error']]);
      const all = await fixture.ask('scheduled_queries', { offset: 4, limit: 1 });
      assert.deepEqual([all['total'], namesOf(all['scheduled_queries'])], [6, ['once']]);
    });

    it('have all that comes before, the first one first, and all that comes after', async () => {
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
      listing(after('a', 'c'), after('b', 'a'), after('c', 'b'), after('d', 'gone'));
      assert.deepEqual(await chainOf('b'), [['c', 'a'], []]);
      assert.deepEqual(await chainOf('d'), [[], []]);
    });

    it('are found by their whole name, and a similar one is named', async () => {
      listing(stored('Logins today'), stored('Logins'));
      assert.equal((await fixture.ask('scheduled_query', { query: 'Logins' }))['guid'], 'Logins');
      assert.match(
        await fixture.refusal('scheduled_query', { query: 'Login' }),
        /There is no scheduled query "Login"\. Did you mean "Logins today"\?/,
      );
      listing();
      assert.match(
        await fixture.refusal('scheduled_query', { query: 'x' }),
        /logbench_scheduled_queries lists/,
      );
    });

    it('get no draft of what they are already, nor one of two kinds', async () => {
      listing(stored('a'));
      const draft = { query: 'json "{}"', reason: 'because' };
      assert.match(
        await fixture.refusal('propose_change', { ...draft, change: 'a' }),
        /this is the current text/,
      );
      assert.match(
        await fixture.refusal('propose_change', { ...draft, change: 'a', name: 'b' }),
        /either "change"/,
      );
      assert.deepEqual(fixture.proposals, []);
    });

    it('are asked for once to find out the role of a member', async () => {
      answers['scheduled-queries'] = () => ({ error_code: 'illegal-state', error_msg: 'no-permission' });
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
      answers['tables'] = (query) => {
        const found = names.filter((name) => name.includes(query.get('keywords') ?? ''));
        const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit') ?? 1000)];
        const tables = found.slice(offset, offset + limit).map((table_name) => ({ table_name, ...sizes }));
        return { total_count: found.length, tables };
      };
    }

    it('tell from where to continue, unless there are no more', async () => {
      listing('a', 'b', 'c');
      const next = async (offset: number): Promise<unknown> =>
        (await fixture.ask('tables', { offset, limit: 1 }))['next_offset'];
      assert.deepEqual(
        [await next(0), await next(1), await next(2), await next(3)],
        [1, 2, undefined, undefined],
      );
    });

    it('are all named where none has the keyword, and not where one has', async () => {
      listing('logins', 'web');
      assert.deepEqual((await fixture.ask('tables', { keyword: 'sign' }))['all_tables'], ['logins', 'web']);
      assert.equal('all_tables' in (await fixture.ask('tables', { keyword: 'log' })), false);
    });

    it('are found in the list where a single one cannot be read, and a similar one is named', async () => {
      listing('logins2', 'logins');
      assert.match(
        await fixture.refusal('table', { table: 'login' }),
        /There is no table "login"\. Did you mean "logins"\?/,
      );
      const count = server.seen.length;
      assert.match(await fixture.refusal('table', { table: 'a | import b' }), /is not the name of a table/);
      assert.equal(server.seen.length, count);
    });
  });

  it('of the audit log are of the period that was asked for, in the times of the platform', async () => {
    answers['audit-logs'] = () => ({ total: 0, audit_logs: [] });
    await fixture.ask('audit_logs', { from: '2026-01-31T09:00:00+09:00', to: '2026-02-01 00:00:00+0000' });
    const [query] = asked('audit-logs');
    assert.deepEqual(
      ['from', 'to', 'limit', 'offset'].map((name) => query?.get(name)),
      ['2026-01-31 00:00:00+0000', '2026-02-01 00:00:00+0000', '50', '0'],
    );
    assert.match(await fixture.refusal('audit_logs', { from: 'yesterday' }), /"yesterday" is not a time/);
  });

  it('of rules are asked for by GUID where the platform does not list them', async () => {
    assert.match(await fixture.refusal('rules'), /does not list its detection rules\. Pass the guid/);
    answers[`batch-rules/${someGuid}`] = () => ({ rule: null });
    assert.match(await fixture.refusal('rules', { guid: someGuid }), /There is no batch rule /);
  });

  it('are those of the platform that was named, and of none where it is open which', async () => {
    answers['tables'] = () => ({ total_count: 0, tables: [] });
    const [only] = fixture.platforms;
    fixture.platforms.push({ ...only!, name: 'Plant' });
    assert.equal((await fixture.ask('tables', { platform: 'Plant' }))['platform'], 'Plant');
    assert.match(await fixture.refusal('tables', { platform: 'Lab' }), /Available: Test, Plant\./);
    assert.match(await fixture.refusal('tables'), /Specify the platform: Test, Plant\./);
    fixture.platforms.length = 0;
    assert.match(await fixture.refusal('tables'), /no connection to a platform/);
    assert.match(await fixture.refusal('tables', { platform: 'Lab' }), /Available: none\./);
  });

  it('are none where assistants are off, and a platform that does not respond is listed', async () => {
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
    assert.match(await off.refusal('tables'), /Assistants may do nothing on Test/);
    assert.equal(server.seen.length, 0);
    answers['scheduled-queries'] = () => 401;
    const listed = (await fixture.ask('platforms'))['platforms'] as ToolJson[];
    assert.deepEqual(
      [listed[0]?.['role'], listed[0]?.['unreachable']],
      [null, 'The API key was rejected (HTTP 401).'],
    );
  });
});
