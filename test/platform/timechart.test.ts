import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

const noon = '2026-01-01 12:00:00+0000';

/** Series 0 to 599 with one row each, and ten more rows for each of the first 500. */
async function addManySeries(app: RunningApp): Promise<void> {
  await addTable(app, 'logs');
  await addRows(
    app,
    'logs',
    `SELECT TIMESTAMP '2026-01-01 12:00:00' AS _time, i % 600 AS series, i % 7 AS n
     FROM (SELECT unnest(range(600)) AS i UNION ALL SELECT 6000 + s * 1 + 0 * t FROM range(500) a(s), range(10) b(t))`,
  );
}

function seriesOf(row: Row | undefined): [string, unknown][] {
  return Object.entries(row ?? {}).filter(([name]) => name !== '_time');
}

describe('timechart', () => {
  const app = suiteApp();
  before(async () => {
    await addManySeries(app);
  });

  it('combines series whose names have the same text', async () => {
    const rows = ["'s':1", "'s':'1'", "'s':null", "'s':'null'", "'t':1", "'s':'a'"].map(
      (field) => `{'_time':'${noon}',${field}}`,
    );
    const chart = await queryClient(app).rows(
      `json "[${rows.join(',')}]" | eval _time = date(_time, "yyyy-MM-dd HH:mm:ssZ") | timechart span=1h count by s`,
    );
    assert.deepEqual(chart, [{ _time: noon, 1: 2, a: 1, null: 3 }]);
  });

  it('adds up the series beyond the largest 500 as "other"', async () => {
    const [counted, ...more] = await queryClient(app).rows(
      'table logs | eval series = concat("s", series) | timechart span=1h count by series',
    );
    assert.deepEqual(more, []);
    const counts = seriesOf(counted);
    assert.equal(counts.length, 501);
    assert.deepEqual(counts.at(-1), ['other', 100]);
    assert.equal(
      counts.reduce((sum, [, count]) => sum + Number(count), 0),
      5600,
    );
  });

  it('keeps the first series by name when several have as many rows, the rest as "other"', async () => {
    const [counted] = await queryClient(app).rows(
      'table logs | stats first(_time) as _time by series | timechart span=1h count by series',
    );
    const names = Array.from({ length: 600 }, (_, index) => String(index)).toSorted();
    const charted = seriesOf(counted).map(([name]) => name);
    assert.deepEqual(charted.toSorted(), [...names.slice(0, 500), 'other'].toSorted());
  });

  it('computes averages of "other" over all its rows', async () => {
    const [charted] = await queryClient(app).rows('table logs | timechart span=1h dc(series) by series');
    const distinct = seriesOf(charted);
    assert.deepEqual([distinct.length, distinct[0], distinct.at(-1)], [501, ['0', 1], ['other', 100]]);
  });

  it('distinguishes a series named like the time column from the time', async () => {
    const chart = await queryClient(app).rows(
      `json "{'s':'_time'}" | eval _time = date("${noon}", "yyyy-MM-dd HH:mm:ssZ") | timechart span=1h count by s`,
    );
    assert.deepEqual(chart, [{ _time: noon, 'count:_time': 1 }]);
  });

  it('leaves out rows without a date, and rows whose time is a number or a text', async () => {
    const rows = `json "[{'_time':1},{'_time':'${noon}'},{'a':1}]" | timechart span=1h count`;
    assert.deepEqual(await queryClient(app).rows(rows), []);
  });

  const counted = (options: string, ...times: readonly string[]): string => {
    const rows = times.map((time) => `{'t':'${time}'}`).join(',');
    return `json "[${rows}]" | eval _time = date(t, "yyyy-MM-dd HH:mm") | timechart ${options} count`;
  };

  for (const [options, times, starts] of [
    ['span=1d offset=6h', ['2026-03-02 05:59', '2026-03-02 06:00'], ['03-01 06', '03-02 06']],
    ['span=1mon offset=6d', ['2026-03-06 23:00', '2026-03-07 00:00'], ['02-07 00', '03-07 00']],
    // 1970-01-01 and 2026-03-01 are 20,513 days apart, three more than a multiple of five.
    ['span=5d', ['2026-02-26 00:00', '2026-03-03 00:00'], ['02-26 00', '03-03 00']],
    ['span=1w', ['2026-03-01 23:00', '2026-03-02 00:00'], ['02-23 00', '03-02 00']],
  ] as const) {
    it(`counts intervals from 1970, weeks from Monday, and from the offset: ${options}`, async () => {
      const charted = await queryClient(app).rows(counted(options, ...times));
      const expected = starts.map((start) => ({ _time: `2026-${start}:00:00+0000`, count: 1 }));
      assert.deepEqual(charted, expected);
    });
  }

  it('names series after the values of all fields, and of several aggregates', async () => {
    const row = `json "{'a':1,'b':'x'}" | eval _time = date("${noon}", "yyyy-MM-dd HH:mm:ssZ")`;
    assert.deepEqual(await queryClient(app).rows(`${row} | timechart span=1h count, sum(a) as s by a, b`), [
      { _time: noon, 'count:1:x': 1, 's:1:x': 1 },
    ]);
  });
});
