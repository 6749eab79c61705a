import type { Cron } from 'croner';
import { cronOf } from '../core/time/cron';
import { second } from '../core/time/durations';

/** The number of due times of one scheduled query that wait to run. */
export const maxWaiting = 3;

/** The due times that a scheduled query has not run yet. */
export interface DueTimes {
  /** The newest ones, oldest first, at most {@link maxWaiting}. */
  readonly newest: readonly Date[];
  /** The earlier ones, if there are any. */
  readonly skipped?: SkippedTimes | undefined;
}

/** Due times that will not run, because too many later ones wait. */
export interface SkippedTimes {
  readonly first: Date;
  /** {@link maxCounted} stands for that many or more. */
  readonly count: number;
}

/** Counting takes time for each due time, and after months without the platform there are millions. */
const maxCounted = 100;

export function countText(count: number): string {
  return count < maxCounted ? String(count) : `${maxCounted} or more`;
}

/** The times of one cron expression. */
export class CronTimes {
  readonly #cron: Cron;
  #last: { readonly after: number; readonly until: number; readonly times: DueTimes } | undefined;

  constructor(schedule: string) {
    // Schedules run in UTC, in which times are returned too.
    this.#cron = cronOf(schedule);
  }

  /** Undefined if there is none, for example on February 30. */
  next(after: Date): Date | undefined {
    return this.#cron.nextRun(after) ?? undefined;
  }

  /** The times after the first time, up to and including the second. */
  between(after: Date, until: Date): DueTimes {
    const last = this.#last;
    // Many queries have the same schedule.
    if (last?.after === after.getTime() && last.until === until.getTime()) return last.times;
    const times = this.#find(after, until);
    this.#last = { after: after.getTime(), until: until.getTime(), times };
    return times;
  }

  #find(after: Date, until: Date): DueTimes {
    const newest = this.#cron
      .previousRuns(maxWaiting, new Date(until.getTime() + second))
      .filter((time) => time > after)
      .reverse();
    const [oldest] = newest;
    const first = newest.length < maxWaiting ? undefined : this.next(after);
    if (!oldest || !first || first >= oldest) return { newest };
    let count = 0;
    for (let time: Date | undefined = first; time && time < oldest && count < maxCounted; count += 1) {
      time = this.next(time);
    }
    return { newest, skipped: { first, count } };
  }
}
