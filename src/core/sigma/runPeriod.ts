import { cronFields, cronOf, isCronSchedule } from '../time/cron';
import { minute } from '../time/durations';

/** Minutes that logs may take to arrive: the period of a run ends that long before the minute of the run. */
const arrivalDelay = 5;

/** The period of one run of a schedule: since the end of the period of the run before. */
export interface RunPeriod {
  /** Expressions of the query language; the end is exclusive. */
  readonly from: string;
  readonly to: string;
  /** How long before the run it begins at most, in seconds. */
  readonly maxSeconds: number;
}

const day = 1440;
const week = 7 * day;
/** Until the year 2100, the calendar without weekdays repeats with every leap year. */
const leapCycle = 1461 * day;
/** Mondays, at midnight: the first one that queries count from, and one that runs are listed from. */
const firstMonday = 345_600_000;
const monday = new Date('2024-01-01T00:00:00Z').getTime();
/** Longer conditions would hide the rule. */
const maxExceptions = 100;
/** In a cycle; far fewer are common on certain days of the month. */
const maxRuns = 300_000;

/** The runs of a schedule in a cycle of minutes, after which they repeat. */
interface Runs {
  readonly cycle: number;
  /** By the minute of the cycle of a run: the minutes since the run before. */
  readonly gaps: ReadonlyMap<number, number>;
}

/**
 * The period for a cron expression that is evaluated with this offset, in minutes. Undefined if the time between
 * runs depends on both dates and weekdays, or if there are several runs a minute.
 */
export function periodBetweenRuns(cron: string, utcOffset: number): RunPeriod | undefined {
  const runs = runsOf(cron);
  const minutes = runs && gapExpression(runs, utcOffset);
  if (runs === undefined || minutes === undefined) return undefined;
  const maxSeconds =
    ([...runs.gaps.values()].reduce((one, other) => Math.max(one, other)) + arrivalDelay + 1) * 60;
  return {
    from: `dateadd(${runMinute}, "min", ${minutes})`,
    to: `dateadd(${runMinute}, "min", -${arrivalDelay})`,
    maxSeconds,
  };
}

const runMinute = 'datetrunc(now(), "1m")';

function runsOf(text: string): Runs | undefined {
  if (!isCronSchedule(text)) return undefined;
  const [seconds = '', minutes, hours, ...date] = cronFields(text);
  const cycle = cycleOf(date);
  if (cycle === undefined || !/^\d+$/.test(seconds)) return undefined;
  const days = runsWithin(`0 0 ${date.join(' ')}`, cycle);
  const times = runsWithin(`${minutes} ${hours} * * *`, day);
  const [lastDay, lastTime] = [days.at(-1), times.at(-1)];
  if (lastDay === undefined || lastTime === undefined || days.length * times.length > maxRuns)
    return undefined;
  const start = (monday - firstMonday) / minute;
  const gaps = new Map<number, number>();
  let last = lastDay - cycle + lastTime;
  for (const run of days.flatMap((from) => times.map((time) => from + time))) {
    gaps.set((start + run) % cycle, run - last);
    last = run;
  }
  return { cycle, gaps };
}

/** The minutes after which the dates of a schedule repeat, by its days, months and weekdays. */
function cycleOf([days = '', months = '', weekdays = '']: readonly string[]): number | undefined {
  const isAny = (field: string): boolean => field === '*' || field === '?';
  // The nearest weekday (W), the last one of a month (L) or the third one (#3) depend on both.
  if (/[#L]/i.test(weekdays) || /W/i.test(days)) return undefined;
  if (isAny(days) && isAny(months)) return week;
  return isAny(weekdays) ? leapCycle : undefined;
}

/** The minutes of the runs in the given time since a Monday. */
function runsWithin(text: string, length: number): readonly number[] {
  const cron = cronOf(text);
  const runs: number[] = [];
  for (let next = cron.nextRun(new Date(monday - 1)); next !== null; next = cron.nextRun(next)) {
    const run = Math.floor((next.getTime() - monday) / minute);
    if (run >= length) break;
    runs.push(run);
  }
  return runs;
}

/** The negative minutes from the minute of the run to the beginning of its period, as an expression. */
function gapExpression({ gaps, cycle }: Runs, utcOffset: number): string | undefined {
  const period = [1, 60, day].find((length) => isRepeated(gaps, length)) ?? cycle;
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
  const gapsByTime = new Map<number, number>();
  return [...gaps].every(([time, gap]) => {
    const other = gapsByTime.get(time % length) ?? gap;
    gapsByTime.set(time % length, gap);
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
