import { t } from '../../shared/localize';

/** A clock relative to UTC: a time zone with daylight saving time, or a fixed offset in minutes east. */
export type Clock =
  | { readonly kind: 'zone'; readonly timeZone: string }
  | { readonly kind: 'offset'; readonly minutes: number };

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
export const week = 7 * day;

/** Time zones change at half hours at the finest. */
const step = 30 * minute;

/**
 * The offsets of a clock over a period, computed once because time zone lookups are slow. A local time is
 * represented by the moment at which UTC shows the same.
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
  at(moment: number): number {
    const index = Math.floor((moment - this.from) / step);
    return this.#minutes[Math.max(0, Math.min(this.#minutes.length - 1, index))] ?? 0;
  }

  shownAt(moment: number): number {
    return moment + this.at(moment) * minute;
  }

  /** The moments at which the clock shows this time: none if it is skipped, two if it is repeated. */
  momentsOf(shown: number): readonly number[] {
    return this.#distinct
      .map((offset) => shown - offset * minute)
      .filter((moment) => this.shownAt(moment) === shown)
      .toSorted((one, other) => one - other);
  }

  /** The approximate moment of a skipped time, with the offset before the change. */
  nearestMoment(shown: number): number {
    return shown - this.at(shown - this.at(shown) * minute - 3 * hour) * minute;
  }
}

const stepsPerDay = day / step;

/** One offset per step. Individual steps are looked up only on days whose offset changes. */
function offsetsBetween(clock: Clock, from: number, to: number): readonly number[] {
  const count = Math.ceil((to - from) / step) + 1;
  const minutes: number[] = [];
  let first = offsetAt(clock, from);
  for (let index = 0; index < count; index += stepsPerDay) {
    const last = offsetAt(clock, from + (index + stepsPerDay) * step);
    for (let at = index; at < Math.min(count, index + stepsPerDay); at++) {
      minutes.push(first === last ? first : offsetAt(clock, from + at * step));
    }
    first = last;
  }
  return minutes;
}

function offsetAt(clock: Clock, moment: number): number {
  if (clock.kind === 'offset') return clock.minutes;
  const text = formatOf(clock.timeZone).formatToParts(moment);
  const name = text.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, made);
  return made;
}

/** UTC if the name is not a valid zone: it comes from a page. */
export function zoneClock(timeZone: string): Clock {
  try {
    formatOf(timeZone);
    return { kind: 'zone', timeZone };
  } catch {
    return { kind: 'offset', minutes: 0 };
  }
}

/** A moment, and the offset with which the platform formatted it. */
export interface WrittenTime {
  readonly moment: number;
  readonly offset: number;
}

/**
 * The clock by which a platform evaluates cron expressions. The interface does not provide it: the offset comes from
 * the times that the platform returns, and if all of them match the time zone of the user, that zone is used.
 * Undefined if there are no times.
 */
export function serviceClock(times: readonly WrittenTime[], timeZone: string): Clock | undefined {
  const newest = times.reduce<WrittenTime | undefined>(
    (best, time) => (best === undefined || time.moment > best.moment ? time : best),
    undefined,
  );
  if (newest === undefined) return undefined;
  const zone = zoneClock(timeZone);
  // Many times fall into the same step, within which a zone has one offset.
  const distinct = new Map(times.map((time) => [`${Math.floor(time.moment / step)} ${time.offset}`, time]));
  const agrees = [...distinct.values()].every(({ moment, offset }) => offsetAt(zone, moment) === offset);
  return agrees ? zone : { kind: 'offset', minutes: newest.offset };
}

/** The next daylight saving change within a year. No zone changes twice within a week. */
export function nextChangeOf(clock: Clock, after: number): number | undefined {
  if (clock.kind === 'offset') return undefined;
  const offset = offsetAt(clock, after);
  for (let weeks = 0; weeks <= 52; weeks++) {
    const from = after + weeks * week;
    if (offsetAt(clock, from + week) !== offset) return changeWithin(clock, from);
  }
  return undefined;
}

function changeWithin(clock: Clock, from: number): number {
  let moment = Math.floor(from / step) * step;
  const offset = offsetAt(clock, moment);
  while (offsetAt(clock, moment + day) === offset) moment += day;
  while (offsetAt(clock, moment) === offset) moment += step;
  return moment;
}

/** An approximate duration in the largest unit with at least two: 90 minutes, 26 hours, 3 days. */
export function formatSpan(milliseconds: number): string {
  if (milliseconds >= 2 * day) return t('{0} days', Math.floor(milliseconds / day));
  if (milliseconds >= 2 * hour) return t('{0} hours', Math.floor(milliseconds / hour));
  const minutes = Math.floor(milliseconds / minute);
  return minutes === 1 ? t('1 minute') : t('{0} minutes', minutes);
}
