import assert from 'node:assert/strict';
import { Database } from '../../src/platform/store/database';
import { eventTimeExpression, withParsedTimes } from '../../src/platform/store/eventTime';
import { partitionUnit } from '../../src/platform/store/segmentWriter';
import type { ColumnType } from '../../src/platform/store/tableScan';

const arrival = new Date('2026-05-07T00:00:00.000Z');
const input = '2026-05-06T07:08:09.000Z';
const arrived = arrival.toISOString();

describe('the time of a row', () => {
  let database: Database;
  before(async () => {
    database = await Database.open(undefined);
  });
  after(() => database[Symbol.asyncDispose]());

  async function timesOf(type: ColumnType, values: readonly string[]): Promise<unknown[]> {
    const times = { column: { name: 'the "t"', type }, arrival, parsed: 'parsed' };
    const rows = values
      .map((value, index) => `(${index}, ${value}::${type === 'NULL' ? 'VARCHAR' : type})`)
      .join(', ');
    const read = await database.read(
      `WITH given(place, "the ""t""") AS (VALUES ${rows})
      SELECT ${eventTimeExpression(times)} AS moment FROM ${withParsedTimes('given', times)} ORDER BY place`,
    );
    return read.map(({ moment: timestamp }) =>
      timestamp instanceof Date ? timestamp.toISOString() : timestamp,
    );
  }

  for (const [type, expected] of [
    [
      'VARCHAR',
      {
        "'2026-05-06T07:08:09Z'": input,
        "'2026-05-06 16:08:09+09:00'": input,
        "'2026-05-06 16:08:09+0900'": input,
        "'06/May/2026:16:08:09 +0900'": input,
        "'2026-05-06 07:08:09,123'": input.replace('000Z', '123Z'),
        "'2026-05-06T07:08:09,123Z'": input.replace('000Z', '123Z'),
        "'2026-05-06T16:08:09,123456+09:00'": input.replace('000Z', '123Z'),
        "'2026-05-06 16:08:09.123+0900'": input.replace('000Z', '123Z'),
        "'2026-05-06 16:08:09,123+0900'": input.replace('000Z', '123Z'),
        "'2026-05-06T160809+0900'": arrived,
        "'2026-05-06T16:08:09+09:00Z'": arrived,
        "'2026-05-06T07:08:09.123456Z'": input.replace('000Z', '123Z'),
        "'2026-05-06Z'": arrived,
        "'epoch'": arrived,
        "'infinity'": arrived,
        "'20260506070809'": input,
        "'20260506'": '2026-05-06T00:00:00.000Z',
        "'1778051289'": input,
        "'1778051289.5'": input.replace('000Z', '500Z'),
        "'soon'": arrived,
        "''": arrived,
        NULL: arrived,
        "'nan'": arrived,
        "'Infinity'": arrived,
        "'1979-12-31T23:59:59Z'": arrived,
        "'1980-01-01T00:00:00Z'": '1980-01-01T00:00:00.000Z',
        "'2026-05-08T00:00:00Z'": '2026-05-08T00:00:00.000Z',
        "'2026-05-08T00:00:01Z'": arrived,
        "'10-11-12'": arrived,
      },
    ],
    [
      'BIGINT',
      {
        '-1': arrived,
        '0': arrived,
        '1': arrived,
        '20260506': '2026-05-06T00:00:00.000Z',
        '20260230': arrived,
        '20260506070809': input,
        '20260506250809': arrived,
        '315532800': '1980-01-01T00:00:00.000Z',
        '1778051289': input,
        '1778051289000': input,
        '1778051289000000': input,
        '1778051289000000000': input,
        '99999999999': arrived,
        '9223372036854775807': arrived,
      },
    ],
    [
      'JSON',
      {
        "'20260506'": '2026-05-06T00:00:00.000Z',
        "'1778051289.5'": input.replace('000Z', '500Z'),
        '\'"2026-05-06T07:08:09Z"\'': input,
        "'[1]'": arrived,
        NULL: arrived,
      },
    ],
    ['DOUBLE', { '1778051289.5': input.replace('000Z', '500Z'), "'nan'": arrived, '1e19': arrived }],
    ['TIMESTAMP', { "'2026-05-06 07:08:09'": input, NULL: arrived }],
    ['BOOLEAN', { true: arrived }],
    ['NULL', { NULL: arrived }],
  ] as const) {
    it(`comes from a column of the type ${type}, or is that of its arrival`, async () => {
      assert.deepEqual(await timesOf(type, Object.keys(expected)), Object.values(expected));
    });
  }

  it('decides whether files have a day, a month or a year, at most 400 at a time', async () => {
    using connection = await database.connect();
    const unit = (timestamp: string, count: number): Promise<string> =>
      partitionUnit(
        connection,
        `SELECT TIMESTAMP '1980-01-01' + ${timestamp} AS _time FROM range(${count}) r(i)`,
      );
    const [daily, twoDaily] = ['to_days(i::INTEGER)', 'to_days(2 * i::INTEGER)'];
    assert.deepEqual([await unit(daily, 0), await unit(daily, 400)], ['day', 'day']);
    assert.deepEqual([await unit(twoDaily, 400), await unit(twoDaily, 401)], ['day', 'month']);
    const twiceAMonth = 'to_months((i // 2)::INTEGER) + to_days((i % 2)::INTEGER)';
    assert.deepEqual([await unit(twiceAMonth, 800), await unit(twiceAMonth, 802)], ['month', 'year']);
  });
});
