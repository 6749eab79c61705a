import assert from 'node:assert/strict';
import { cronHint, nextRuns, serviceOffset } from '../../../../src/features/scheduledQueries/describeTrigger';
import { scheduledQueryRecord } from '../../../support/scheduledQueryRecord';

const now = new Date('2026-03-01T00:00:30Z');

function information(expression: string): string {
  const hint = cronHint(expression, 0, now);
  assert.ok(hint !== undefined && 'information' in hint, JSON.stringify(hint));
  return hint.information;
}

function problem(expression: string): string {
  const hint = cronHint(expression, 0, now);
  assert.ok(hint !== undefined && 'problem' in hint, JSON.stringify(hint));
  return hint.problem;
}

describe('The hint below a cron expression', () => {
  it('is by the clock of the service, also where that is UTC and the clock here is not', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Seoul';
    try {
      assert.equal(nextRuns('30 3 * * *', 1, now, 0)[0]?.toISOString(), '2026-03-01T03:30:00.000Z');
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
    assert.equal(serviceOffset({ updated: undefined, created: '2026-01-01 00:00:00+0900' }), 540);
  });

  it('says it in words and names the next five runs', () => {
    const [words, runs] = information('*/5 * * * *').split('. Next runs: ');
    assert.equal(words, 'every 5 minutes');
    assert.equal(runs?.split(' · ').length, 5);
  });

  it('takes six fields, with seconds in front', () => {
    assert.match(information('*/10 * * * * *'), /^every 10 seconds/);
  });

  for (const expression of [
    '',
    '   ',
    '* * *',
    '61 * * * *',
    'tomorrow',
    '2026-03-02T00:00:00',
    '* * * * * * * *',
  ]) {
    it(`refuses '${expression}'`, () => {
      assert.notEqual(problem(expression), '');
    });
  }

  it('names the field that is wrong', () => {
    assert.equal(problem('61 * * * *'), '“61” is not valid in the field “minute” of a cron expression.');
    assert.match(problem('0 5 25 * * *'), /“25” is not valid in the field “hour”/);
    assert.match(problem('0 5 * * someday'), /“someday” is not valid in the field “day of week”/);
    assert.match(problem('* * *'), /has five fields/);
  });

  it('refuses a day that never comes', () => {
    assert.match(problem('0 0 31 2 *'), /never run/);
  });

  it("goes by the service's clock", () => {
    const [first] = nextRuns('0 3 * * *', 1, now, serviceOffset(scheduledQueryRecord()));
    assert.equal(first?.toISOString(), '2026-03-01T18:00:00.000Z');
  });
});
