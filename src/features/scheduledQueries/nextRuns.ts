import { Cron } from 'croner';

/** The next moments at which a cron expression runs; empty where it cannot be read or never runs again. */
export function nextRuns(expression: string, count: number, after = new Date()): readonly Date[] {
  try {
    return new Cron(expression, { paused: true }).nextRuns(count, after);
  } catch {
    return [];
  }
}
