import { day, hour, minute, week } from './durations';
import { clockOffsetAt } from './zones';
import type { Clock } from './zones';

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
