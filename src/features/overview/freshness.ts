import { hour, week } from './clock';

/** The hours in which a table received logs, oldest first, and the start of the period that was read. */
export interface Rhythm {
  readonly hours: readonly number[];
  readonly since: number;
}

/** Why a table counts as silent. */
export type Silence =
  /** The number of known earlier weeks with logs at the same time of the week. */
  | { readonly kind: 'weeks'; readonly active: number; readonly known: number }
  /** The table is too new for weeks: its gap is longer than ever before. */
  | { readonly kind: 'gap'; readonly longest: number };

export const learntWeeks = 4;
const fewestWeeks = 2;
const fewestHours = 8;
/** A new table may be silent this many times longer than ever before. */
const silenceFactor = 3;

/**
 * Whether a table receives no logs although it usually does: the same hours of earlier weeks show whether
 * logs are expected since the last one. Therefore, a source that is active in office hours may pause at night
 * and on weekends, and one that reports daily is reported after an hour.
 */
export function silenceOf(lastLog: number, now: number, rhythm: Rhythm): Silence | undefined {
  const expected = hoursBetween(lastLog, now);
  if (expected === undefined) return undefined;
  const hours = new Set(rhythm.hours);
  const weeks = earlierWeeks(expected, lastLog, rhythm.since);
  if (weeks.length < fewestWeeks) return silenceOfYoung(lastLog, now, rhythm.hours);
  const active = weeks.filter((shift) => anyWithin(expected, shift, hours)).length;
  return active * 3 >= weeks.length * 2 ? { kind: 'weeks', active, known: weeks.length } : undefined;
}

interface Stretch {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** The complete hours since the last log; undefined if there is none yet. */
function hoursBetween(lastLog: number, now: number): Stretch | undefined {
  const first = (Math.floor(lastLog / hour) + 1) * hour;
  const end = Math.floor(now / hour) * hour;
  return end > first ? { first, end } : undefined;
}

/** The offsets to the same hours in known weeks before the silence. */
function earlierWeeks({ first, end }: Stretch, lastLog: number, since: number): readonly number[] {
  const shifts: number[] = [];
  for (let shift = week; first - shift >= since && shifts.length < learntWeeks; shift += week) {
    if (end - shift <= lastLog) shifts.push(shift);
  }
  return shifts;
}

function anyWithin({ first, end }: Stretch, shift: number, hours: ReadonlySet<number>): boolean {
  for (let at = first - shift; at < end - shift; at += hour) if (hours.has(at)) return true;
  return false;
}

function silenceOfYoung(lastLog: number, now: number, hours: readonly number[]): Silence | undefined {
  if (hours.length < fewestHours) return undefined;
  let longest = hour;
  for (let index = 1; index < hours.length; index++) {
    longest = Math.max(longest, (hours[index] ?? 0) - (hours[index - 1] ?? 0));
  }
  return now - lastLog > silenceFactor * longest ? { kind: 'gap', longest } : undefined;
}
