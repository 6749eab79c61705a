import assert from 'node:assert/strict';
import { formatSpan } from '../../../../../src/extension/features/overview/tableIssues';
import type { Clock } from '../../../../../src/core/time/zones';
import { cellEntries, weekLoad } from '../../../../../src/extension/features/overview/weekLoad';
import type { TimedSchedule, Week } from '../../../../../src/extension/features/overview/weekLoad';
import { day, hour, minute, now } from './support';
import { each } from '../../../../support/each';

const utc: Clock = { kind: 'offset', minutes: 0 };
const seoul: Clock = { kind: 'offset', minutes: 540 };
const berlin: Clock = { kind: 'zone', timeZone: 'Europe/Berlin' };

function timed(...crons: readonly string[]): readonly TimedSchedule[] {
  return crons.map((cron, index) => ({ guid: `g${index}`, name: `s${index}`, cron }));
}

function weekOf(schedules: readonly TimedSchedule[], change: Partial<Week> = {}): Week {
  return { schedules, serverClock: utc, shownClock: utc, now, ahead: 0, ...change };
}

describe('The load of a week', () => {
  it('counts the starts of each hour of seven days that begin today, and the schedules that make them', () => {
    const load = weekLoad(weekOf(timed('*/10 * * * *', '0 2 * * 1')));
    assert.deepEqual(
      each(load.days, 'date'),
      ['15', '16', '17', '18', '19', '20', '21'].map((date) => `2026-11-${date}`),
    );
    assert.deepEqual(load.days[0]?.hours[2], { starts: 6, schedules: 1, change: null });
    assert.deepEqual(load.days[1]?.hours[2], { starts: 7, schedules: 2, change: null });
    assert.equal(load.max, 7);
  });

  it('names the busiest minute', () => {
    const load = weekLoad(weekOf(timed('0 2 * * *', '0 2 * * 3', '0 2 * * 3', '5 2 * * *')));
    assert.deepEqual(load.busiest, { day: 3, minute: 120, starts: 3 });
    assert.equal(weekLoad(weekOf([])).busiest, null);
  });

  it('shows starts by the clock of the platform in the time zone of the user', () => {
    // Two in the morning in Seoul is five in the afternoon before, in UTC.
    const load = weekLoad(weekOf(timed('30 2 * * *'), { serverClock: seoul }));
    assert.equal(load.days[0]?.hours[17]?.starts, 1);
    assert.equal(load.days[0].hours[2]?.starts, 0);
    assert.equal(load.days[6]?.hours[17]?.starts, 1);
    assert.equal(load.assumedOffset, 540);
    assert.equal(weekLoad(weekOf(timed('30 2 * * *'), { serverClock: berlin })).assumedOffset, null);
    // Ten in the evening in New York is three in the morning after.
    const newYork: Clock = { kind: 'offset', minutes: -300 };
    const evening = weekLoad(weekOf(timed('0 22 * * *'), { serverClock: newYork }));
    const atThree = evening.days.map(({ hours }) => hours[3]?.starts);
    assert.deepEqual(atThree, [1, 1, 1, 1, 1, 1, 1]);
  });

  it('begins with today in the time zone of the user', () => {
    const dates = (minutes: number): unknown =>
      weekLoad(weekOf([], { shownClock: { kind: 'offset', minutes } })).days[0]?.date;
    assert.deepEqual(
      [dates(14 * 60), dates(15 * 60), dates(-9 * 60), dates(-10 * 60)],
      ['2026-11-15', '2026-11-16', '2026-11-15', '2026-11-14'],
    );
  });

  it('lists the expressions that it cannot read', () => {
    assert.deepEqual(weekLoad(weekOf(timed('0 2 * * *', 'every night'))).unread, ['s1']);
  });

  it('lists the schedules that start in an hour, and their minutes', () => {
    const entries = cellEntries(weekOf(timed('*/20 * * * *', '15 2 * * *')), 0, 2);
    assert.deepEqual(entries, [
      { guid: 'g0', name: 's0', minutes: [0, 20, 40], skipped: false },
      { guid: 'g1', name: 's1', minutes: [15], skipped: false },
    ]);
  });

  it('finds the week in which the clock changes', () => {
    const load = weekLoad(weekOf([], { shownClock: berlin }));
    assert.deepEqual(load.nextChange, { week: 19, date: '2027-03-28' });
    assert.equal(weekLoad(weekOf([], { shownClock: seoul })).nextChange, null);
  });

  it('marks the hour that daylight saving skips, and names what would start in it', () => {
    const spring = weekOf(timed('30 2 * * *', '30 3 * * *'), {
      shownClock: berlin,
      serverClock: berlin,
      ahead: 19,
    });
    const load = weekLoad(spring);
    const sunday = load.days.findIndex(({ date }) => date === '2027-03-28');
    assert.deepEqual(load.days[sunday]?.hours[2], { starts: 0, schedules: 0, change: 'skipped' });
    assert.deepEqual(load.days[sunday].hours[3], { starts: 1, schedules: 1, change: null });
    const skipped = load.days.flatMap((_, index) =>
      Array.from({ length: 24 }, (__, hour) => cellEntries(spring, index, hour)).flat(),
    );
    assert.deepEqual(
      each(
        skipped.filter((entry) => entry.skipped),
        'name',
      ),
      ['s0'],
    );
    // By the clock before the change, half past two is what the clock then calls half past three.
    assert.deepEqual(cellEntries({ ...spring, schedules: timed('30 2,3 * * *') }, sunday, 3), [
      { guid: 'g0', name: 's0', minutes: [30], skipped: true },
      { guid: 'g0', name: 's0', minutes: [30], skipped: false },
    ]);
  });

  it('marks the hour that comes twice, and counts a fixed time in it once', () => {
    const autumn = { shownClock: berlin, serverClock: berlin, now: Date.UTC(2026, 9, 20) };
    const load = weekLoad(weekOf(timed('30 2 * * *', '0 * * * *'), autumn));
    const sunday = load.days.findIndex(({ date }) => date === '2026-10-25');
    assert.deepEqual(load.days[sunday]?.hours[2], { starts: 3, schedules: 2, change: 'repeated' });
  });
});

describe('The text of a time span', () => {
  it('uses the largest unit of which there are at least two', () => {
    assert.deepEqual(
      [0, minute, 2 * minute, 2 * hour - 1, 2 * hour, 2 * day - 1, 2 * day, 3 * day - 1].map(formatSpan),
      ['0 minutes', '1 minute', '2 minutes', '119 minutes', '2 hours', '47 hours', '2 days', '2 days'],
    );
  });
});
