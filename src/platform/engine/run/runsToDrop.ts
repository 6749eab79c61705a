import type { QueryRun } from './queryRun';

const maxFinished = 100;
/** Characters of the texts of all finished queries, which their status tells. */
const maxText = 20_000_000;
/** Milliseconds. */
const longestIdle = 30 * 60 * 1000;

/** Of the finished runs, the one asked for longest ago first, those that are not kept any longer. */
export function runsToDrop(oldestFirst: readonly QueryRun[], now: number): ReadonlySet<QueryRun> {
  // Apart, so that many schedules at once do not take away what somebody has asked for and not yet read.
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
