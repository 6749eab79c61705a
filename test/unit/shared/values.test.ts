import assert from 'node:assert/strict';
import { cronProblem, isCronSchedule } from '../../../src/shared/cronSchedule';
import { formatBytes } from '../../../src/shared/formatBytes';
import { isDeeperThan } from '../../../src/shared/json';
import { timeFieldOf } from '../../../src/shared/timeField';
import { isFailure, runStateOf } from '../../../src/shared/wire/scheduledQueryFields';

describe('A size in bytes', () => {
  it('is in steps of 1,024, with one digit after the point below 100', () => {
    const sizes = [0, 1023, 1024, 1536, 102_298, 102_400, 102_912, 1024 ** 3 * 1.44, 2n ** 63n];
    assert.deepEqual(sizes.map(formatBytes), [
      '0 B',
      '1,023 B',
      '1 KB',
      '1.5 KB',
      '99.9 KB',
      '100 KB',
      '101 KB',
      '1.4 GB',
      '8,192 PB',
    ]);
  });
});

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

describe('The time field of rows', () => {
  it('is the one with the most reliable name, in any case', () => {
    assert.equal(timeFieldOf(['Date', 'TimeStamp', 'user']), 'TimeStamp');
    assert.equal(timeFieldOf(['ts', '_TIME']), '_TIME');
    assert.equal(timeFieldOf(['user', 'timestamps']), undefined);
  });
});

describe('Nesting of a value', () => {
  it('is deeper than a limit when a list or an object is below it', () => {
    const cases = [
      [1, 0],
      [null, 0],
      [[], 0],
      [[[1]], 1],
      [[[1]], 2],
      [{ a: 1, b: { c: [] } }, 2],
    ] as const;
    assert.deepEqual(
      cases.map(([value, depth]) => isDeeperThan(value, depth)),
      [false, false, true, true, false, true],
    );
  });
});

describe('The states of a scheduled query', () => {
  it('are read in any spelling', () => {
    const args = [undefined, '', 'Idle', '중지', 'RUNNING', 'in-progress', '실행 중', 'hibernating'];
    assert.deepEqual(args.map(runStateOf), [
      ...['stopped', 'stopped', 'stopped', 'stopped'],
      ...['running', 'running', 'running', 'other'],
    ]);
    assert.deepEqual(['FAILED', '실패', 'Error.', 'success', undefined].map(isFailure), [
      ...[true, true, true],
      ...[false, false],
    ]);
  });
});
