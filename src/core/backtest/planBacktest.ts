import type { Cron } from 'croner';
import { cronOf, isCronSchedule } from '../time/cron';
import { optionText, readTimeSpan, timeBefore } from '../language/values';
import type { Located } from '../language/expression';
import type { ParsedQuery } from '../language/parseQuery';
import { inspectQuery } from './inspectQuery';
import type { Period, ServerZone } from './serverZone';
import { queryAtTime, queryOverPeriod, sourcesOf } from './shiftQuery';
import { day, minute } from '../time/durations';

/** One run of a backtest: a query and the period that it stands for. */
export interface BacktestRun extends Period {
  /** When it would have been due; undefined for a slice. */
  readonly due: number | undefined;
  readonly text: string;
}

export interface BacktestPlan {
  readonly kind: 'slices' | 'replay';
  /** The newest first. */
  readonly runs: readonly BacktestRun[];
  /** What the runs cover: less than requested if there are too many. */
  readonly covered: Period;
  /** Whether there are more runs than may be. */
  readonly isLimited: boolean;
  /** Where due times come from. */
  readonly due: 'schedule' | 'window' | 'day' | undefined;
  /** Commands at the end that write or send, which are left out. */
  readonly cut: readonly string[];
  /** Milliseconds that all runs read together. */
  readonly read: number;
}

export interface BacktestQuestion {
  readonly text: string;
  readonly period: Period;
  /** The schedule of the query; undefined if it has none. */
  readonly cron: string | undefined;
  /** Minutes east of UTC at which the platform evaluates schedules. */
  readonly cronOffset: number;
  readonly maxRuns?: number;
  /** Replays also a query that only filters, to compare it with one that does not. */
  readonly asReplay?: boolean;
}

const defaultMaxRuns = 1000;

/** Plans the runs of a query over a period, or says why it cannot run on the past. */
export function planBacktest(
  question: BacktestQuestion,
  zone: ServerZone,
): BacktestPlan | { readonly kind: 'impossible'; readonly reason: string } {
  const inspected = inspectQuery(question.text);
  if (inspected.kind === 'impossible') return inspected;
  const { parsed, cut } = inspected;
  if (inspected.kind === 'replay' || question.asReplay === true)
    return { ...replayOf(question, parsed, zone), cut };
  return { ...slicesOf(question, parsed, inspected.bounds, zone), cut };
}

type Planned = Omit<BacktestPlan, 'cut'>;

function slicesOf(
  { period, maxRuns = defaultMaxRuns }: BacktestQuestion,
  parsed: ParsedQuery,
  bounds: readonly Located[],
  zone: ServerZone,
): Planned {
  const edges = [...zone.daysIn(period), period.to];
  const all = edges.slice(1).map((to, index) => ({ from: edges[index] ?? to, to }));
  const slices = all.toReversed().slice(0, maxRuns);
  const runs = slices.map((slice) => ({
    ...slice,
    due: undefined,
    text: queryOverPeriod(parsed, slice, bounds, zone),
  }));
  const covered = { from: slices.at(-1)?.from ?? period.from, to: period.to };
  const isLimited = all.length > maxRuns;
  return { kind: 'slices', runs, covered, isLimited, due: undefined, read: covered.to - covered.from };
}

function replayOf(question: BacktestQuestion, parsed: ParsedQuery, zone: ServerZone): Planned {
  const { period, maxRuns = defaultMaxRuns } = question;
  const { times, due } = dueTimes(question, parsed, zone);
  const newest = times.slice(0, maxRuns);
  const runs = newest.map((time) => ({
    from: windowStart(parsed, time, zone) ?? period.from,
    to: time,
    due: time,
    text: queryAtTime(parsed, time, zone),
  }));
  const isLimited = times.length > maxRuns;
  const covered = { from: isLimited ? (newest.at(-1) ?? period.to) : period.from, to: period.to };
  const read = runs.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
  return { kind: 'replay', runs, covered, isLimited, due, read };
}

/**
 * The newest first: by its schedule. Without one, each run follows where the period of the one before ended; otherwise
 * daily.
 */
function dueTimes(question: BacktestQuestion, parsed: ParsedQuery, zone: ServerZone) {
  const { cron, cronOffset, period, maxRuns = defaultMaxRuns } = question;
  if (cron !== undefined && isCronSchedule(cron)) {
    // A platform that writes its times in UTC may still have another zone for the dates of queries.
    const parts = cronOffset === 0 ? [{ ...period, offset: 0 }] : zone.partsOf(period);
    const times = parts.flatMap(({ offset, ...part }) => {
      const schedule = cronOf(cron, { kind: 'offset', minutes: offset });
      return previousTimes(schedule, part, maxRuns + 1);
    });
    return { times: times.slice(0, maxRuns + 1), due: 'schedule' as const };
  }
  const start = windowStart(parsed, period.to, zone);
  const window = start === undefined ? day : Math.max(minute, period.to - start);
  const count = Math.min(maxRuns + 1, Math.ceil((period.to - period.from) / window));
  const times = Array.from({ length: count }, (_, index) => period.to - index * window);
  return { times, due: start === undefined ? ('day' as const) : ('window' as const) };
}

/** A few at a time, because computing them is slow. One that is due at the end belongs to the next period. */
function previousTimes(schedule: Cron, { from, to }: Period, max: number): readonly number[] {
  const times: number[] = [];
  for (let end = to; times.length < max;) {
    const found = schedule.previousRuns(atOnce, new Date(end)).map((run) => run.getTime());
    const inside = found.filter((time) => time >= from && time < end);
    times.push(...inside);
    if (inside.length < atOnce) break;
    end = inside.at(-1) ?? from;
  }
  return times.slice(0, max);
}

const atOnce = 50;

/** Where the longest period of the query starts if it runs at a time; undefined if it has none. */
function windowStart(parsed: ParsedQuery, time: number, zone: ServerZone): number | undefined {
  const starts = sourcesOf(parsed).flatMap((source) => {
    const span = readTimeSpan(optionText(source.options, 'duration') ?? '');
    return typeof span === 'object' ? [timeBefore(time, span, (at) => zone.offsetAt(at))] : [];
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}
