import assert from 'node:assert/strict';
import { longestPause } from '../../../src/code/longestPause';

describe('A cron schedule', () => {
  const hour = 3600;
  const pauses: readonly (readonly [cron: string, seconds: number | undefined])[] = [
    ['*/5 * * * *', 300],
    ['0 * * * *', hour],
    ['0 */7 * * *', 7 * hour],
    ['0 6 * * *', 24 * hour],
    ['*/10 9-17 * * 1-5', 63 * hour + 600],
    ['0 0 1 * *', 31 * 24 * hour],
    ['0 6 1 1 *', 365 * 24 * hour],
    // The second run is at the end of the watched days.
    ['59 59 23 29 3,4,7 *', 91 * 24 * hour],
    ['*/30 * * * * *', 30],
    ['  0  *  * * *  ', hour],
    ['0 0 31 2 *', undefined],
    ['nonsense', undefined],
  ];
  for (const [cron, seconds] of pauses) {
    it(`tells the longest time between two of its runs: ${cron}`, () => {
      assert.equal(longestPause(cron), seconds);
    });
  }

  it('tells it without the hour that a time zone leaves out in spring', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'America/New_York';
    try {
      assert.equal(longestPause('0 0 1 * *'), 31 * 24 * hour);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
});
