import assert from 'node:assert/strict';
import { Database } from '../../src/platform/store/database';
import { eventTimeExpression } from '../../src/platform/store/eventTime';
import { partitionUnit } from '../../src/platform/store/segmentWriter';

const arrival = new Date('2026-01-02T03:04:05.678Z');
const given = '2026-05-06T07:08:09.000Z';
const arrived = arrival.toISOString();
/** 1e11 milliseconds, 1e14 microseconds and 1e17 nanoseconds since 1970. */
const year1973 = '1973-03-03T09:46:40.000Z';

describe('the time of a row', () => {
  let database: Database;
  before(async () => {
    database = await Database.open(undefined);
  });
  after(() => database[Symbol.asyncDispose]());

  async function timesOf(engineType: string, values: readonly string[]): Promise<unknown[]> {
    const expression = eventTimeExpression({ name: 'the "t"', engineType }, arrival);
    const rows = values.map((value, place) => `(${place}, ${value}::${engineType})`).join(', ');
    const read = await database.read(
      `SELECT ${expression} AS moment FROM (VALUES ${rows}) given(place, "the ""t""") ORDER BY place`,
    );
    return read.map(({ moment }) => (moment instanceof Date ? moment.toISOString() : moment));
  }

  for (const [engineType, expected] of [
    [
      'VARCHAR',
      {
        "'2026-05-06T07:08:09Z'": given,
        "'2026-05-06 16:08:09+09:00'": given,
        "'2026-05-06 16:08:09+0900'": given,
        "'06/May/2026:16:08:09 +0900'": given,
        "'2026-05-06 07:08:09,123'": given.replace('000Z', '123Z'),
        "'20260506070809'": given,
        "'20260506'": '2026-05-06T00:00:00.000Z',
        "'1778051289'": given,
        "'1778051289.5'": given.replace('000Z', '500Z'),
        "'soon'": arrived,
        "''": arrived,
        NULL: arrived,
        "'nan'": arrived,
        "'Infinity'": arrived,
        "'1969-12-31T23:59:59Z'": arrived,
        "'1970-01-01T00:00:00Z'": '1970-01-01T00:00:00.000Z',
        "'2199-12-31T00:00:00Z'": '2199-12-31T00:00:00.000Z',
        "'2199-12-31T00:00:01Z'": arrived,
      },
    ],
    [
      'BIGINT',
      {
        '-1': arrived,
        '0': '1970-01-01T00:00:00.000Z',
        '1778051289': given,
        '99999999999': arrived,
        '100000000000': year1973,
        '99999999999999': arrived,
        '100000000000000': year1973,
        '99999999999999990': arrived,
        '100000000000000000': year1973,
      },
    ],
    ['DOUBLE', { '1778051289.5': given.replace('000Z', '500Z'), "'nan'": arrived, '1e19': arrived }],
    ['TIMESTAMP', { "'2026-05-06 07:08:09'": given, NULL: arrived }],
    ['DATE', { "'2026-05-06'": '2026-05-06T00:00:00.000Z' }],
    ['BOOLEAN', { true: arrived }],
  ] as const) {
    it(`comes from a column of the type ${engineType}, or is that of its arrival`, async () => {
      assert.deepEqual(await timesOf(engineType, Object.keys(expected)), Object.values(expected));
    });
  }

  it('decides whether files have a day, a month or a year, at most 400 at a time', async () => {
    using connection = await database.connect();
    const unit = (moment: string, count: number): Promise<string> =>
      partitionUnit(
        connection,
        `SELECT TIMESTAMP '1980-01-01' + ${moment} AS _time FROM range(${count}) r(i)`,
      );
    const [daily, twoDaily] = ['to_days(i::INTEGER)', 'to_days(2 * i::INTEGER)'];
    assert.deepEqual([await unit(daily, 0), await unit(daily, 400)], ['day', 'day']);
    assert.deepEqual([await unit(twoDaily, 400), await unit(twoDaily, 401)], ['day', 'month']);
    const twiceAMonth = 'to_months((i // 2)::INTEGER) + to_days((i % 2)::INTEGER)';
    assert.deepEqual([await unit(twiceAMonth, 800), await unit(twiceAMonth, 802)], ['month', 'year']);
  });
});
