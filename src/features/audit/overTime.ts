import type { Histogram } from '../../shared/protocol/auditLogs';

/** Counts the matches from one moment to another, the second excluded. */
export type CountBetween = (from: number, to: number, signal: AbortSignal) => Promise<number>;

export interface Span {
  readonly from: number;
  readonly to: number;
}

const maxParts = 32;
const maxPartsGrown = 96;
const requestsAtOnce = 3;
const second = 1000;

interface Stretch {
  readonly first: number;
  readonly end: number;
  readonly known: number;
}

/**
 * Counts matches over a time. The interface has no such operation, only totals: so the time is halved
 * again and again, and the total of each left half asked for; the right half is what remains, and what is
 * empty is not looked into. That takes 31 requests at most. Each round of answers is shown as it comes.
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
  let level: readonly Stretch[] = [{ first: 0, end: parts, known: total }];
  while (level.length > 0) {
    const next: Stretch[] = [];
    const open = level.filter((stretch) => !settle(counts, stretch));
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

/** The same from the times of all matches, where they are few enough to be here. */
export function countTimes(span: Span, times: readonly number[]): Histogram {
  const { from, step, parts } = divide(span);
  const counts = Array.from({ length: parts }, () => 0);
  for (const time of times) {
    const part = Math.max(0, Math.min(parts - 1, Math.floor((time - from) / step)));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return { from, to: from + parts * step, counts };
}

/** Adds entries that came since, with new parts where they need some; undefined when it gets too long. */
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

/** Parts of whole seconds, because that is what the service can be asked for. */
function divide({ from, to }: Span): {
  readonly from: number;
  readonly step: number;
  readonly parts: number;
} {
  const start = Math.floor(from / second) * second;
  const seconds = Math.max(1, Math.ceil((to - start) / second));
  const step = Math.ceil(seconds / maxParts);
  return { from: start, step: step * second, parts: Math.ceil(seconds / step) };
}

/** Whether the stretch needs no more asking; its counts are then filled in. */
function settle(counts: (number | null)[], { first, end, known }: Stretch): boolean {
  if (known > 0 && end - first > 1) return false;
  counts.fill(known, first, end);
  return true;
}
