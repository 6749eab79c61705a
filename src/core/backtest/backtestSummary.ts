import type { RawRecord } from '../interface/optional';
import { formatWireTime, parseWireTime } from '../interface/time';
import type { BacktestPlan } from './planBacktest';
import type { RunResult } from './runBacktest';
import type { Period, ServerZone } from './serverZone';
import { hour } from '../time/durations';

const maxHours = 48;

/** Hits by hour or by day of the platform. */
export interface Hits {
  readonly unit: 'hour' | 'day';
  readonly buckets: readonly (Period & { readonly count: number })[];
}

/** A log counts when it happened, the row of an aggregation when its run was due. */
export function hitsOf(
  results: readonly RunResult[],
  { covered }: Pick<BacktestPlan, 'covered'>,
  zone: ServerZone,
): Hits {
  const unit = covered.to - covered.from <= maxHours * hour ? 'hour' : 'day';
  const starts = unit === 'hour' ? hoursOf(covered) : zone.daysIn(covered);
  const counts = starts.map(() => 0);
  for (const { run, rows } of results) {
    for (const row of rows) {
      const index = indexOf(starts, run.due ?? timeOf(row) ?? run.from);
      counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  const buckets = starts.map((from, index) => ({
    from,
    to: starts[index + 1] ?? covered.to,
    count: counts[index] ?? 0,
  }));
  return { unit, buckets };
}

function hoursOf({ from, to }: Period): readonly number[] {
  const first = Math.floor(from / hour) * hour;
  return Array.from(
    { length: Math.max(1, Math.ceil((to - first) / hour)) },
    (_, index) => first + index * hour,
  );
}

/** The last start that is not later; the first one for a time before all of them. */
function indexOf(starts: readonly number[], time: number): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= time),
  );
}

function timeOf({ _time: time }: RawRecord): number | undefined {
  if (typeof time !== 'string') return undefined;
  return parseWireTime(time.replace(/\.\d+(?=[Z+-])/, ''))?.getTime();
}

/** Results whose rows say when their run was due, because the row of an aggregation has no time of its own. */
export function withDueTimes(results: readonly RunResult[], zone: ServerZone): readonly RunResult[] {
  return results.map((result) => {
    const { due } = result.run;
    if (due === undefined) return result;
    const time = formatWireTime(new Date(due), zone.offsetAt(due));
    return { ...result, rows: result.rows.map((row) => ({ _due: time, ...row })) };
  });
}

/** The number of rows of all runs. */
export function countRows(results: readonly RunResult[]): number {
  return results.reduce((sum, { rows }) => sum + rows.length, 0);
}
