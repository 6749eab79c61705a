import type { CellEntry, WeekLoad, Spread, SpreadChange } from '../../../core/pages/overview';
import { getOrAdd } from '../../../core/base/getOrAdd';
import { day, hour, minute, week } from '../../../core/time/durations';
import { nextChangeOf, Offsets } from '../../../core/time/offsets';
import { cronTimes, cronFields } from '../../../core/time/cron';
import type { Clock } from '../../../core/time/zones';
import type { CronTimes } from '../../../core/time/cron';

export interface TimedSchedule {
  readonly guid: string;
  readonly name: string;
  readonly cron: string;
}

export interface Week {
  readonly schedules: readonly TimedSchedule[];
  /** The clock in which the platform reads cron expressions. */
  readonly serverClock: Clock;
  /** The clock in which the week is shown. */
  readonly shownClock: Clock;
  readonly now: number;
  /** Weeks from now: 0 starts today. */
  readonly ahead: number;
}

const minutesPerWeek = week / minute;

/** Counts the schedules that start in each hour of seven days. */
export function weekLoad(input: Week): WeekLoad {
  const frame = frameOf(input);
  const starts = new Uint32Array(minutesPerWeek);
  const cells = Array.from({ length: 168 }, () => ({ starts: 0, schedules: 0, last: -1 }));
  // Of thousands of schedules, many have the same expression.
  const groups = new Map<string, number>();
  for (const { cron } of input.schedules) groups.set(cron, (groups.get(cron) ?? 0) + 1);
  const counts = [...groups.values()];
  const once = [...groups.keys()].map((cron) => ({ guid: '', name: '', cron }));
  eachStart({ ...input, schedules: once }, frame, (group, at, perMinute, skipped) => {
    const cell = cells[Math.floor(at / 60)];
    if (skipped || cell === undefined) return;
    const count = counts[group] ?? 0;
    starts[at] = (starts[at] ?? 0) + perMinute * count;
    cell.starts += perMinute * count;
    // The starts of a group follow each other.
    if (cell.last !== group) cell.schedules += count;
    cell.last = group;
  });
  const change = nextChangeOf(input.shownClock, input.now);
  return {
    days: Array.from({ length: 7 }, (_, index) => ({
      date: dateOf(frame.midnight + index * day),
      hours: cells.slice(index * 24, index * 24 + 24).map((cell, at) => ({
        starts: cell.starts,
        schedules: cell.schedules,
        change: clockChangeAt(frame, frame.midnight + index * day + at * hour),
      })),
    })),
    max: Math.max(0, ...cells.map((cell) => cell.starts)),
    busiest: busiestOf(starts),
    busiestHour: busiestHourOf(cells, starts),
    usedMinutes: starts.reduce((used, count) => used + Math.min(1, count), 0),
    schedules: input.schedules.length,
    unread: input.schedules.filter(({ cron }) => cronTimes(cron) === undefined).map(({ name }) => name),
    nextChange: change === undefined ? null : changeShown(input, change),
    assumedOffset: input.serverClock.kind === 'offset' ? input.serverClock.minutes : null,
  };
}

/** The schedules that start in one hour, most starts first, including those that daylight saving time skips. */
export function cellEntries(input: Week, dayIndex: number, hourIndex: number): readonly CellEntry[] {
  const found = new Map<string, { schedule: number; skipped: boolean; minutes: Set<number> }>();
  eachStart(input, frameOf(input), (schedule, at, _perMinute, skipped) => {
    if (Math.floor(at / 60) !== dayIndex * 24 + hourIndex) return;
    const key = `${schedule} ${skipped}`;
    getOrAdd(found, key, () => ({ schedule, skipped, minutes: new Set() })).minutes.add(at % 60);
  });
  return [...found.values()]
    .toSorted((one, other) => other.minutes.size - one.minutes.size || one.schedule - other.schedule)
    .map(({ schedule, skipped, minutes }) => ({
      guid: input.schedules[schedule]?.guid ?? '',
      name: input.schedules[schedule]?.name ?? '',
      minutes: [...minutes].toSorted((one, other) => one - other),
      skipped,
    }));
}

interface Frame {
  /** The first midnight of the displayed clock, in its local time. */
  readonly midnight: number;
  readonly shown: Offsets;
  readonly server: Offsets;
}

function frameOf({ shownClock, serverClock, now, ahead }: Week): Frame {
  const around = new Offsets(shownClock, now, now);
  const midnight = Math.floor(around.shownAt(now) / day) * day + ahead * week;
  // A clock is at most fourteen hours from UTC.
  const [from, to] = [midnight - 2 * day, midnight + week + 2 * day];
  return {
    midnight,
    shown: new Offsets(shownClock, from, to),
    server: new Offsets(serverClock, from, to),
  };
}

/** Called with the schedule, the displayed minute of the week, its starts, and whether the clock skips it. */
type Visit = (schedule: number, at: number, perMinute: number, skipped: boolean) => void;

function eachStart({ schedules }: Week, frame: Frame, visit: Visit): void {
  for (const [index, { cron }] of schedules.entries()) {
    const times = cronTimes(cron);
    if (times === undefined) continue;
    for (let midnight = frame.midnight - day; midnight <= frame.midnight + week; midnight += day) {
      if (times.runsOn(midnight)) visitDay(frame, times, midnight, index, visit);
    }
  }
}

function visitDay(frame: Frame, times: CronTimes, midnight: number, schedule: number, visit: Visit): void {
  for (const each of times.hours) {
    const start = midnight + each * hour;
    const found = frame.server.timestampsOf(start);
    const isSkipped = found.length === 0;
    // Skipped times are shown where they would have been; what the platform does then is unknown.
    const timestamps = isSkipped ? [frame.server.nearestTimestamp(start)] : found;
    // A repeated hour counts once, unless the expression runs every hour.
    for (const timestamp of times.hours.length === 24 ? timestamps : timestamps.slice(0, 1)) {
      visitHour(frame, times, timestamp, (at) => visit(schedule, at, times.perMinute, isSkipped));
    }
  }
}

function visitHour(frame: Frame, times: CronTimes, timestamp: number, visit: (at: number) => void): void {
  for (const one of times.minutes) {
    const at = (frame.shown.shownAt(timestamp + one * minute) - frame.midnight) / minute;
    if (at >= 0 && at < minutesPerWeek) visit(at);
  }
}

function clockChangeAt({ shown }: Frame, start: number): 'skipped' | 'repeated' | null {
  const counts = [0, 30].map((part) => shown.timestampsOf(start + part * minute).length);
  if (counts.includes(0)) return 'skipped';
  return counts.includes(2) ? 'repeated' : null;
}

function busiestOf(starts: Uint32Array): WeekLoad['busiest'] {
  let best = 0;
  for (let at = 1; at < starts.length; at++) if ((starts[at] ?? 0) > (starts[best] ?? 0)) best = at;
  const max = starts[best] ?? 0;
  return max === 0 ? null : { day: Math.floor(best / 1440), minute: best % 1440, starts: max };
}

function busiestHourOf(cells: readonly { starts: number }[], starts: Uint32Array): WeekLoad['busiestHour'] {
  const max = Math.max(...cells.map((cell) => cell.starts));
  if (max === 0) return null;
  const at = cells.findIndex((cell) => cell.starts === max);
  return { day: Math.floor(at / 24), hour: at % 24, minutes: [...starts.subarray(at * 60, at * 60 + 60)] };
}

function changeShown({ shownClock, now }: Week, change: number): WeekLoad['nextChange'] {
  const today = Math.floor(new Offsets(shownClock, now, now).shownAt(now) / day) * day;
  // The earlier of both, so that a change at midnight belongs to the day that it shortens or lengthens.
  const shown = Math.min(
    ...[change - 1, change].map((at) => new Offsets(shownClock, at, at).shownAt(change)),
  );
  return { week: Math.floor((shown - today) / week), date: dateOf(shown) };
}

function dateOf(shown: number): string {
  return new Date(shown).toISOString().slice(0, 10);
}

/** Any week that starts on a Monday. */
const monday = 4 * day;
/** The second round improves on the first, after others have moved. */
const rounds = 2;

/**
 * Proposes minutes within the same hours that lower the peak load. Moves only expressions with a single
 * minute or an interval: a longer list of minutes is intentional.
 *
 * @param drafted the cron expression of a draft. It counts, and is not changed again.
 */
export function proposeSpread(
  schedules: readonly TimedSchedule[],
  drafted: (guid: string) => string | undefined = () => undefined,
): Omit<Spread, 'kind'> {
  const load = new Uint32Array(minutesPerWeek);
  const all = schedules.flatMap((schedule) => {
    const draft = drafted(schedule.guid);
    const cron = draft ?? schedule.cron;
    if (cronTimes(cron) === undefined) return [];
    const period = draft === undefined ? periodOf(cron) : undefined;
    return [{ schedule, period, starts: startsOf(cron), shift: 0 }];
  });
  for (const { starts } of all) add(load, starts, 0, 1);
  const before = Math.max(0, ...load);
  for (let round = 0; round < rounds; round++) {
    for (const schedule of all) schedule.shift = bestShift(load, schedule);
  }
  const changes = all.flatMap(({ schedule, shift }) => (shift === 0 ? [] : [changeOf(schedule, shift)]));
  return { before, after: Math.max(0, ...load), changes };
}

interface Positioned {
  readonly schedule: TimedSchedule;
  /** The number of minutes within which it may move; undefined if it must not. */
  readonly period: number | undefined;
  readonly starts: readonly number[];
  readonly shift: number;
}

/** The shift with the lowest peak, applied to the load; unchanged if nothing improves. */
function bestShift(load: Uint32Array, { schedule, period, starts, shift }: Positioned): number {
  if (period === undefined || starts.length === 0) return shift;
  add(load, starts, shift, -1);
  let best = shift;
  let least = peak(load, starts, shift);
  const base = minuteOf(schedule.cron);
  for (let other = -base; other < period - base && least > 0; other++) {
    const height = peak(load, starts, other);
    if (height < least) [best, least] = [other, height];
  }
  add(load, starts, best, 1);
  return best;
}

function peak(load: Uint32Array, starts: readonly number[], shift: number): number {
  let height = 0;
  for (const start of starts) height = Math.max(height, load[start + shift] ?? 0);
  return height;
}

function add(load: Uint32Array, starts: readonly number[], shift: number, amount: number): void {
  for (const start of starts) {
    if (load[start + shift] !== undefined) load[start + shift] = (load[start + shift] ?? 0) + amount;
  }
}

function startsOf(cron: string): readonly number[] {
  const times = cronTimes(cron);
  const starts: number[] = [];
  for (let index = 0; index < 7; index++) {
    if (times?.runsOn(monday + index * day) !== true) continue;
    for (const hour of times.hours)
      for (const minute of times.minutes) starts.push(index * 1440 + hour * 60 + minute);
  }
  return starts;
}

const oneMinute = /^\d{1,2}$/;
const everySoMany = /^\*\/(\d{1,2})$/;

function periodOf(cron: string): number | undefined {
  const [, minutes = ''] = cronFields(cron);
  if (oneMinute.test(minutes)) return 60;
  const every = Number(everySoMany.exec(minutes)?.[1] ?? 0);
  return every > 1 && 60 % every === 0 ? every : undefined;
}

function minuteOf(cron: string): number {
  const [, minutes = ''] = cronFields(cron);
  return oneMinute.test(minutes) ? Number(minutes) : 0;
}

function changeOf({ guid, name, cron }: TimedSchedule, shift: number): SpreadChange {
  const fields = cron.trim().split(/\s+/);
  const at = fields.length - 5;
  const every = everySoMany.exec(fields[at] ?? '')?.[1];
  fields[at] = every === undefined ? String(minuteOf(cron) + shift) : `${shift}-59/${every}`;
  return { guid, name, from: cron, to: fields.join(' ') };
}
