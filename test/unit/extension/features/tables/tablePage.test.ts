import assert from 'node:assert/strict';
import { sampleOf } from '../../../../../src/core/results/sampleRows';
import { TableUsers } from '../../../../../src/extension/features/tables/tableUsers';
import { queryTime } from '../../../../../src/extension/features/tables/tableDays';
import type { Page } from '../../../../../src/core/interface/listPage';
import type { Rule } from '../../../../../src/core/interface/rule';
import type { ScheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import { QueryRecords } from '../../../../../src/extension/ui/connections/queryRecords';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { listScheduledQueries } from '../../../../../src/core/api/operations/scheduledQueries';
import { clientStub } from '../../../../support/clientStub';
import { each } from '../../../../support/each';

interface RowRange {
  readonly offset?: number;
  readonly limit?: number;
}

describe('The fields of a table', () => {
  const rows = [
    { _time: '2026-11-15 09:00:00+0900', _table: 'web', _id: 1, line: 'a', code: 200, ip: '10.0.0.1' },
    { _time: '2026-11-15 09:00:01+0900', _table: 'web', _id: 2, line: 'b', code: 200, ip: null },
    { _time: '2026-11-15 09:00:02+0900', _table: 'web', _id: 3, line: 'c', code: 404, more: { a: 1 } },
  ];

  it('have a type, a fill count, distinct values and the most frequent ones', () => {
    const { rows: count, fields } = sampleOf(rows);
    assert.equal(count, 3);
    assert.deepEqual(each(fields, 'name', 'type', 'filled', 'distinct'), [
      ['_time', 'time', 3, 3],
      ['code', 'number', 3, 2],
      ['ip', 'text', 1, 1],
      ['more', 'json', 1, 1],
      ['line', 'text', 3, 3],
    ]);
    assert.deepEqual(fields[1]?.top, [
      { value: '200', count: 2 },
      { value: '404', count: 1 },
    ]);
  });

  it('have at most ten values each, and the rows show the fullest fields', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ n: index % 20, ...rows[0] }));
    const { fields, columns, first } = sampleOf(many);
    assert.equal(fields.find(({ name }) => name === 'n')?.top.length, 10);
    assert.deepEqual([columns[0], first.length], ['_time', 10]);
    const fullest = sampleOf([{ a: 1 }, { b: 1 }, { b: 2 }]);
    assert.deepEqual(fullest.columns, ['b', 'a']);
    assert.deepEqual(sampleOf([]), { rows: 0, fields: [], columns: [], first: [] });
  });

  it('count only rows that have them, whatever their name', () => {
    const [field] = sampleOf([{ constructor: 2 }, {}, {}]).fields;
    assert.deepEqual([field?.type, field?.filled, field?.distinct], ['number', 1, 1]);
  });

  it('of several kinds of values are text', () => {
    assert.equal(sampleOf([{ a: 1 }, { a: 'x' }]).fields[0]?.type, 'text');
    assert.equal(sampleOf([{ a: true }, { a: null }]).fields[0]?.type, 'boolean');
  });

  it('with parts of a second are times too', () => {
    assert.equal(sampleOf([{ a: '2026-11-15 09:00:00.219+0900' }]).fields[0]?.type, 'time');
  });
});

describe('The logs of a table by day', () => {
  it('convert a time to the zone of the platform', () => {
    const from = Date.UTC(2026, 10, 11, 15);
    assert.equal(queryTime(from, { from }), '20261112000000');
    assert.equal(queryTime(from + 3_600_000, { from: Date.UTC(2026, 10, 11) }), '20261111160000');
    // Five hours behind UTC.
    const newYork = Date.UTC(2026, 10, 11, 5);
    assert.equal(queryTime(newYork, { from: newYork }), '20261111000000');
  });
});

describe('The users of a table', () => {
  const { signal } = new AbortController();
  const requests: { readonly what: string; readonly limit: number | undefined }[] = [];
  const rules: Rule[] = [];
  let queries: readonly ScheduledQuery[];
  let malformed: Page<Rule>['malformed'];
  let users: TableUsers;

  beforeEach(() => {
    requests.length = 0;
    rules.length = 0;
    queries = [];
    malformed = [];
    const page = <Item>(what: string, all: readonly Item[], { offset = 0, limit }: RowRange): Page<Item> => {
      requests.push({ what, limit });
      return { total: all.length, items: all.slice(offset, offset + (limit ?? Infinity)), malformed: [] };
    };
    const client = clientStub({
      'GET scheduled-queries': ({ query = {} }) => page('queries', queries, query),
      'GET batch-rules': () => ({ total: malformed.length, items: [], malformed }),
      'GET stream-rules': ({ query = {} }) => page('stream', rules, query),
    });
    users = new TableUsers(new QueryRecords(async (range) => client.send(listScheduledQueries(range))), () =>
      Promise.resolve(client),
    );
  });

  const query = (text: string, index: number): ScheduledQuery =>
    scheduledQueryRecord({ guid: `g${index}`, name: text, query: text });

  it('name it directly, by a pattern or in a subquery', async () => {
    const using = [
      'table duration=1d web',
      'table w*, other',
      'fulltext "x" from web',
      'table other | join id [ table web ]',
      'json "{}" | import web',
    ];
    const others = ['table webs', 'table other | search web == 1', 'json "{\'web\':1}"'];
    queries = [...using, ...others].map(query);
    assert.deepEqual(
      (await users.of('web', signal)).items.map(({ name, use }) => `${use} ${name}`),
      using.map((text) => `${text.includes('import') ? 'writes' : 'reads'} ${text}`),
    );
  });

  it('are not said to be none when records are not as documented, or too many to be read', async () => {
    malformed = [{ name: 'Broken', guid: 7 }, 'nothing'].map((record) => ({ field: 'guid', record }));
    const [batch] = (await users.of('web', signal)).gaps;
    assert.match(batch ?? '', /^Not all batch rules could be checked\. .*“Broken”, “Unnamed record”/);

    malformed = [];
    users.expire();
    queries = Array.from({ length: 20_003 }, (_, index) => query('table x', index));
    const { gaps } = await users.of('web', signal);
    assert.equal(gaps.length, 1);
    assert.match(gaps[0] ?? '', /^Not all scheduled queries could be checked\. 3 of 20,?003 /);
  });

  it('include rules, by their query or by the query of one of their commands', async () => {
    const raws = [{ query: 'table web' }, { commands: [{ query: 'table web' }, 7] }, {}];
    rules.push(
      ...raws.map((raw, index) => ({ guid: `rule ${index}`, name: 'Rule', raw }) as unknown as Rule),
    );
    assert.deepEqual(each((await users.of('web', signal)).items, 'kind'), ['streamRule', 'streamRule']);
  });
});
