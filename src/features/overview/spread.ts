import type { Spread, SpreadChange } from '../../shared/protocol/overview';
import { day } from './clock';
import { cronTimes, fieldsOf } from './cronTimes';
import type { TimedSchedule } from './weekLoad';

/** Any week that starts on a Monday. */
const monday = 4 * day;
const minutesPerWeek = 7 * 1440;
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
    for (const one of all) one.shift = bestShift(load, one);
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
  const [, minutes = ''] = fieldsOf(cron);
  if (oneMinute.test(minutes)) return 60;
  const every = Number(everySoMany.exec(minutes)?.[1] ?? 0);
  return every > 1 && 60 % every === 0 ? every : undefined;
}

function minuteOf(cron: string): number {
  const [, minutes = ''] = fieldsOf(cron);
  return oneMinute.test(minutes) ? Number(minutes) : 0;
}

function changeOf({ guid, name, cron }: TimedSchedule, shift: number): SpreadChange {
  const fields = cron.trim().split(/\s+/);
  const at = fields.length - 5;
  const every = everySoMany.exec(fields[at] ?? '')?.[1];
  fields[at] = every === undefined ? String(minuteOf(cron) + shift) : `${shift}-59/${every}`;
  return { guid, name, from: cron, to: fields.join(' ') };
}
