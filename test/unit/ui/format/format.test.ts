import assert from 'node:assert/strict';
import { setTranslator, translatorFrom } from '../../../../src/shared/localize';
import {
  formatAge,
  formatBriefly,
  formatClock,
  formatMoment,
  formatRun,
  formatServiceTime,
} from '../../../../src/ui/format/format';
import { isZone, setZone } from '../../../../src/ui/format/zone';

const now = new Date('2026-11-14T20:00:00Z');
const soon = new Date('2026-11-14T20:05:30Z');

describe('A moment that a person reads', () => {
  beforeEach(() => {
    setZone('Asia/Seoul');
  });
  afterEach(() => {
    setZone(undefined);
  });

  it('is written in the zone of the person, which it names, as on the pages', () => {
    assert.equal(formatMoment(soon), '2026-11-15 05:05:30+0900');
    assert.equal(formatClock(soon), '05:05+0900');
  });

  it('is just now within a minute, and then so long ago', () => {
    assert.equal(formatAge(now, new Date('2026-11-14T20:00:59Z')), 'just now');
    assert.equal(formatAge(now, soon), '5 minutes ago');
  });

  it('is that of the service put into the same zone', () => {
    assert.equal(formatServiceTime('2026-11-14 20:05:30+0000'), '2026-11-15 05:05:30+0900');
    assert.equal(formatServiceTime('yesterday'), 'yesterday');
  });

  it('is the time of day alone when it is today, where the person is', () => {
    assert.equal(formatBriefly(soon, now), '05:05+0900');
    assert.equal(formatBriefly(new Date('2026-11-15T15:05:00Z'), now), '2026-11-16 00:05+0900');
  });

  it('has the time of the server beside it where something is scheduled and the server has another', () => {
    assert.equal(formatRun(soon, 0, now), '05:05+0900, on the server 20:05+0000');
    assert.equal(formatRun(soon, 540, now), '05:05+0900');
    assert.equal(formatRun(soon, undefined, now), '05:05+0900');
  });

  it('goes by daylight saving where the person is', () => {
    setZone('America/New_York');
    assert.equal(formatMoment(new Date('2026-07-01T12:00:00Z')), '2026-07-01 08:00:00-0400');
    assert.equal(formatMoment(new Date('2026-12-01T12:00:00Z')), '2026-12-01 07:00:00-0500');
  });

  it('is written alike in every language', () => {
    setTranslator(translatorFrom({}), 'ko');
    try {
      assert.equal(formatBriefly(soon, now), '05:05+0900');
    } finally {
      setTranslator(translatorFrom({}));
    }
  });

  it('knows a zone from what is none', () => {
    assert.deepEqual(['Asia/Seoul', 'UTC', 'Nowhere/At all'].map(isZone), [true, true, false]);
  });
});
