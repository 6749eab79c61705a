import assert from 'node:assert/strict';
import { formatWireTime } from '../../../../../src/core/interface/time';
import { PlatformClock } from '../../../../../src/extension/ui/format/timeZones';
import type { Clock } from '../../../../../src/core/time/zones';

const summer = new Date('2026-07-01T12:00:00Z');
const winter = new Date('2026-11-15T12:00:00Z');

function clockFrom(times: readonly string[], timeZone = 'Europe/Berlin'): Clock | undefined {
  const clock = new PlatformClock();
  clock.note(...times, undefined, 'yesterday');
  return clock.clock(timeZone);
}

describe('The clock of a platform', () => {
  it('has the newest offset, whatever came last', () => {
    const moved = [formatWireTime(summer, 480), formatWireTime(winter, 540), formatWireTime(summer, 480)];
    assert.deepEqual(clockFrom(moved), { kind: 'offset', minutes: 540 });
    assert.deepEqual(clockFrom(moved.toReversed()), { kind: 'offset', minutes: 540 });
  });

  it('is the time zone of the user when all times match it, in summer and winter', () => {
    const times = [formatWireTime(winter, 60), formatWireTime(summer, 120)];
    assert.deepEqual(clockFrom(times), { kind: 'zone', timeZone: 'Europe/Berlin' });
    assert.deepEqual(clockFrom(times, 'Asia/Seoul'), { kind: 'offset', minutes: 60 });
    assert.deepEqual(clockFrom(times, 'no such zone'), { kind: 'offset', minutes: 60 });
  });

  it('is unknown before the first time, and changes with the clock of the server', () => {
    const clock = new PlatformClock();
    assert.equal(clock.clock('Asia/Seoul'), undefined);
    clock.note(formatWireTime(summer, 120));
    assert.deepEqual(clock.clock('Asia/Seoul'), { kind: 'offset', minutes: 120 });
    clock.note(formatWireTime(winter, 60));
    assert.deepEqual(clock.clock('Asia/Seoul'), { kind: 'offset', minutes: 60 });
  });
});
