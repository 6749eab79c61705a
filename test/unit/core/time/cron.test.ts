import assert from 'node:assert/strict';
import { cronProblem, isCronSchedule } from '../../../../src/core/time/cron';

describe('A cron expression', () => {
  it('has five fields, or six with seconds, each in its range', () => {
    for (const text of ['* * * * *', ' 0 9  * * MON ', '*/10 0 12 1 1 *', '59 23 31 12 7'])
      assert.equal(isCronSchedule(text), true, text);
    for (const text of ['', '* * * *', '0 0 0 * * * 2026', '60 * * * *', '2026-01-01T00:00:00', 'a b c d e'])
      assert.equal(isCronSchedule(text), false, text);
  });

  it('is rejected with its first invalid field, or with the number of its fields', () => {
    for (const [text, field, name] of [
      ['0 24 * * FOO', '24', 'hour'],
      ['61 * * * *', '61', 'minute'],
      ['0  24 * * *', '24', 'hour'],
      ['0 0 0 1 1 8', '8', 'day of week'],
      [' 60 0 0 1 1 1 ', '60', 'second'],
      ['0 0 32 1 1', '32', 'day of month'],
      ['0 0 1 13 1', '13', 'month'],
    ] as const)
      assert.equal(cronProblem(text), `“${field}” is not valid in the field “${name}” of a cron expression.`);
    for (const text of ['', '0 24 * *', '0 0 12 * * MON 2026'])
      assert.match(cronProblem(text), /^A cron expression has five fields/, text);
  });
});
