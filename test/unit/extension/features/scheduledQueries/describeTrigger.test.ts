import assert from 'node:assert/strict';
import { cronHint, nextRuns } from '../../../../../src/extension/features/scheduledQueries/describeTrigger';
import type { Clock } from '../../../../../src/core/time/zones';

const now = new Date('2026-03-01T00:00:30Z');
const utc = { kind: 'offset', minutes: 0 } as const;

function hintOf(expression: string, kind: 'information' | 'problem' = 'information'): string {
  const hint = cronHint(expression, utc, now);
  const text: unknown = hint && Reflect.get(hint, kind);
  assert.ok(typeof text === 'string', JSON.stringify(hint));
  return text;
}

describe('The hint below a cron expression', () => {
  it('uses the clock of the platform, also when that is UTC and the local one is not', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Asia/Seoul';
    try {
      assert.equal(nextRuns('30 3 * * *', 1, now, utc)[0]?.toISOString(), '2026-03-01T03:30:00.000Z');
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('describes the schedule and names the next five runs', () => {
    const [text, runs] = hintOf('*/5 * * * *').split('. Next runs: ');
    assert.equal(text, 'every 5 minutes');
    assert.equal(runs?.split(' · ').length, 5);
  });

  it('accepts six fields, with seconds in front', () => {
    assert.match(hintOf('*/10 * * * * *'), /^every 10 seconds/);
  });

  it('rejects what is no expression, and a day that never comes', () => {
    assert.match(hintOf('tomorrow', 'problem'), /five fields/);
    assert.match(hintOf('0 0 31 2 *', 'problem'), /never run/);
  });

  it('uses the clock of the platform with its daylight saving time', () => {
    const runs = (clock: Clock): readonly string[] =>
      nextRuns('0 3 * * *', 2, new Date('2026-10-24T00:00:00Z'), clock).map((run) => run.toISOString());
    assert.deepEqual(runs({ kind: 'zone', timeZone: 'Europe/Berlin' }), [
      '2026-10-24T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ]);
    assert.deepEqual(runs({ kind: 'offset', minutes: 120 }), [
      '2026-10-24T01:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ]);
  });

  it('says which offset it assumes when only that is known, once', () => {
    assert.match(
      hintOf('*/5 * * * *'),
      /^every 5 minutes\. Next runs: ((?!assuming).)* \(assuming \+00:00\)$/,
    );
  });
});
