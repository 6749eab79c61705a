import type { StoredScheduledQuery } from './scheduledQueryRows';

const hour = 60 * 60 * 1000;

/** Since when due times count. A time far ahead is from a clock that was wrong. */
export function unhandledSince({ handledUntil, created }: StoredScheduledQuery, now: Date): Date {
  const until = handledUntil ?? created;
  return until.getTime() > now.getTime() + hour ? now : until;
}

/** Whether a run that was due then has started, or was skipped or discarded. */
export function isHandled({ handledUntil }: StoredScheduledQuery, due: Date): boolean {
  return handledUntil !== undefined && due <= handledUntil && handledUntil.getTime() <= Date.now() + hour;
}
