import { CronTimes } from './cronTimes';
import type { DueTimes } from './cronTimes';
import type { ScheduledQuery } from './schedule';
import { unhandledSince } from './store/scheduledQueryRows';
import { hour } from '../core/time/durations';

interface Timed {
  readonly schedule: string;
  readonly times: CronTimes;
  /** Due times up to then were taken. */
  since: Date;
  /** Undefined if the schedule has no further time. */
  next: Date | undefined;
}

/** Short enough to notice soon that the clock was set, or that the machine was suspended. */
const maxWait = 60_000;
const maxKnown = 1000;

/** Knows which scheduled queries are due at a time and, once it is started, calls when the next one is. */
export class DueClock implements Disposable {
  readonly #timed = new Map<string, Timed>();
  /** Many queries have the same schedule, and parsing it takes long. */
  readonly #known = new Map<string, CronTimes>();
  #timer: NodeJS.Timeout | undefined;
  #wakeTime = Infinity;
  #isStarted = false;
  #lastTake = 0;

  constructor(private readonly call: (now: Date) => void) {}

  start(): void {
    this.#isStarted = true;
    this.#wake();
  }

  /** Due times of a query with a new schedule count from those that were handled. */
  set(query: ScheduledQuery, now: Date): void {
    const { guid, enabled, trigger } = query;
    if (!enabled || trigger.type !== 'cron' || this.#timed.has(guid)) return;
    const times = this.#timesOf(trigger.schedule);
    const since = unhandledSince(query, now);
    const timed = { schedule: trigger.schedule, times, since, next: times.next(since) };
    this.#timed.set(guid, timed);
    this.#wakeBy(timed.next?.getTime() ?? Infinity);
  }

  /** Unless the query still has the same schedule. */
  remove(guid: string, query: ScheduledQuery | undefined): void {
    const isSame =
      query?.enabled &&
      query.trigger.type === 'cron' &&
      query.trigger.schedule === this.#timed.get(guid)?.schedule;
    if (!isSame) this.#timed.delete(guid);
  }

  /** The queries that are due, with the due times since the last call. */
  dueSince(now: Date): readonly { readonly guid: string; readonly times: DueTimes }[] {
    if (now.getTime() < this.#lastTake - hour) this.#restart(now);
    this.#lastTake = now.getTime();
    const due = [...this.#timed].flatMap(([guid, timed]) => {
      if (timed.next === undefined || timed.next > now) return [];
      const times = timed.times.between(timed.since, now);
      timed.since = times.newest.at(-1) ?? timed.since;
      timed.next = timed.times.next(now);
      return [{ guid, times }];
    });
    this.#wake();
    return due;
  }

  [Symbol.dispose](): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    this.#timed.clear();
  }

  /** The clock was far ahead, and the due times were taken for a future that has not come yet. */
  #restart(now: Date): void {
    for (const timed of this.#timed.values()) {
      timed.since = now;
      timed.next = timed.times.next(now);
    }
  }

  #timesOf(schedule: string): CronTimes {
    const times = this.#known.get(schedule) ?? new CronTimes(schedule);
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(schedule, times);
    return times;
  }

  #wake(): void {
    this.#wakeTime = Infinity;
    let earliest = Infinity;
    for (const { next } of this.#timed.values()) earliest = Math.min(earliest, next?.getTime() ?? Infinity);
    this.#wakeBy(earliest);
  }

  #wakeBy(time: number): void {
    if (!this.#isStarted || (time >= this.#wakeTime && this.#timer)) return;
    clearTimeout(this.#timer);
    this.#wakeTime = time;
    const wait = Math.min(maxWait, Math.max(0, time - Date.now()));
    this.#timer = setTimeout(() => this.call(new Date()), wait).unref();
  }
}
