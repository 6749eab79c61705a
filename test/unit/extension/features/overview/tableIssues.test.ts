import assert from 'node:assert/strict';
import { silenceOf } from '../../../../../src/extension/features/overview/tableIssues';
import { day, hour, minute } from './support';

/** A Monday, midnight. */
const monday = Date.UTC(2026, 9, 19);

/** The hours with logs of five weeks, by day of the week (Monday is 0) and hour. */
function hoursOf(isActive: (weekday: number, hour: number) => boolean): number[] {
  const hours: number[] = [];
  for (let at = 0; at < 35 * 24; at++) {
    if (isActive(Math.floor(at / 24) % 7, at % 24)) hours.push(monday + at * hour);
  }
  return hours;
}

function silence(isActive: (weekday: number, hour: number) => boolean, last: number, now: number): unknown {
  const hours = hoursOf(isActive).filter((at) => at <= last);
  return silenceOf(last, now, { hours, since: monday });
}

const office = (weekday: number, at: number): boolean => weekday < 5 && at >= 8 && at < 18;
const always = (): boolean => true;
/** The fifth week. */
const week = monday + 28 * day;

describe('The silence of a table', () => {
  it('is reported for a steady source after a whole hour', () => {
    const last = week + 10 * hour + 50 * minute;
    assert.equal(silence(always, last, last + 65 * minute), undefined);
    assert.deepEqual(silence(always, last, last + 130 * minute), { kind: 'weeks', active: 4, known: 4 });
  });

  it('is not reported for a source of office hours at night and over the weekend', () => {
    const friday = week + 4 * day + 17 * hour + 59 * minute;
    assert.equal(silence(office, friday, friday + 12 * hour), undefined);
    assert.equal(silence(office, friday, friday + 2.5 * day), undefined);
  });

  it('is reported for a source of office hours on Monday morning', () => {
    const friday = monday + 25 * day + 17 * hour;
    const mondayMorning = week + 10 * hour;
    assert.deepEqual(silence(office, friday, mondayMorning), { kind: 'weeks', active: 3, known: 3 });
  });

  it('is reported for one log a day an hour after its time', () => {
    const nightly = (_weekday: number, at: number): boolean => at === 2;
    const last = week + 2 * hour + 5 * minute;
    assert.equal(silence(nightly, last, last + 23 * hour), undefined);
    assert.notEqual(silence(nightly, last, last + 26 * hour), undefined);
  });

  it('is not reported for logs that came in one of four weeks only', () => {
    const hours = hoursOf(always).filter((at) => at < monday + 7 * day);
    const last = week + 9 * hour;
    assert.equal(silenceOf(last, last + 5 * hour, { hours: [...hours, last], since: monday }), undefined);
  });

  it('is reported for logs that came in two of three weeks', () => {
    const last = week + 10 * hour;
    const twice = [7, 14].map((days) => last + hour - days * day);
    const known = { hours: [...twice, last], since: week - 21 * day };
    assert.deepEqual(silenceOf(last, last + 2 * hour, known), { kind: 'weeks', active: 2, known: 3 });
  });

  it('is reported after more than a week', () => {
    const last = monday + 20 * day;
    assert.deepEqual(silence(always, last, last + 9 * day), { kind: 'gap', maxLength: hour });
  });

  it('is judged by the longest gap when the table is young', () => {
    const hours = Array.from({ length: 20 }, (_, index) => monday + index * 2 * hour);
    const last = hours.at(-1)!;
    const young = { hours, since: monday };
    assert.equal(silenceOf(last, last + 5 * hour, young), undefined);
    assert.deepEqual(silenceOf(last, last + 7 * hour, young), { kind: 'gap', maxLength: 2 * hour });
  });
});
