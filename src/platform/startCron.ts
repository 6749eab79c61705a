import { Cron } from 'croner';

/** Schedules run in UTC, in which times are returned too. An offset avoids slow time zone lookups. */
const utcOffset = 0;

/** Calls `call` at each time of the schedule until the returned function is called. */
export function startCron(schedule: string, call: () => void): () => void {
  const job = new Cron(schedule, { utcOffset, unref: true }, call);
  return () => job.stop();
}
