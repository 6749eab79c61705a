import { timeLabel } from '../format';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** Distances at which times are round. */
const spans = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 4, 7, 14, 28, 91, 182, 364].map((count) => count * day),
];

/** Round times of an axis, in the displayed time zone, whose offset may change on the way. */
export function timeTicks(
  [begin, end]: readonly [number, number],
  max: number,
  offsetAt: (epoch: number) => number,
): readonly { readonly time: number; readonly text: string }[] {
  const span = spans.find((each) => (end - begin) / each <= max) ?? end - begin;
  const shift = (epoch: number): number => offsetAt(epoch) * minute;
  // Where the clock is put forward, some local times are skipped.
  const isThere = (local: number, time: number): boolean => time + shift(time) === local;
  const first = Math.ceil((begin + shift(begin)) / span) * span;
  return Array.from({ length: max + 1 }, (_, index) => {
    const local = first + index * span;
    const time = local - shift(local - shift(begin));
    return { local, time, text: timeLabel(time, offsetAt(time), span) };
  }).filter(({ local, time }) => time <= end && isThere(local, time));
}
