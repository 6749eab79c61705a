import assert from 'node:assert/strict';
import { clockAt, momentAt } from '../../../src/platform/timeZone';

const berlin = 'Europe/Berlin';

function moment(clock: string, zone = berlin): string {
  return momentAt(new Date(`${clock}Z`), zone).toISOString();
}

describe('What clocks of a zone show', () => {
  it('is one moment, in summer and in winter, and back', () => {
    assert.equal(moment('2026-07-01T12:00:00'), '2026-07-01T10:00:00.000Z');
    assert.equal(moment('2026-01-01T12:00:00'), '2026-01-01T11:00:00.000Z');
    assert.equal(moment('2026-01-01T12:00:00', 'UTC'), '2026-01-01T12:00:00.000Z');
    assert.equal(
      clockAt(new Date('2026-07-01T10:00:00.123Z'), berlin).toISOString(),
      '2026-07-01T12:00:00.123Z',
    );
  });

  it('is the first of two moments where an hour comes twice', () => {
    assert.equal(moment('2026-10-25T02:30:00'), '2026-10-25T00:30:00.000Z');
  });

  it('is past it where the clocks skip an hour', () => {
    assert.equal(moment('2026-03-29T02:30:00'), '2026-03-29T01:30:00.000Z');
  });
});
