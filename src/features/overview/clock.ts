import { t } from '../../shared/localize';
import { clockOffsetAt, cronOptions } from '../../ui/format/clock';
import type { Clock } from '../../ui/format/clock';
import { Cron } from 'croner';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const week = 7 * day;

/** Time zones change at half hours at the finest. */
const step = 30 * minute;

/**
 * The offsets of a clock over a period, computed once because time zone lookups are slow. A local time is
 * represented by the instant at which UTC shows the same.
 */
export class Offsets {
  readonly #minutes: readonly number[];
  readonly #distinct: readonly number[];

  constructor(
    clock: Clock,
    private readonly from: number,
    to: number,
  ) {
    this.#minutes = clock.kind === 'offset' ? [clock.minutes] : offsetsBetween(clock, from, to);
    this.#distinct = [...new Set(this.#minutes)];
  }

  /** Minutes east of UTC. */
  at(timestamp: number): number {
    const index = Math.floor((timestamp - this.from) / step);
    return this.#minutes[Math.max(0, Math.min(this.#minutes.length - 1, index))] ?? 0;
  }

  shownAt(timestamp: number): number {
    return timestamp + this.at(timestamp) * minute;
  }

  /** The instants at which the clock shows this time: none if it is skipped, two if it is repeated. */
  timestampsOf(shown: number): readonly number[] {
    return this.#distinct
      .map((offset) => shown - offset * minute)
      .filter((timestamp) => this.shownAt(timestamp) === shown)
      .toSorted((one, other) => one - other);
  }

  /** The approximate instant of a skipped time, with the offset before the change. */
  nearestTimestamp(shown: number): number {
    return shown - this.at(shown - this.at(shown) * minute - 3 * hour) * minute;
  }
}

const stepsPerDay = day / step;

/** One offset per step. Individual steps are looked up only on days whose offset changes. */
function offsetsBetween(clock: Clock, from: number, to: number): readonly number[] {
  const count = Math.ceil((to - from) / step) + 1;
  const minutes: number[] = [];
  let first = clockOffsetAt(clock, from);
  for (let index = 0; index < count; index += stepsPerDay) {
    const last = clockOffsetAt(clock, from + (index + stepsPerDay) * step);
    for (let at = index; at < Math.min(count, index + stepsPerDay); at++) {
      minutes.push(first === last ? first : clockOffsetAt(clock, from + at * step));
    }
    first = last;
  }
  return minutes;
}

/** The next daylight saving change within a year. No zone changes twice within a week. */
export function nextChangeOf(clock: Clock, after: number): number | undefined {
  if (clock.kind === 'offset') return undefined;
  const offset = clockOffsetAt(clock, after);
  for (let weeks = 0; weeks <= 52; weeks++) {
    const from = after + weeks * week;
    if (clockOffsetAt(clock, from + week) !== offset) return changeWithin(clock, from);
  }
  return undefined;
}

function changeWithin(clock: Clock, from: number): number {
  let timestamp = Math.floor(from / step) * step;
  const offset = clockOffsetAt(clock, timestamp);
  while (clockOffsetAt(clock, timestamp + day) === offset) timestamp += day;
  while (clockOffsetAt(clock, timestamp) === offset) timestamp += step;
  return timestamp;
}

/** An approximate duration in the largest unit with at least two: 90 minutes, 26 hours, 3 days. */
export function formatSpan(milliseconds: number): string {
  if (milliseconds >= 2 * day) return t('{0} days', Math.floor(milliseconds / day));
  if (milliseconds >= 2 * hour) return t('{0} hours', Math.floor(milliseconds / hour));
  const minutes = Math.floor(milliseconds / minute);
  return minutes === 1 ? t('1 minute') : t('{0} minutes', minutes);
}

/** A parsed cron expression, with which a whole week is cheap to compute. */
export interface CronTimes {
  /** Starts per minute: more than one if the expression contains seconds. */
  readonly perMinute: number;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Whether it runs on the day that starts at this midnight of its clock. */
  readonly runsOn: (midnight: number) => boolean;
}

const known = new Map<string, CronTimes | undefined>();
const maxKnown = 20_000;

/** Undefined if the expression is invalid. */
export function cronTimes(expression: string): CronTimes | undefined {
  const text = expression.trim();
  if (!known.has(text)) {
    if (known.size >= maxKnown) known.clear();
    known.set(text, read(text));
  }
  return known.get(text);
}

/** The fields of an expression, starting with seconds, which default to 0. */
export function fieldsOf(expression: string): readonly string[] {
  const fields = expression.trim().split(/\s+/);
  return fields.length === 5 ? ['0', ...fields] : fields;
}

function read(text: string): CronTimes | undefined {
  const [seconds = '', minutes = '', hours = '', ...days] = fieldsOf(text);
  if (days.length !== 3) return undefined;
  try {
    const onDays = pattern(`0 0 0 ${days.join(' ')}`);
    const daysKnown = new Map<number, boolean>();
    return {
      perMinute: matches(pattern(`${seconds} * * * * *`), 60, 1000).length,
      minutes: matches(pattern(`0 ${minutes} * * * *`), 60, minute),
      hours: matches(pattern(`0 0 ${hours} * * *`), 24, hour),
      runsOn: (midnight) => {
        const runs = daysKnown.get(midnight) ?? onDays.match(new Date(midnight));
        daysKnown.set(midnight, runs);
        return runs;
      },
    };
  } catch {
    return undefined;
  }
}

function pattern(text: string): Cron {
  return new Cron(text, { paused: true, utcOffset: 0 });
}

/** Which of the first `count` steps of a day match the expression. */
function matches(cron: Cron, count: number, step: number): readonly number[] {
  const midnight = 20_000 * day;
  return Array.from({ length: count }, (_, index) => index).filter((index) =>
    cron.match(new Date(midnight + index * step)),
  );
}

/** The last due time within a period. */
const knownDue = new Map<string, { from: number; until: number; last: number | undefined }>();

/**
 * The last time an expression was due by this clock; undefined if unknown. Cached until the next one,
 * because it is requested with each response and calendar computations are slow.
 */
export function lastDue(expression: string, before: number, clock: Clock): number | undefined {
  if (cronTimes(expression) === undefined) return undefined;
  const key = `${clock.kind === 'zone' ? clock.timeZone : clock.minutes} ${expression}`;
  const known = knownDue.get(key);
  if (known && known.from <= before && before <= known.until) return known.last;
  const cron = cronOf(expression, clock);
  const last = cron.previousRuns(1, new Date(before))[0]?.getTime();
  const until = cron.nextRun(new Date(before - 1))?.getTime() ?? Infinity;
  if (knownDue.size >= maxKnown) knownDue.clear();
  knownDue.set(key, { from: before, until, last });
  return last;
}

/** How often it was due in a period, counted up to a limit. */
export function dueBetween(expression: string, from: number, to: number, clock: Clock, max: number): number {
  const runs = cronOf(expression, clock).nextRuns(max, new Date(from));
  return runs.filter((run) => run.getTime() <= to).length;
}

function cronOf(expression: string, clock: Clock): Cron {
  return new Cron(expression.trim(), { paused: true, ...cronOptions(clock) });
}
