import { Cron } from 'croner';
import { wireTimeOffset } from '../../shared/wire/time';

/**
 * The next moments at which a cron expression runs; empty where it cannot be read or never runs again. The
 * service reads it by its own clock, so it matters how far that is from UTC; undefined: like this computer's.
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

/** Five fields, or six with seconds in front. */
export function isCronExpression(text: string): boolean {
  // The library also takes a single date, which is no schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text.trim())) return false;
  try {
    new Cron(text.trim(), { paused: true });
    return true;
  } catch {
    return false;
  }
}

/** Minutes between the service's clock and UTC, as its own times tell; undefined where they do not. */
export function serviceOffset(query: {
  readonly updated: string | undefined;
  readonly created: string | undefined;
}): number | undefined {
  return wireTimeOffset(query.updated ?? query.created ?? '');
}
