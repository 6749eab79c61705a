import { Cron } from 'croner';

/** The platform's clock is UTC, in which its times are written too. As an offset it needs no slow calendar of zones. */
const utcOffset = 0;

/** Five fields, or six with seconds in front. */
export function isCronSchedule(text: string): boolean {
  // The library also takes a single date, which is no schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text.trim())) return false;
  try {
    new Cron(text.trim(), { paused: true, utcOffset });
    return true;
  } catch {
    return false;
  }
}

/** Calls at each moment of the schedule until the returned function is called. */
export function startCron(schedule: string, call: () => void): () => void {
  const job = new Cron(schedule.trim(), { utcOffset, unref: true }, call);
  return () => {
    job.stop();
  };
}
