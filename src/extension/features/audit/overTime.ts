import type { Histogram } from '../../../core/pages/common';
import type { PlatformClient } from '../../../core/api/client';
import { formatWireTime } from '../../../core/interface/time';
import type { ResolvedSearch } from './auditQuery';
import type { AuditResult } from './auditResult';
import { searchAuditLogs } from '../../../core/api/operations/auditLogs';
import { second } from '../../../core/time/durations';

/** Counts the matches in a period, excluding its end. */
export type CountBetween = (from: number, to: number, signal: AbortSignal) => Promise<number>;

export interface Span {
  readonly from: number;
  readonly to: number;
}

const maxParts = 32;
const maxPartsGrown = 96;
const requestsAtOnce = 3;

interface Part {
  readonly first: number;
  readonly end: number;
  readonly known: number;
}

/**
 * Counts matches over time. The interface returns only totals, so the period is bisected: each request counts
 * a left half, the right half is the remainder, and empty parts are skipped. This takes 31 requests at most.
 * Each round is shown when it arrives.
 */
export async function countOverTime(
  span: Span,
  total: number,
  count: CountBetween,
  show: (histogram: Histogram) => void,
  signal: AbortSignal,
): Promise<void> {
  const { from, step, parts } = divide(span);
  const counts: (number | null)[] = Array.from({ length: parts }, () => null);
  let level: readonly Part[] = [{ first: 0, end: parts, known: total }];
  while (level.length > 0) {
    const next: Part[] = [];
    const open = level.filter((part) => !fillKnown(counts, part));
    for (let index = 0; index < open.length; index += requestsAtOnce) {
      const halves = await Promise.all(
        open.slice(index, index + requestsAtOnce).map(async ({ first, end, known }) => {
          const middle = Math.floor((first + end) / 2);
          const left = Math.min(known, await count(from + first * step, from + middle * step, signal));
          return [
            { first, end: middle, known: left },
            { first: middle, end, known: known - left },
          ];
        }),
      );
      next.push(...halves.flat());
    }
    signal.throwIfAborted();
    show({ from, to: from + parts * step, counts: [...counts] });
    level = next;
  }
}

/** Like `countOverTime`, from the times of all matches if there are few. */
export function countTimes(span: Span, times: readonly number[]): Histogram {
  const { from, step, parts } = divide(span);
  const counts = Array.from({ length: parts }, () => 0);
  for (const time of times) {
    const part = Math.max(0, Math.min(parts - 1, Math.floor((time - from) / step)));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return { from, to: from + parts * step, counts };
}

/** Adds newer entries, with new parts if needed; undefined if there would be too many parts. */
export function withNewer(histogram: Histogram, times: readonly number[]): Histogram | undefined {
  const step = (histogram.to - histogram.from) / histogram.counts.length;
  const counts = [...histogram.counts];
  for (const time of times) {
    const part = Math.max(0, Math.floor((time - histogram.from) / step));
    if (part >= maxPartsGrown) return undefined;
    while (counts.length <= part) counts.push(0);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return { from: histogram.from, to: histogram.from + counts.length * step, counts };
}

/** Divides into whole seconds, the resolution of the platform. */
function divide({ from, to }: Span) {
  const start = Math.floor(from / second) * second;
  const seconds = Math.max(1, Math.ceil((to - start) / second));
  const step = Math.ceil(seconds / maxParts);
  return { from: start, step: step * second, parts: Math.ceil(seconds / step) };
}

/** Whether the count of a part needs no further requests; if so, fills it in. */
function fillKnown(counts: (number | null)[], { first, end, known }: Part): boolean {
  if (known > 0 && end - first > 1) return false;
  counts.fill(known, first, end);
  return true;
}

/** Up to this many matches are read in one request rather than counted part by part. */
const fewMatches = 1000;

/** Counts the matches of a search over its period with as few requests as possible. */
export async function readOverTime(
  { resolved, result, now }: { resolved: ResolvedSearch; result: AuditResult; now: number },
  client: () => Promise<PlatformClient>,
  show: (histogram: Histogram) => void,
  signal: AbortSignal,
): Promise<void> {
  const { total } = result;
  if (total <= fewMatches) {
    const times = (await result.rows(0, total, signal)).map(({ time }) => time);
    show(countTimes(spanOf(resolved, now, times.at(-1), times[0]), times));
    return;
  }
  const oldest = resolved.from === undefined ? (await result.rows(total - 1, 1, signal))[0]?.time : undefined;
  const span = spanOf(resolved, now, oldest, result.firstRows[0]?.time);
  const count = async (from: number, to: number): Promise<number> => {
    const filters = {
      ...resolved.filters,
      from: formatWireTime(new Date(from)),
      // The platform includes the last second.
      to: formatWireTime(new Date(to - second)),
    };
    return Number((await (await client()).send(searchAuditLogs({ ...filters, limit: 1 }), signal)).total);
  };
  await countOverTime(span, total, count, show, signal);
}

/**
 * An unbounded period starts at the oldest match; one that ends now always extends to now, so that gaps are
 * visible.
 */
function spanOf(resolved: ResolvedSearch, now: number, oldest = now, newest = now): Span {
  const from = resolved.from ?? oldest;
  const untilNow = resolved.from !== undefined && resolved.to === undefined;
  const to = resolved.to ?? Math.max(newest, untilNow ? now : newest);
  return { from, to: Math.max(to, from) + second };
}
