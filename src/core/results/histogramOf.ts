import type { Histogram } from '../pages/common';
import type { RawRecord } from '../interface/optional';
import { parseWireTime } from '../interface/time';

/** Finer intervals than that are merged. */
const maxBars = 400;

type Counted = Omit<Histogram, 'counts'> & { readonly counts: number[] };

/**
 * The rows of `timechart span=… count` as counts of equal intervals, with zero for those without a row. Undefined if
 * no row has a time.
 */
export function histogramOf(rows: readonly RawRecord[], span: number): Counted | undefined {
  const bars = rows.flatMap((row) => {
    const at = typeof row['_time'] === 'string' ? parseWireTime(row['_time'])?.getTime() : undefined;
    return at === undefined ? [] : [{ at, count: Number(row['count'] ?? 0) }];
  });
  if (bars.length === 0) return undefined;
  const times = bars.map(({ at }) => at);
  const from = times.reduce((least, at) => Math.min(least, at), Infinity);
  const last = times.reduce((greatest, at) => Math.max(greatest, at), from);
  // A day with a daylight saving change has 23 or 25 hours, so the distance is rounded.
  const intervals = Math.round((last - from) / span) + 1;
  const merged = Math.ceil(intervals / maxBars);
  const counts = Array.from({ length: Math.ceil(intervals / merged) }, () => 0);
  for (const { at, count } of bars) {
    const index = Math.floor(Math.round((at - from) / span) / merged);
    counts[index] = (counts[index] ?? 0) + count;
  }
  return { from, to: from + counts.length * merged * span, counts };
}
