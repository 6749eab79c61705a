import { Cron } from 'croner';
import { isCronSchedule } from '../../shared/cronSchedule';
import { wireTimeOffset } from '../../shared/wire/time';

/**
 * The next runs of a cron expression; empty if it is invalid or never runs again. The platform evaluates it
 * in its own clock, whose UTC offset is given; undefined for that of this machine.
 */
export function nextRuns(
  expression: string,
  count: number,
  after = new Date(),
  utcOffset?: number,
): readonly Date[] {
  if (!isCronSchedule(expression)) return [];
  const clock = utcOffset === undefined ? {} : { utcOffset };
  return new Cron(expression.trim(), { paused: true, ...clock }).nextRuns(count, after);
}

/** The UTC offset of the platform's clock in minutes, from its times; undefined if there are none. */
export function serviceOffset(query: {
  readonly updated: string | undefined;
  readonly created: string | undefined;
}): number | undefined {
  return wireTimeOffset(query.updated ?? query.created ?? '');
}
