import assert from 'node:assert/strict';
import { refined as refinedIn, timeOf } from '../../../../src/core/results/refinements';
import type { OffsetAt } from '../../../../src/core/results/refinements';
import { highlightsOf, isRawLogs } from '../../../../src/core/results/rowShape';
import type { Refinement } from '../../../../src/core/pages/queryResults';
import { suiteApp } from '../../../support/startApp';

const source = `json "[{'a':'x','n':1},{'a':'x*y','n':-2},{'a':'xzy','n':3},{'n':4},{'a':'q \\"r','b c':true}]"`;

const columns = [{ name: 'n', type: 'number' }] as const;

const refined = (text: string, refinement: Refinement, offsetAt: OffsetAt): string | undefined =>
  refinedIn(text, refinement, offsetAt, columns);

const inUtc = (): number => 0;
const inSeoul = (): number => 540;

describe('A refined query', () => {
  const app = suiteApp();

  type Rows = readonly Record<string, unknown>[];

  const rows = (refinement: Refinement, text = source): Promise<Rows> =>
    resultOf(refined(text, refinement, inUtc) ?? '');

  async function resultOf(q: string): Promise<Rows> {
    const query = new URLSearchParams({ q, format: 'json-single' }).toString();
    const { status, body } = await app.call('master', `GET /api/core/query?${query}`);
    assert.equal(status, 200, `${q}: ${JSON.stringify(body)}`);
    return (body as { rows: Rows }).rows;
  }

  const run = true;

  for (const value of ['x', 'x*y', 'q "r', null]) {
    it(`keeps and excludes exactly the row with ${JSON.stringify(value)}`, async () => {
      const [only, ...none] = await rows({ action: 'keepOnly', column: 'a', value, run });
      assert.deepEqual([only?.['a'], none], [value, []]);
      const others = await rows({ action: 'exclude', column: 'a', value, run });
      assert.equal(others.length, 4);
    });
  }

  it('accepts numbers, booleans and names with blanks', async () => {
    assert.equal((await rows({ action: 'keepOnly', column: 'n', value: -2, run })).length, 1);
    assert.equal((await rows({ action: 'keepOnly', column: 'b c', value: true, run })).length, 1);
  });

  it('compares a decimal that JavaScript writes with an exponent', async () => {
    const decimals = `json "[{'n':0.0000001},{'n':-0.00000025},{'n':7}]"`;
    for (const value of [1e-7, -2.5e-7]) {
      const [only, ...none] = await rows({ action: 'keepOnly', column: 'n', value, run }, decimals);
      assert.deepEqual([only?.['n'], none], [value, []]);
    }
  });

  it('compares a 64-bit integer as a number, and the same digits of a text as text', async () => {
    const value = '1152921504606846977';
    const digits = `json "[{'n':${value},'a':'${value}'},{'n':1152921504606846976,'a':'1'}]"`;
    for (const [column, condition] of [
      ['n', `n == ${value}`],
      ['a', `a == "${value}"`],
    ] as const) {
      const keepOnly = { action: 'keepOnly', column, value, run } as const;
      assert.equal(refined(digits, keepOnly, inUtc), `${digits} | search ${condition}`);
      assert.equal((await rows(keepOnly, digits)).length, 1);
    }
  });

  it('compares a time to the millisecond', async () => {
    const timed = 'json "[{},{}]" | eval t = date("2026-11-15 09:00:00.123+0900","yyyy-MM-dd HH:mm:ss.SSSZ")';
    const value = '2026-11-15 09:00:00.123+0900';
    assert.equal((await rows({ action: 'keepOnly', column: 't', value, run }, timed)).length, 2);
  });

  it('finds a row by its time when the platform stores more digits than the result shows', async () => {
    const lines = ['09:00:00.999600', '09:00:01', '09:00:02'].map(
      (clock) => `{'time':'2026-11-15T${clock}Z'}`,
    );
    await app.call('master', 'POST /api/core/tables', { form: { table: 'timestamps' } });
    await resultOf(`json "[${lines.join(',')}]" | import timestamps`);

    const shown = '2026-11-15 09:00:00.999+0000';
    const refine = { column: '_time', value: shown, run } as const;
    const [only, ...none] = await rows({ action: 'keepOnly', ...refine }, 'table timestamps');
    assert.deepEqual([only?.['_time'], none], [shown, []]);
    assert.equal((await rows({ action: 'exclude', ...refine }, 'table timestamps')).length, 2);
  });

  it('adds no condition for a value that has none', () => {
    for (const value of [[1], { a: 1 }, 2 ** 60]) {
      assert.equal(refined(source, { action: 'keepOnly', column: 'a', value, run }, inUtc), undefined);
    }
  });

  it('groups and sorts by any field', async () => {
    const [first] = await rows({ action: 'groupBy', column: 'b c', run });
    assert.deepEqual(first, { 'b c': null, count: 4 });
    const sorted = await rows({ action: 'sort', column: 'n', descending: true, run });
    assert.equal(sorted[0]?.['n'], 4);
    const [last] = await rows(
      { action: 'sort', column: 'by', descending: true, run },
      `json "[{},{'by':1}]"`,
    );
    assert.deepEqual(last, { by: 1 });
  });

  it('puts the command on a line of its own when the query has several lines', () => {
    const groupBy: Refinement = { action: 'groupBy', column: 'a', run };
    assert.equal(
      refined('table t\n| limit 1\n', groupBy, inUtc),
      'table t\n| limit 1\n| stats count by a | sort -count\n',
    );
  });

  it('narrows the time of its source in the zone of the platform', () => {
    const from = Date.UTC(2026, 10, 15, 0, 0, 0, 400);
    const narrow: Refinement = { action: 'narrowTime', from, to: from + 60_000, run };
    const narrowed = 'from=20261115090000 to=20261115090101';
    assert.equal(
      refined('table duration=1d web | limit 5', narrow, inSeoul),
      `table ${narrowed} web | limit 5`,
    );
    assert.equal(
      refined('set x = 1 | fulltext from=2026 to=2027 limit=3 "a" from web', narrow, inSeoul),
      `set x = 1 | fulltext ${narrowed} limit=3 "a" from web`,
    );
    const autumn = Date.UTC(2026, 9, 25, 1);
    const inBerlin = (epoch: number): number => (epoch < autumn ? 120 : 60);
    const across: Refinement = { ...narrow, from: autumn - 3_600_000, to: autumn + 3_600_000 };
    assert.equal(refined('table web', across, inBerlin), 'table from=20261025020000 to=20261025030000 web');
    // 2:30 occurs twice, and the platform reads the first: an end at the second cuts nothing off.
    const twice: Refinement = { ...narrow, from: autumn - 1_800_000, to: autumn + 1_800_000 };
    assert.equal(refined('table web', twice, inBerlin), 'table from=20261025023000 to=20261025033000 web');
    assert.match(refined('json "{}"', narrow, inSeoul) ?? '', /\| search _time >= date\("20261115090000"/);
  });

  it('has the selected time instead of its own, and is otherwise unchanged', () => {
    const from = Date.UTC(2026, 10, 15);
    const times = [
      [{ duration: '15m', from: null, to: null }, ' duration=15m', ['15m', null, null]],
      [{ duration: null, from, to: null }, ' from=20261115090000', [null, '20261115090000', null]],
      [
        { duration: null, from, to: from + 1 },
        ' from=20261115090000 to=20261115090001',
        [null, '20261115090000', '20261115090001'],
      ],
      [{ duration: null, from: null, to: null }, '', [null, null, null]],
    ] as const;
    assert.equal(
      refined('fulltext ("a" or "b")\r\nfrom web', { action: 'setTime', ...times[0][0], run }, inSeoul),
      'fulltext duration=15m ("a" or "b")\r\nfrom web',
    );
    assert.deepEqual(timeOf('fulltext duration=15m ("a" or "b") from web')?.duration, '15m');
    const options = ['', 'duration=1d ', 'from=20261101 ', 'from=$("a") to=20261102 ', 'to="20261103" '];
    for (const [time, written, read] of times) {
      for (const option of options) {
        const text = (time: string): string =>
          `set a = 1\n| table${time} limit=3 web\n| search b == "from=1"`;
        const next = refined(text(` ${option}`.trimEnd()), { action: 'setTime', ...time, run }, inSeoul);
        assert.equal(next, text(written), option);
        const { duration, from: begin, to: end } = timeOf(next)!;
        assert.deepEqual([duration, begin, end], read);
      }
    }
    assert.deepEqual(timeOf('table from=$("a") to="20261103" web'), {
      ...{ duration: null, from: '$("a")', to: '"20261103"' },
    });
    assert.equal(timeOf('json "{}" | union [ table duration=1d web ]'), null);
    const limiting = [
      ...['search _time >= ago("1h")', 'search a == 1 and now() > _time', 'search epoch(_time) > 3'],
      ...['search a == 1 | search _time == date("2026")'],
    ];
    for (const commands of limiting) assert.equal(timeOf(`table web | ${commands}`)?.limited, true, commands);
    const others = [
      ...['search a == "_time >= 1"', 'search _time_of_event >= 1', 'search _time > now() or a == 1'],
      ...['stats max(x) as _time | search _time > 3', 'rename at as _time | search _time > now()'],
    ];
    for (const commands of others)
      assert.equal(timeOf(`table web | ${commands}`)?.limited, undefined, commands);
    const long = Array.from({ length: 20_000 }, () => 'a == 1').join(' and ');
    assert.equal(timeOf(`table web | search ${long}`)?.limited, undefined);
    const all: Refinement = { action: 'setTime', duration: null, from: null, to: null, run };
    assert.equal(refined('json "{}"', all, inSeoul), undefined);
  });
});

describe('The rows of a query', () => {
  it('highlight the words that the query searches for, and not those that it excludes', () => {
    const text =
      'fulltext "denied" and not "ok" from web | search host == "web-*" and tag == "ab" and flag == "x" and user != "root" and not(a == "no")';
    assert.deepEqual(highlightsOf(text), ['denied', 'web-', 'ab']);
  });

  it('are raw logs unless the query orders their columns', () => {
    const columns = ['_table', '_time', '_id', 'line'].map((name) => ({ name, type: 'text' as const }));
    assert.equal(isRawLogs('table web | search a == 1', columns), true);
    assert.equal(isRawLogs('table web | fields _table, _time, _id', columns), false);
    assert.equal(isRawLogs('table web', columns.slice(1)), false);
  });
});
