import assert from 'node:assert/strict';
import { Offsets, serviceClock } from '../../../../src/features/overview/clock';
import type { Clock } from '../../../../src/features/overview/clock';
import { cellEntries, weekLoad } from '../../../../src/features/overview/weekLoad';
import type { TimedSchedule, Week } from '../../../../src/features/overview/weekLoad';
import { day, now } from './support';

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
      load.days.map(({ date }) => date),
      ['15', '16', '17', '18', '19', '20', '21'].map((date) => `2026-11-${date}`),
    );
    assert.deepEqual(load.days[0]?.hours[2], { starts: 6, schedules: 1, mark: null });
    assert.deepEqual(load.days[1]?.hours[2], { starts: 7, schedules: 2, mark: null });
    assert.equal(load.most, 7);
  });

  it('names the busiest minute', () => {
    const load = weekLoad(weekOf(timed('0 2 * * *', '0 2 * * 3', '0 2 * * 3', '5 2 * * *')));
    assert.deepEqual(load.busiest, { day: 3, minute: 120, starts: 3 });
    assert.equal(weekLoad(weekOf([])).busiest, null);
  });

  it('counts every start of an expression with seconds', () => {
    assert.equal(weekLoad(weekOf(timed('*/20 0 2 * * *'))).days[0]?.hours[2]?.starts, 3);
  });

  it('shows what the service starts by its clock by the clock of whoever looks', () => {
    // Two in the morning in Seoul is five in the afternoon before, in UTC.
    const load = weekLoad(weekOf(timed('30 2 * * *'), { serverClock: seoul }));
    assert.equal(load.days[0]?.hours[17]?.starts, 1);
    assert.equal(load.days[0].hours[2]?.starts, 0);
  });

  it('says which expressions it cannot read', () => {
    assert.deepEqual(weekLoad(weekOf(timed('0 2 * * *', 'every night'))).unread, ['s1']);
  });

  it('tells which schedules start in an hour, and at which minutes', () => {
    const entries = cellEntries(weekOf(timed('*/20 * * * *', '15 2 * * *')), 0, 2);
    assert.deepEqual(entries, [
      { guid: 'g0', name: 's0', minutes: [0, 20, 40], skipped: false },
      { guid: 'g1', name: 's1', minutes: [15], skipped: false },
    ]);
    const alike = cellEntries(weekOf(timed('20 2 * * *', '15 2 * * *')), 0, 2);
    assert.deepEqual(
      alike.map(({ name }) => name),
      ['s0', 's1'],
    );
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
    assert.deepEqual(load.days[sunday]?.hours[2], { starts: 0, schedules: 0, mark: 'skipped' });
    assert.deepEqual(load.days[sunday].hours[3], { starts: 1, schedules: 1, mark: null });
    const skipped = load.days.flatMap((_, index) =>
      Array.from({ length: 24 }, (__, hour) => cellEntries(spring, index, hour)).flat(),
    );
    assert.deepEqual(
      skipped.filter((entry) => entry.skipped).map(({ name }) => name),
      ['s0'],
    );
  });

  it('marks the hour that comes twice, and counts a fixed time in it once', () => {
    const autumn = { shownClock: berlin, serverClock: berlin, now: Date.UTC(2026, 9, 20) };
    const load = weekLoad(weekOf(timed('30 2 * * *', '0 * * * *'), autumn));
    const sunday = load.days.findIndex(({ date }) => date === '2026-10-25');
    assert.deepEqual(load.days[sunday]?.hours[2], { starts: 3, schedules: 2, mark: 'repeated' });
  });

  it('takes the clock of a service from the times that it writes', () => {
    const times = (offset: number): { moment: number; offset: number }[] => [
      { moment: now, offset },
      { moment: now - 180 * day, offset },
    ];
    assert.deepEqual(serviceClock(times(540), 'Europe/Berlin'), seoul);
    const withDaylightSaving = [
      { moment: now, offset: 60 },
      { moment: now - 120 * day, offset: 120 },
    ];
    assert.deepEqual(serviceClock(withDaylightSaving, 'Europe/Berlin'), berlin);
    const moved = [
      { moment: now - 180 * day, offset: 480 },
      { moment: now, offset: 540 },
      { moment: now - day, offset: 480 },
    ];
    assert.deepEqual(serviceClock(moved, 'Europe/Berlin'), seoul);
    assert.equal(serviceClock([], 'Europe/Berlin'), undefined);
    assert.deepEqual(serviceClock(times(0), 'no such zone'), utc);
  });
});

describe('The offsets of a clock', () => {
  const change = Date.UTC(2026, 9, 25, 1);

  it('are those of its zone, west of UTC too, up to both ends and beyond', () => {
    const newfoundland: Clock = { kind: 'zone', timeZone: 'America/St_Johns' };
    assert.equal(new Offsets(newfoundland, now, now).at(now), -210);
    const around = new Offsets(berlin, change - 3_600_000, change);
    assert.deepEqual(
      [change - day, change - 1, change, change + day].map((moment) => around.at(moment)),
      [120, 120, 60, 60],
    );
  });

  it('lead to the two moments of an hour that comes twice, the earlier one first', () => {
    const year = new Offsets(berlin, Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 1));
    assert.deepEqual(year.momentsOf(Date.UTC(2026, 9, 25, 2, 30)), [change - 1_800_000, change + 1_800_000]);
  });
});
