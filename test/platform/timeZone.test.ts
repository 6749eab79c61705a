import assert from 'node:assert/strict';
import { call } from '../support/call';
import { startPlatformInProcess } from '../support/platformInProcess';
import { queryClient } from '../support/queryClient';
import type { Row } from '../support/queryClient';
import { suiteApp } from '../support/startApp';
import { addRows, addTable, runMaintenance } from '../support/tables';

/** A row for every hour of two weekends: on 29 March Berlin has 23 hours, on 25 October 25. */
const hours = ['2026-03-28', '2026-10-24']
  .map((day) => `SELECT TIMESTAMP '${day}' + to_hours(i) AS _time, i AS n FROM range(72) r(i)`)
  .join(' UNION ALL ');

describe('a platform in Berlin', () => {
  const app = suiteApp({ timeZone: 'Europe/Berlin' });
  const rows = (query: string): Promise<Row[]> => queryClient(app).rows(query);
  before(async () => {
    await addTable(app, 'logs');
    await addRows(app, 'logs', hours);
  });

  it('counts the hours of its own days', async () => {
    const charted = await rows('table logs | timechart span=1d count');
    assert.deepEqual(
      charted.map(({ _time, count }) => [_time, count]),
      [
        ['2026-03-28 00:00:00+0100', 23],
        ['2026-03-29 00:00:00+0100', 23],
        ['2026-03-30 00:00:00+0200', 24],
        ['2026-03-31 00:00:00+0200', 2],
        ['2026-10-24 00:00:00+0200', 22],
        ['2026-10-25 00:00:00+0200', 25],
        ['2026-10-26 00:00:00+0100', 24],
        ['2026-10-27 00:00:00+0100', 1],
      ],
    );
  });

  it('distinguishes the hour that occurs twice, and omits none', async () => {
    const charted = await rows('table from=20261025 to=20261026 logs | timechart span=1h count');
    assert.equal(charted.length, 25);
    assert.deepEqual(
      charted.slice(1, 5).map(({ _time, count }) => [_time, count]),
      [
        ['2026-10-25 01:00:00+0200', 1],
        ['2026-10-25 02:00:00+0200', 1],
        ['2026-10-25 02:00:00+0100', 1],
        ['2026-10-25 03:00:00+0100', 1],
      ],
    );
    const long = await rows('table from=20261025 to=20261026 logs | timechart span=6h count');
    assert.deepEqual(
      long.map(({ count }) => count),
      [7, 6, 6, 6],
    );
  });

  it('reads the dates of options in its own time', async () => {
    assert.deepEqual(await rows('table from=20260329 to=20260330 logs | stats count, min(_time) as first'), [
      { count: 23, first: '2026-03-29 00:00:00+0100' },
    ]);
  });

  for (const [expression, expected] of [
    ['date("2026-03-29 12:00", "yyyy-MM-dd HH:mm")', '2026-03-29 12:00:00+0200'],
    ['date("2026-03-29 12:00+0000", "yyyy-MM-dd HH:mmZ")', '2026-03-29 14:00:00+0200'],
    ['string(epoch(1774746000), "yyyy-MM-dd HH:mm Z")', '2026-03-29 03:00 +0200'],
    ['string(epoch(1774746000), "HH X XX XXX z")', '03 +02 +0200 +02:00 CEST'],
    ['datepart(epoch(1774746000), "hour")', 3],
    ['dateadd(date("2026-03-28 12:00", "yyyy-MM-dd HH:mm"), "day", 1)', '2026-03-29 12:00:00+0200'],
    ['dateadd(date("2026-03-28 12:00", "yyyy-MM-dd HH:mm"), "hour", 24)', '2026-03-29 13:00:00+0200'],
    ['datetrunc(epoch(1774746000), "1d")', '2026-03-29 00:00:00+0100'],
    ['datediff(date("20260329", "yyyyMMdd"), date("20260330", "yyyyMMdd"), "day")', 1],
    ['datediff(date("20260329", "yyyyMMdd"), date("20260330", "yyyyMMdd"), "hour")', 23],
  ] as const) {
    it(`computes in its own time: ${expression}`, async () => {
      assert.deepEqual(await rows(`json "{}" | eval x = ${expression} | fields x`), [{ x: expected }]);
    });
  }

  it('keeps the timestamp of a parameter', async () => {
    const query = `set t = epoch(1774746000) | json "{}" | eval same = $("t") == epoch(1774746000) | fields same`;
    assert.deepEqual(await rows(query), [{ same: true }]);
  });

  it('drops expired days by its own calendar', async () => {
    await addTable(app, 'kept', { retention: 1 });
    await addRows(app, 'kept', `SELECT TIMESTAMP '2026-03-28' + to_hours(i) AS _time FROM range(72) r(i)`);
    // The 30th has begun in Berlin, so the 29th is the day that is kept.
    await runMaintenance(app, 'kept', new Date('2026-03-29T22:30:00Z'), 'Europe/Berlin');
    assert.deepEqual(await rows('table kept | stats min(_time) as first'), [
      { first: '2026-03-29 00:00:00+0100' },
    ]);
  });
});

describe('--time-zone', () => {
  it('sets the time zone in which queries print times', async () => {
    await using platform = await startPlatformInProcess({ timeZone: 'Asia/Seoul' });
    const query = new URLSearchParams({ q: 'json "{}" | eval t = epoch(0)' }).toString();
    const { body } = await call(platform.baseUrl, `GET /api/core/query?${query}`, { key: platform.key });
    assert.deepEqual(body, { t: '1970-01-01 09:00:00+0900' });
  });
});
