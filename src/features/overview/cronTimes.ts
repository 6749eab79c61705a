import { Cron } from 'croner';
import { cronOptions } from '../../ui/format/clock';
import type { Clock } from '../../ui/format/clock';
import { day, hour, minute } from './clock';

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
const maxKnown = 20_000;

/** Undefined if the expression is invalid. */
export function cronTimes(expression: string): CronTimes | undefined {
  const text = expression.trim();
  if (!known.has(text)) {
    if (known.size >= maxKnown) known.clear();
    known.set(text, read(text));
  }
  return known.get(text);
}

/** The fields of an expression, starting with seconds, which default to 0. */
export function fieldsOf(expression: string): readonly string[] {
  const fields = expression.trim().split(/\s+/);
  return fields.length === 5 ? ['0', ...fields] : fields;
}

function read(text: string): CronTimes | undefined {
  const [seconds = '', minutes = '', hours = '', ...days] = fieldsOf(text);
  if (days.length !== 3) return undefined;
  try {
    const onDays = pattern(`0 0 0 ${days.join(' ')}`);
    const daysKnown = new Map<number, boolean>();
    return {
      perMinute: matches(pattern(`${seconds} * * * * *`), 60, 1000).length,
      minutes: matches(pattern(`0 ${minutes} * * * *`), 60, minute),
      hours: matches(pattern(`0 0 ${hours} * * *`), 24, hour),
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

function pattern(text: string): Cron {
  return new Cron(text, { paused: true, utcOffset: 0 });
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
  const known = knownDue.get(key);
  if (known && known.from <= before && before <= known.until) return known.last;
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

function cronOf(expression: string, clock: Clock): Cron {
  return new Cron(expression.trim(), { paused: true, ...cronOptions(clock) });
}
