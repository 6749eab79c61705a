import { Cron } from 'croner';
import { isCronSchedule } from '../shared/cronSchedule';

/** Minutes that logs may take to arrive: the period of a run ends that long before the minute of the run. */
const arrivalDelay = 5;

/** The period of one run of a schedule: since the end of the period of the run before. */
export interface RunPeriod {
  /** Expressions of the query language; the end is exclusive. */
  readonly from: string;
  readonly to: string;
  /** How long before the run it begins at most, in seconds. */
  readonly longest: number;
}

const day = 1440;
const week = 7 * day;
/** A Monday, at midnight. */
const monday = new Date('2024-01-01T00:00:00Z').getTime();
const minute = 60_000;
/** Longer conditions would hide the rule. */
const maxExceptions = 100;

/**
 * The period for a cron expression that is evaluated with this offset, in minutes. Undefined if the time between
 * runs does not depend on the time of the week alone, or if there are several runs a minute.
 */
export function periodBetweenRuns(cron: string, utcOffset: number): RunPeriod | undefined {
  const gaps = gapsInWeek(cron);
  const minutes = gaps && gapExpression(gaps, utcOffset);
  if (gaps === undefined || minutes === undefined) return undefined;
  const longest = (Math.max(...gaps.values()) + arrivalDelay + 1) * 60;
  return {
    from: `dateadd(${runMinute}, "min", ${minutes})`,
    to: `dateadd(${runMinute}, "min", -${arrivalDelay})`,
    longest,
  };
}

const runMinute = 'datetrunc(now(), "1m")';

/** By the minute of the week of a run: the minutes since the run before. */
function gapsInWeek(text: string): ReadonlyMap<number, number> | undefined {
  const fields = text.trim().split(/\s+/);
  const [seconds, , , days, months] = fields.length === 6 ? fields : ['0', ...fields];
  const isWeekly = [days, months].every((field) => field === '*' || field === '?');
  if (!isCronSchedule(text) || !isWeekly || !/^\d+$/.test(seconds ?? '')) return undefined;
  const cron = new Cron(text.trim(), { utcOffset: 0, paused: true });
  const gaps = new Map<number, number>();
  const first = cron.nextRun(new Date(monday - 1));
  for (let last = first; last !== null;) {
    const next = cron.nextRun(last);
    if (next === null) return undefined;
    const time = Math.floor((next.getTime() - monday) / minute);
    if (gaps.has(time % week)) break;
    gaps.set(time % week, Math.round((next.getTime() - last.getTime()) / minute));
    last = next;
  }
  return gaps;
}

/** The negative minutes from the minute of the run to the beginning of its period, as an expression. */
function gapExpression(gaps: ReadonlyMap<number, number>, utcOffset: number): string | undefined {
  const period = [1, 60, day, week].find((length) => isRepeated(gaps, length)) ?? week;
  const timesByGap = new Map<number, Set<number>>();
  for (const [time, gap] of gaps) {
    timesByGap.set(gap, (timesByGap.get(gap) ?? new Set()).add(time % period));
  }
  const [[usual] = [0], ...exceptions] = [...timesByGap].sort(([, one], [, other]) => other.size - one.size);
  if (exceptions.length === 0) return String(-usual - arrivalDelay);
  if (exceptions.some(([, times]) => times.size > maxExceptions)) return undefined;
  // Minutes since a Monday; the time zone of the platform may not be that of dates in queries.
  const since = `datediff(epoch(345600), ${runMinute}, "min")${utcOffset === 0 ? '' : ` + ${utcOffset}`}`;
  const cases = exceptions.map(
    ([gap, times]) => `in(mod(${since}, ${period}), ${[...times].join(', ')}), ${-gap - arrivalDelay}`,
  );
  return `case(${[...cases, -usual - arrivalDelay].join(', ')})`;
}

/** Whether runs at the same time of every such period follow the same gap. */
function isRepeated(gaps: ReadonlyMap<number, number>, length: number): boolean {
  const known = new Map<number, number>();
  return [...gaps].every(([time, gap]) => {
    const other = known.get(time % length) ?? gap;
    known.set(time % length, gap);
    return other === gap;
  });
}

const units: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
];

export function printSpan(seconds: number): string {
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
