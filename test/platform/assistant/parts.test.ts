import assert from 'node:assert/strict';
import { hideRevealed, revealedConditions } from '../../../src/assistant/revealedQuery';
import { maskedColumns } from '../../../src/results/maskedColumns';
import { summarizeRows } from '../../../src/assistant/tools/runQuery';
import { listQueries } from '../../../src/assistant/tools/scheduledQueries';
import { parseQuery } from '../../../src/language/parseQuery';
import { Masker } from '../../../src/shared/privacy/masker';
import { HttpServer } from '../../support/httpServer';

const never = new AbortController().signal;

describe('Sensitive columns', () => {
  const kinds = (text: string): Readonly<Record<string, string>> =>
    Object.fromEntries(maskedColumns(parseQuery(text).query, []).columns);

  it('are those computed from sensitive values, but not counts of them', () => {
    assert.deepEqual(kinds('table t | eval a = if(user, 1, 2), b = len(user), c = upper(user)'), {
      c: 'user',
    });
    assert.deepEqual(kinds('table t | prev user | lookup l k output user as owner'), {
      prev_user: 'user',
      owner: 'user',
    });
    assert.deepEqual(kinds('table t | tojson | tojson output=j user'), { _json: 'value', j: 'user' });
  });

  it('are recognized through parameters of set and setq', () => {
    assert.deepEqual(kinds('set p = whoami() | table t | eval a = $("p"), b = $("user")'), {
      a: 'user',
      b: 'user',
    });
  });

  it('are all columns after a parsed text, and those of a pivot by their names', () => {
    const flow = (text: string): ReturnType<typeof maskedColumns> =>
      maskedColumns(parseQuery(text).query, ['line']);

    assert.notEqual(flow('table t | parsejson').anywhere, undefined);
    assert.equal(flow('table t | anomalies user').anywhere, 'user');
    const pivot = flow('table t | pivot count rows host cols user');
    assert.deepEqual([pivot.names, pivot.namedColumns.has('host')], ['user', true]);
  });
});

describe('A short text for an assistant', () => {
  it('summarizes each column: number of values, frequent values, minimum and maximum', () => {
    const masked = maskedColumns(parseQuery('table a').query, []);
    const rows = [
      { n: 3, user: 'kim' },
      { n: 1, user: 'lee' },
      { n: 2, user: 'lee' },
      { n: null, user: '' },
    ];
    assert.deepEqual(summarizeRows(rows, ['n', 'user'], new Masker(), masked), [
      {
        column: 'n',
        filled: 3,
        distinct: 3,
        minimum: 1,
        maximum: 3,
        top: [
          ['3', 1],
          ['1', 1],
          ['2', 1],
        ],
      },
      {
        column: 'user',
        filled: 3,
        distinct: 2,
        top: [
          ['user2-masked', 2],
          ['user1-masked', 1],
        ],
      },
    ]);
  });
});

describe('Names that stand for values', () => {
  function masker(...values: readonly string[]): Masker {
    const made = new Masker();
    for (const value of values) made.name('user', value);
    return made;
  }

  it('are replaced in the strings of conditions, and rejected elsewhere', () => {
    const known = masker('kim');
    for (const [query, expected] of [
      ['table a | search user == "user1-masked"', 'table a | search user == "kim"'],
      ['fulltext not "user1-masked" from a', 'fulltext not "kim" from a'],
      [
        'fulltext "user1-masked" and "b" or ("c" and "user1-masked") from a',
        'fulltext "kim" and "b" or ("c" and "kim") from a',
      ],
    ] as const)
      assert.equal(revealedConditions(query, known), expected);
    for (const query of [
      'table a | eval u = "user1-masked"',
      'table user1-masked',
      'table a | search user1-masked == 1',
      'table a | search b == 1 or user1-masked == 1 or c == 1',
      'table a | search b == "user1-masked" | eval u = "user1-masked"',
      'table a | eval u = "user1-masked" | search b == "c"',
      'table a | search user1-masked == "c"',
      'table a | search "c" == user1-masked',
      'table a | search b == "user1-masked',
    ])
      assert.throws(
        () => revealedConditions(query, known),
        /^ToolRejection: user1-masked can be used only in/,
      );
  });

  it('replace their values in an error message, the longest value first', () => {
    const known = masker('kim', 'kim.lee', 'ab');
    const input = { query: 'user1-masked user2-masked user3-masked' };
    assert.equal(hideRevealed('kim.lee, kim and ab', input, known), 'user2-masked, user1-masked and ab');
  });
});

describe('Scheduled queries for an assistant', () => {
  const recordOf = (index: number): object =>
    index === 1
      ? { guid: index }
      : { guid: `g${index}`, name: `n${index}`, query: 'table a', trigger_type: 'cron' };

  async function listed(total: number, range: object, maxBytes?: number): Promise<[string[], number]> {
    await using server = await HttpServer.start(({ url }, response) => {
      const { searchParams } = new URL(url, 'http://service');
      const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
      const count = Math.max(0, Math.min(limit, total - offset));
      const scheduled_queries = Array.from({ length: count }, (_, index) => recordOf(offset + index));
      response.end(JSON.stringify({ total_count: total, scheduled_queries }));
    });
    await using client = server.client(maxBytes === undefined ? {} : { maxBytes });
    const { items } = await listQueries(client, range, never);
    return [items.map(({ name }) => name), server.seen.length];
  }

  it('are read in pages, without malformed ones, and no more than requested', async () => {
    assert.deepEqual(await listed(4, {}), [['n0', 'n2', 'n3'], 1]);
    assert.deepEqual(await listed(1200, { offset: 2, limit: 3 }), [['n2', 'n3', 'n4'], 1]);
    const [names, requests] = await listed(1200, {});
    assert.deepEqual([names.length, requests], [1199, 3]);
  });

  it('are read in smaller pages when a page is too large', async () => {
    const [names] = await listed(20, {}, 1000);
    assert.equal(names.length, 19);
    await assert.rejects(listed(20, {}, 60), /larger than/);
  });
});
