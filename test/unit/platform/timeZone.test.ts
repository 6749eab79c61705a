import assert from 'node:assert/strict';
import { timestampBefore, timestampOf } from '../../../src/platform/engine/planner/timeSpans';
import { clockAt, isUniversalTime, timestampAt } from '../../../src/platform/timeZone';
import { isTimeZone, machineTimeZone } from '../../../src/core/time/zones';

const berlin = 'Europe/Berlin';

function timestamp(clock: string, zone = berlin): string {
  return timestampAt(new Date(`${clock}Z`), zone).toISOString();
}

describe('The local time of a zone', () => {
  it('is one timestamp, in summer and in winter, and back', () => {
    assert.equal(timestamp('2026-07-01T12:00:00'), '2026-07-01T10:00:00.000Z');
    assert.equal(timestamp('2026-01-01T12:00:00'), '2026-01-01T11:00:00.000Z');
    assert.equal(timestamp('2026-01-01T12:00:00', 'UTC'), '2026-01-01T12:00:00.000Z');
    assert.equal(
      clockAt(new Date('2026-07-01T10:00:00.123Z'), berlin).toISOString(),
      '2026-07-01T12:00:00.123Z',
    );
  });

  it('is the first of two timestamps when an hour comes twice, and after the gap when one is skipped', () => {
    assert.equal(timestamp('2026-10-25T02:30:00'), '2026-10-25T00:30:00.000Z');
    assert.equal(timestamp('2026-03-29T02:30:00'), '2026-03-29T01:30:00.000Z');
  });
});

describe('The name of a time zone', () => {
  it('is one of UTC, or of another zone', () => {
    const universal = ['UTC', 'UCT', 'Zulu', 'Etc/UTC', 'Etc/UCT', 'Etc/Zulu', 'Etc/Universal'];
    const others = ['Europe/Berlin', 'Etc/GMT+5', 'UTC+9', 'Not/UTC', 'Not/Etc/Universal', 'Etc/Universal2'];
    assert.deepEqual([...universal, ...others].filter(isUniversalTime), universal);
    assert.deepEqual([...universal, 'Not/UTC', ''].filter(isTimeZone), universal);
    assert.equal(machineTimeZone(), new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});

describe('The timestamp of a span before another', () => {
  const before = (span: string, zone = 'UTC'): string =>
    timestampBefore(new Date('2026-05-31T12:00:00Z'), span, zone).toISOString();

  it('is the last day of a shorter month, in the zone', () => {
    assert.equal(before('1mon'), '2026-04-30T12:00:00.000Z');
    assert.equal(before('1y'), '2025-05-31T12:00:00.000Z');
    assert.equal(before('6mon', berlin), '2025-11-30T13:00:00.000Z');
  });

  it('is rejected before the year -9999, and for what is not a span', () => {
    assert.throws(() => before('20000y'), /time-span-out-of-range/);
    assert.throws(() => before('9000000000000000s'), /time-span-out-of-range/);
    assert.equal(before('12025y'), '-009999-05-31T12:00:00.000Z');
    assert.throws(() => before('12026y'), /time-span-out-of-range/);
    assert.throws(() => before('1q'), /invalid-time-unit/);
  });
});

describe('The timestamp of a date option', () => {
  it('is the earliest that begins like it, in the zone', () => {
    assert.equal(timestampOf('2024', 'UTC').toISOString(), '2024-01-01T00:00:00.000Z');
    assert.equal(timestampOf('20240203040506', 'UTC').toISOString(), '2024-02-03T04:05:06.000Z');
    assert.equal(timestampOf('20240203', berlin).toISOString(), '2024-02-02T23:00:00.000Z');
    assert.equal(timestampOf('0099', 'UTC').getUTCFullYear(), 99);
    assert.throws(() => timestampOf('20240230', 'UTC'), /invalid-option/);
  });
});
