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

  it('fails with more than 500 columns, as pivot does', async () => {
    const pivot = (condition: string): string =>
      `table logs | ${condition} | pivot count rows _table cols series`;
    const [row] = await queryClient(app).rows(pivot('search series < 500'));
    assert.equal(Object.keys(row ?? {}).length, 501);
    assert.equal(await queryClient(app).rejection(pivot('search series < 501')), '(90200) unexpected-term');
  });

  it('is rejected with a second field after by', async () => {
    assert.equal(
      await queryClient(app).rejection(`json "{}" | timechart span=1h count by a, b`),
      '(90200) unexpected-term',
    );
  });
});
