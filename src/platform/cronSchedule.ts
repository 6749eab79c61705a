import { Cron } from 'croner';

/** Schedules run in UTC, in which times are returned too. An offset avoids slow time zone lookups. */
const utcOffset = 0;

/** Five fields, or six that start with seconds. */
export function isCronSchedule(text: string): boolean {
  // The library also accepts a single date, which is not a schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text.trim())) return false;
  try {
    new Cron(text.trim(), { paused: true, utcOffset });
    return true;
  } catch {
    return false;
  }
}

/** Calls `call` at each time of the schedule until the returned function is called. */
export function startCron(schedule: string, call: () => void): () => void {
  const job = new Cron(schedule.trim(), { utcOffset, unref: true }, call);
  return () => {
    job.stop();
  };
}
