import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { RejectedError } from '../../../../../src/core/api/errors';
import { queryOf } from '../../../../../src/extension/features/runningQueries/queryItem';
import {
  queryRow,
  RunningQueries,
} from '../../../../../src/extension/features/runningQueries/runningQueries';
import { ownQuery } from '../../../../../src/core/interface/ownQueries';
import { listedQueries } from '../../../../../src/core/interface/listedQuery';
import { displayText } from '../../../../../src/core/privacy/masker';

const running = {
  id: 7,
  login_name: 'kim',
  me: 'kim',
  source: 'adhoc',
  query_string: 'table web\n| stats count',
};

describe('A row of the running queries', () => {
  const row = (fields: Readonly<Record<string, unknown>>) => {
    const [query] = listedQueries([{ ...running, ...fields }]);
    assert.ok(query);
    return queryRow(query);
  };

  it('shows whose query it is, since when, rows, source and the text in one line', () => {
    const { label, description, id } = row({ elapsed: 12_400, rows: 3400 });
    assert.deepEqual([id, label], ['7', 'Query 7']);
    const text = 'table web | stats count';
    assert.equal(displayText(description), `kim · 12.4 s · 3,400 rows · adhoc · ${text}`);
    const bare = row({ rows: 1, elapsed: 0, source: null }).description;
    assert.equal(displayText(bare), `kim · 0 ms · 1 row · ${text}`);
  });

  it('offers the status and the cancellation of one’s own queries, and of those whose owner is unknown', () => {
    assert.deepEqual([row({}).contextValue, row({}).command], ['query.own', 'logbench.query.status']);
    assert.equal(row({ me: undefined }).contextValue, 'query.own');
    const other = row({ me: 'lee' });
    assert.deepEqual([other.contextValue, other.command], ['query.other', undefined]);
    assert.equal(queryOf(other.value)?.text, running.query_string);
  });

  it('says that a cancellation was requested', () => {
    assert.match(displayText(row({ is_cancelled: true }).description) ?? '', /Cancel requested/);
  });

  it('stays readable with an endless, empty or missing text', () => {
    const length = (text: unknown): number =>
      (displayText(row({ query_string: text }).description) ?? '').length;
    assert.ok(length('x'.repeat(100_000)) < 300);
    assert.equal(length(null), 'kim · 0 ms · adhoc'.length);
    assert.equal(length(' \n '), length(null));
  });
});

describe('The running queries of a platform', () => {
  let asked: string[];
  let response: () => Promise<readonly Record<string, unknown>[]>;
  let now: number;
  const client = {
    send: ({ query }: { readonly query: { readonly q: string } }) => {
      asked.push(query.q);
      return response();
    },
  } as unknown as PlatformClient;
  const { signal } = new AbortController();
  const open = () => new RunningQueries(client, () => now);

  beforeEach(() => {
    [asked, now] = [[], 0];
    response = () => Promise.resolve([running]);
  });

  it('are those that have not finished, the longest first, without those of this client', async () => {
    response = () =>
      Promise.resolve([
        { ...running, id: 1, elapsed: 5 },
        { ...running, id: 2, is_finished: true },
        { ...running, id: 3, elapsed: 50 },
        { ...running, id: 4, query_string: ownQuery('system queries') },
      ]);
    const { rows, total } = await open().read(signal);
    assert.deepEqual([rows.map(({ id }) => id), total], [['3', '1'], 2]);
  });

  it('are read without the account on a platform that does not know it, which is asked only once', async () => {
    response = () =>
      asked.at(-1)?.includes('whoami')
        ? Promise.reject(new RejectedError(400, 'invalid-query', '(90900) unsupported-function'))
        : Promise.resolve([{ ...running, me: undefined }]);
    const queries = open();
    assert.equal((await queries.read(signal)).rows.length, 1);
    await queries.read(signal);
    const withAccount = asked.map((text) => text.includes('whoami'));
    assert.deepEqual(withAccount, [true, false, false]);
  });

  it('are counted, and their number is unknown when the platform rejects the list', async () => {
    response = () =>
      Promise.resolve([running, { ...running, id: 8 }, { ...running, id: 9, is_finished: true }]);
    assert.equal(await open().count(signal), 2);
    response = () => Promise.resolve([]);
    assert.equal(await open().count(signal), 0);
    response = () => Promise.reject(new RejectedError(400, 'invalid-query', '(90900) unsupported-command'));
    assert.equal(await open().count(signal), undefined);
    const stopped = new AbortController();
    response = () => Promise.reject(new Error('stopped'));
    stopped.abort();
    await assert.rejects(open().count(stopped.signal), /stopped/);
  });

  it('are read every three seconds, each minute for their number only, and at once after a change', async () => {
    const queries = open();
    const received: unknown[] = [];
    const poll = async (isCollapsed = false) =>
      queries.poll((page) => received.push(page), signal, isCollapsed);
    assert.equal(await poll(), 'continue');
    now = 2_900;
    assert.equal(await poll(), 'rest');
    now = 3_000;
    assert.equal(await poll(), 'continue');
    assert.deepEqual([received.length, asked.length], [2, 2]);
    now = 62_900;
    assert.equal(await poll(true), 'rest');
    now = 63_000;
    assert.equal(await poll(true), 'continue');
    queries.expire();
    assert.equal(await poll(true), 'continue');
  });
});
