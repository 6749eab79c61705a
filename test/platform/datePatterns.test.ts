import assert from 'node:assert/strict';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';

/** A Thursday. The values are those of Java's SimpleDateFormat in a locale whose weeks begin on Sunday. */
const timestamp = 'date("2024-02-29 13:45:56.789", "yyyy-MM-dd HH:mm:ss.SSS")';
const midnight = 'date("2024-12-30 00:00:07.005", "yyyy-MM-dd HH:mm:ss.SSS")';

const written: readonly (readonly [pattern: string, ofTimestamp: string, ofMidnight: string])[] = [
  ['k kk K KK', '13 13 1 01', '24 24 0 00'],
  ['h hh a', '1 01 PM', '12 12 AM'],
  ['G', 'AD', 'AD'],
  ['F W', '5 5', '5 5'],
  ['w ww YYYY YY', '9 09 2024 24', '1 01 2025 25'],
  ['D DD DDD', '60 60 060', '365 365 365'],
  ['u E EEE EEEE', '4 Thu Thu Thursday', '1 Mon Mon Monday'],
  ['S SS SSS SSSS', '789 789 789 0789', '5 05 005 0005'],
  ['y yy yyyy yyyyy', '2024 24 2024 02024', '2024 24 2024 02024'],
  ['M MM MMM MMMM', '2 02 Feb February', '12 12 Dec December'],
  ['d dd ddd H m s', '29 29 029 13 45 56', '30 30 030 0 0 7'],
  [
    'z zzzz Z X XX XXX',
    'UTC Coordinated Universal Time +0000 Z Z Z',
    'UTC Coordinated Universal Time +0000 Z Z Z',
  ],
];

const read: readonly (readonly [text: string, pattern: string, time: string | null])[] = [
  ['2024-02-29T13:45:56Z', "yyyy-MM-dd'T'HH:mm:ssX", '2024-02-29 13:45:56+0000'],
  ['2024-02-29T13:45:56Z', "yyyy-MM-dd'T'HH:mm:ssXXX", '2024-02-29 13:45:56+0000'],
  ['2024-02-29T13:45:56.120+09:00', "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", '2024-02-29 04:45:56.120+0000'],
  ['2024-02-29T13:45:56-0130', "yyyy-MM-dd'T'HH:mm:ssXX", '2024-02-29 15:15:56+0000'],
  ['2024-02-29 13:45 +0900', 'yyyy-MM-dd HH:mm Z', '2024-02-29 04:45:00+0000'],
  ['2024-02-29 13:45 UTC', 'yyyy-MM-dd HH:mm z', '2024-02-29 13:45:00+0000'],
  ['2024-02-29 13:45 GMT+09:00', 'yyyy-MM-dd HH:mm z', '2024-02-29 04:45:00+0000'],
  ['13:45', 'HH:mm', '1970-01-01 13:45:00+0000'],
  ['Feb 28 13:45:56', 'MMM d HH:mm:ss', '1970-02-28 13:45:56+0000'],
  ['24:05', 'kk:mm', '1970-01-01 00:05:00+0000'],
  ['1:05 PM', 'K:mm a', '1970-01-01 13:05:00+0000'],
  ['12:05 am', 'h:mm a', '1970-01-01 00:05:00+0000'],
  ['12:05 PM', 'h:mm a', '1970-01-01 12:05:00+0000'],
  ['2024 60', 'yyyy D', '2024-02-29 00:00:00+0000'],
  ['AD 2024', 'G yyyy', '2024-01-01 00:00:00+0000'],
  ['2024 9 5', 'YYYY w u', '2024-03-01 00:00:00+0000'],
  ['2025-W01', "YYYY-'W'ww", '2024-12-29 00:00:00+0000'],
  ['2024-02 5 Thu', 'yyyy-MM W EEE', '2024-02-29 00:00:00+0000'],
  ['2024-02 5 Thursday', 'yyyy-MM F EEEE', '2024-02-29 00:00:00+0000'],
  ['12:00:00.5', 'HH:mm:ss.S', '1970-01-01 12:00:00.005+0000'],
  ['29 February 24', 'd MMMM yy', '2024-02-29 00:00:00+0000'],
  ['99-1-2', 'yy-M-d', '1999-01-02 00:00:00+0000'],
  ['20240229134556', 'yyyyMMddHHmmss', '2024-02-29 13:45:56+0000'],
  ['Thu, 29 Feb 2024 13:45:56 +0000', 'EEE, d MMM yyyy HH:mm:ss Z', '2024-02-29 13:45:56+0000'],
  ['2024-13-01', 'yyyy-MM-dd', '2025-01-01 00:00:00+0000'],
  ['2023-2-29', 'yyyy-M-d', '2023-03-01 00:00:00+0000'],
  ['2024-02-29 later', 'yyyy-MM-dd', '2024-02-29 00:00:00+0000'],
  ['on 2024-02-29', 'yyyy-MM-dd', null],
  ['25:00', 'HH:mm', '1970-01-02 01:00:00+0000'],
];

describe('date patterns', () => {
  it('write and read times as SimpleDateFormat does', async () => {
    await using app = await startApp();
    const values = async (expressions: readonly string[]): Promise<unknown> => {
      const assigned = expressions.map((expression, index) => `x${index} = ${expression}`);
      const [row] = await queryClient(app).rows(`json "{'a':1}" | eval ${assigned.join(', ')} | fields - a`);
      return Object.values(row ?? {});
    };
    for (const [time, position] of [
      [timestamp, 1],
      [midnight, 2],
    ] as const) {
      assert.deepEqual(
        await values(written.map(([pattern]) => `string(${time}, "${pattern}")`)),
        written.map((line) => line[position]),
      );
    }
    assert.deepEqual(
      await values(read.map(([text, pattern]) => `date("${text}", "${pattern}")`)),
      read.map(([, , time]) => time),
    );
  });

  for (const [zone, short, long] of [
    ['Asia/Seoul', 'KST', 'Korean Standard Time'],
    ['Europe/Berlin', 'CET', 'Central European Standard Time'],
    ['America/New_York', 'EST', 'Eastern Standard Time'],
  ] as const) {
    it(`name the time zone ${zone} as SimpleDateFormat does`, async () => {
      await using app = await startApp({ timeZone: zone });
      const query = `json "{}" | eval t = date("2024-01-31 10:00", "yyyy-MM-dd HH:mm"), x = string(t, "z"), y = string(t, "zzzz"), same = date(concat("2024-01-31 10:00 ", x), "yyyy-MM-dd HH:mm z") == t | fields x, y, same`;
      assert.deepEqual(await queryClient(app).rows(query), [{ x: short, y: long, same: true }]);
    });
  }
});
