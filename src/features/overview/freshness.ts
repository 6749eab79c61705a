import { hour, week } from './clock';

/** When a table got logs: the hours with any, as moments, oldest first, and since when they were looked up. */
export interface Rhythm {
  readonly hours: readonly number[];
  readonly since: number;
}

/** Why a table counts as silent. */
export type Silence =
  /** In this many of the earlier weeks that are known there were logs at the same time of the week. */
  | { readonly kind: 'weeks'; readonly active: number; readonly known: number }
  /** It is too young for weeks: longer than it ever was without a log. */
  | { readonly kind: 'gap'; readonly longest: number };

export const learntWeeks = 4;
const fewestWeeks = 2;
const fewestHours = 8;
/** A young table may be silent this many times as long as ever before. */
const silenceFactor = 3;

/**
 * Whether a table got no logs although it usually does, by its own rhythm: the same hours of earlier weeks tell
 * whether any were to be expected since the last one. So a source of office hours may rest at night and over the
 * weekend, and one that reports once a day is missed after an hour.
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

/** The whole hours after the last log that are over; undefined where there is none yet. */
function hoursBetween(lastLog: number, now: number): Stretch | undefined {
  const first = (Math.floor(lastLog / hour) + 1) * hour;
  const end = Math.floor(now / hour) * hour;
  return end > first ? { first, end } : undefined;
}

/** How far back the same hours lie in weeks that are known, and that the silence itself does not reach into. */
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
