import { Cron } from 'croner';
import { t } from '../base/localize';
import { day, hour, minute, second } from './durations';
import type { Clock } from './zones';

const validity = new Map<string, boolean>();
const maxKnown = 20_000;
/** Characters: more than six fields with all of their values. */
const maxLength = 1000;

/** Five fields, or six that start with seconds. */
export function isCronSchedule(text: string): boolean {
  if (text.length > maxLength) return false;
  let isValid = validity.get(text);
  if (isValid === undefined) {
    if (validity.size >= maxKnown) validity.clear();
    validity.set(text, (isValid = canBeRead(text.trim())));
  }
  return isValid;
}

function canBeRead(text: string): boolean {
  // The library also accepts a single date, which is not a schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text)) return false;
  try {
    cronOf(text);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with an invalid schedule: the number of its fields, or the first invalid one. */
export function cronProblem(text: string): string {
  const fields = text.trim().split(/\s+/);
  const names = fieldNames().slice(-fields.length);
  const invalid = fields.findIndex(
    (field, index) => !canBeRead(fields.map((_, position) => (position === index ? field : '*')).join(' ')),
  );
  const [field, name] = [fields[invalid], names[invalid]];
  if (fields.length < 5 || fields.length > 6 || field === undefined || name === undefined) {
    return t(
      'A cron expression has five fields: minute, hour, day of month, month, day of week. A field for seconds can precede them.',
    );
  }
  return t('“{0}” is not valid in the field “{1}” of a cron expression.', field, name);
}

function fieldNames(): readonly string[] {
  return [t('second'), t('minute'), t('hour'), t('day of month'), t('month'), t('day of week')];
}

/**
 * Throws if the expression is invalid. Without a clock, it is evaluated in UTC: an offset avoids slow time zone
 * lookups.
 */
export function cronOf(expression: string, clock: Clock = universalTime): Cron {
  const zone = clock.kind === 'zone' ? { timezone: clock.timeZone } : { utcOffset: clock.minutes };
  return new Cron(expression.trim(), { paused: true, ...zone });
}

const universalTime: Clock = { kind: 'offset', minutes: 0 };

/** The fields of an expression, starting with seconds, which default to 0. */
export function cronFields(expression: string): readonly string[] {
  const fields = expression.trim().split(/\s+/);
  return fields.length === 5 ? ['0', ...fields] : fields;
}

/** A parsed cron expression, with which a whole week is cheap to compute. */
export interface CronTimes {
  /** Starts per minute: more than one if the expression contains seconds. */
  readonly perMinute: number;
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Whether it runs on the day that starts at this midnight of its clock. */
  readonly runsOn: (midnight: number) => boolean;
}

const known = new Map<string, CronTimes | undefined>();

/** Undefined if the expression is invalid. */
export function cronTimes(expression: string): CronTimes | undefined {
  const text = expression.trim();
  if (!known.has(text)) {
    if (known.size >= maxKnown) known.clear();
    known.set(text, read(text));
  }
  return known.get(text);
}

function read(text: string): CronTimes | undefined {
  const [seconds = '', minutes = '', hours = '', ...days] = cronFields(text);
  if (days.length !== 3) return undefined;
  try {
    const onDays = cronOf(`0 0 0 ${days.join(' ')}`);
    const daysKnown = new Map<number, boolean>();
    return {
      perMinute: matches(cronOf(`${seconds} * * * * *`), 60, second).length,
      minutes: matches(cronOf(`0 ${minutes} * * * *`), 60, minute),
      hours: matches(cronOf(`0 0 ${hours} * * *`), 24, hour),
      runsOn: (midnight) => {
        const runs = daysKnown.get(midnight) ?? onDays.match(new Date(midnight));
        daysKnown.set(midnight, runs);
        return runs;
      },
    };
  } catch {
    return undefined;
  }
}

/** Which of the first `count` steps of a day match the expression. */
function matches(cron: Cron, count: number, step: number): readonly number[] {
  const midnight = 20_000 * day;
  return Array.from({ length: count }, (_, index) => index).filter((index) =>
    cron.match(new Date(midnight + index * step)),
  );
}

/** The last due time within a period. */
const knownDue = new Map<string, { from: number; until: number; last: number | undefined }>();

/**
 * The last time an expression was due by this clock; undefined if unknown. Cached until the next one,
 * because it is requested with each response and calendar computations are slow.
 */
export function lastDue(expression: string, before: number, clock: Clock): number | undefined {
  if (cronTimes(expression) === undefined) return undefined;
  const key = `${clock.kind === 'zone' ? clock.timeZone : clock.minutes} ${expression}`;
  const cached = knownDue.get(key);
  if (cached && cached.from <= before && before <= cached.until) return cached.last;
  const cron = cronOf(expression, clock);
  const last = cron.previousRuns(1, new Date(before))[0]?.getTime();
  const until = cron.nextRun(new Date(before - 1))?.getTime() ?? Infinity;
  if (knownDue.size >= maxKnown) knownDue.clear();
  knownDue.set(key, { from: before, until, last });
  return last;
}

/** How often it was due in a period, counted up to a limit. */
export function dueBetween(expression: string, from: number, to: number, clock: Clock, max: number): number {
  const runs = cronOf(expression, clock).nextRuns(max, new Date(from));
  return runs.filter((run) => run.getTime() <= to).length;
}
