import type { QueryRun } from './queryRun';

const maxFinished = 100;
/** The maximum total characters of finished queries, whose text is part of their status. */
const maxText = 20_000_000;
/** Milliseconds. */
const longestIdle = 30 * 60 * 1000;

/** The finished runs that are no longer kept, given in order of last access. */
export function runsToDrop(oldestFirst: readonly QueryRun[], now: number): ReadonlySet<QueryRun> {
  // Counted separately, so that many schedules at once do not displace results that users have not read yet.
  const surplus = [true, false].flatMap((isScheduled) => {
    const some = oldestFirst.filter(({ request }) => (request.source === 'scheduled-query') === isScheduled);
    return some.slice(0, Math.max(0, some.length - maxFinished));
  });
  const idle = oldestFirst.filter((run) => now - run.lastAccess > longestIdle);
  const long = oldestFirst.filter((_, place) => textLengthOf(oldestFirst.slice(place)) > maxText);
  return new Set([...surplus, ...idle, ...long]);
}

export function textLengthOf(runs: readonly QueryRun[]): number {
  return runs.reduce((sum, { request }) => sum + request.text.length, 0);
}
