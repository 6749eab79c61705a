import { Cron } from 'croner';
import { isCronSchedule } from '../shared/cronSchedule';

/** Before a Friday and a long month, so that the longest interval of most schedules comes early. */
const begin = new Date('2024-02-29T23:59:59Z');
const watchedDays = 60;
const maxRuns = 4000;

/** The longest time between two runs, in seconds; undefined if there are no two runs. */
export function longestPause(text: string): number | undefined {
  if (!isCronSchedule(text)) return undefined;
  const cron = new Cron(text, { utcOffset: 0 });
  const end = begin.getTime() + watchedDays * 86_400_000;
  let last = cron.nextRun(begin);
  let longest: number | undefined;
  for (let runs = 1; last !== null && runs < maxRuns; runs++) {
    const next = cron.nextRun(last);
    if (next === null) break;
    longest = Math.max(longest ?? 0, (next.getTime() - last.getTime()) / 1000);
    if (next.getTime() > end) break;
    last = next;
  }
  return longest;
}
