import { t } from '../base/localize';
import type { ResultChart } from '../pages/queryResults';
import type { Integer64 } from '../base/integers';
import { formatAmount, formatCount } from '../pages/format';
import { colorCount } from './shapes';

export interface PlottedSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The same with all digits of 64-bit integers. */
  readonly exact: readonly (Integer64 | null)[];
  /** Whether it represents all series that are not drawn. */
  readonly isOther?: boolean;
}

/** How many series a user can select: each color twice. */
export const maxPicked = 2 * colorCount;

export interface DrawnSeries {
  readonly series: readonly PlottedSeries[];
  /** The number of series that are not drawn, not even in a sum. */
  readonly left: number;
  /** All series, the largest first, for the user to select from. */
  readonly ranked: readonly { readonly name: string; readonly size: string; readonly drawn: boolean }[];
}

/**
 * The largest series, or those that the user has selected, and the sum of all others if that has a meaning. Next to lines it
 * would be so high that they were flat.
 */
export function drawnSeries(
  all: readonly PlottedSeries[],
  { shape, additive = false }: Pick<ResultChart, 'shape' | 'additive'>,
  picked: readonly string[] | null,
): DrawnSeries {
  // Single values have no colors.
  if (shape === 'single' || all.length <= colorCount) return { series: all, left: 0, ranked: [] };
  const sizeOf = additive ? total : greatest;
  const ranked = all
    .map((series) => ({ series, size: sizeOf(series.exact) }))
    .sort((one, other) => compared(other.size, one.size))
    .map(({ series, size }) => ({ series, size: formatAmount(size) }));
  const wanted = ranked.filter(({ series }) => picked?.includes(series.name)).slice(0, maxPicked);
  const largest = ranked.filter(({ series }) => !additive || series.name !== platformsOther);
  const drawn = (wanted.length > 0 ? wanted : largest.slice(0, colorCount)).map(({ series }) => series);
  const others = ranked.map(({ series }) => series).filter((series) => !drawn.includes(series));
  const listed = ranked.map(({ series: { name }, size }) => ({
    name,
    size,
    drawn: drawn.some((series) => series.name === name),
  }));
  const isSummed = additive && shape !== 'line' && shape !== 'area';
  if (!isSummed || others.length === 0) return { series: drawn, left: others.length, ranked: listed };
  return { series: [...drawn, sumOf(others)], left: 0, ranked: listed };
}

/** What a legend says of the series that are not drawn; undefined if all are, or the others as a sum. */
export function leftOutText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? t('1 series is not shown') : t('{0} series are not shown', formatCount(count));
}

/** The series into which the platform puts what exceeds its own limit. */
const platformsOther = 'other';

function sumOf(series: readonly PlottedSeries[]): PlottedSeries {
  const [first] = series;
  const name =
    series.length === 1 && first ? first.name : t('Other ({0} series)', formatCount(series.length));
  const points = [...(first?.exact.keys() ?? [])];
  const exact = points.map((index) => {
    const values = series.flatMap((each) => each.exact[index] ?? []);
    return values.length === 0 ? null : total(values);
  });
  const values = exact.map((value) => (value === null ? null : Number(value)));
  return { name, exact, values, isOther: true };
}

/** Exact: a bigint only if the values are integers that a number would round. */
function total(values: readonly (Integer64 | null)[]): Integer64 {
  const there = values.filter((value) => value !== null);
  const sum = there.reduce<number>((so, value) => so + Number(value), 0);
  const isExact = Number.isSafeInteger(sum) || !there.every((value) => Number.isInteger(Number(value)));
  return isExact ? sum : there.reduce<bigint>((so, value) => so + BigInt(value), 0n);
}

function greatest(values: readonly (Integer64 | null)[]): Integer64 {
  const there = values.filter((value) => value !== null);
  return there.reduce<Integer64>((most, value) => (value > most ? value : most), there[0] ?? 0);
}

function compared(one: Integer64, other: Integer64): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
