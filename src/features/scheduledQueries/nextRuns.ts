import { Cron } from 'croner';
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
  if (!isCronExpression(expression)) return [];
  const clock = utcOffset === undefined ? {} : { utcOffset };
  return new Cron(expression.trim(), { paused: true, ...clock }).nextRuns(count, after);
}

/** Five fields, or six that start with seconds. */
export function isCronExpression(text: string): boolean {
  // The library also accepts a single date, which is not a schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text.trim())) return false;
  try {
    new Cron(text.trim(), { paused: true });
    return true;
  } catch {
    return false;
  }
}

/** The UTC offset of the platform's clock in minutes, from its times; undefined if there are none. */
export function serviceOffset(query: {
  readonly updated: string | undefined;
  readonly created: string | undefined;
}): number | undefined {
  return wireTimeOffset(query.updated ?? query.created ?? '');
}
