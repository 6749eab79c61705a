/** One line of the table that `npm run bench` prints. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is compared with. */
  readonly against?: string;
  readonly ratio?: number;
  /** Half the interquartile range relative to the median: the reliability of the value. */
  readonly spread?: number;
  /** The limit as text, for example `≤ 1.5`. */
  readonly bar?: string;
  readonly passed: boolean;
}

type Work = (() => Promise<void> | void) | (() => Promise<number>);

export interface Comparison {
  readonly name: string;
  readonly against: string;
  /** Returns the milliseconds if it measures itself, as a page does. */
  readonly ours: Work;
  readonly theirs: Work;
  /** Runs before each of our rounds, not measured. */
  readonly prepare?: () => Promise<void> | void;
  /** Runs after each of our rounds, not measured. */
  readonly settle?: () => Promise<void> | void;
  readonly bar: { readonly atMost: number } | { readonly atLeast: number };
  readonly repetitions?: number;
  /** Compares rates (work per second) instead of times. */
  readonly rates?: boolean;
}

/**
 * Alternates both sides, so that other load on the machine affects both, and compares the medians after one
 * warm-up round.
 */
export async function compare(comparison: Comparison): Promise<Measurement> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= (comparison.repetitions ?? 7); round++) {
    const their = await timeOf(comparison.theirs);
    await comparison.prepare?.();
    const our = await timeOf(comparison.ours);
    await comparison.settle?.();
    if (round > 0) theirs.push(their);
    if (round > 0) ours.push(our);
  }
  const times = median(ours) / median(theirs);
  const ratio = comparison.rates === true ? 1 / times : times;
  return {
    name: comparison.name,
    value: median(ours),
    unit: 'ms',
    against: comparison.against,
    ratio,
    spread: spreadOf(ours),
    ...judge(ratio, comparison.bar),
  };
}

/** The milliseconds of one run. */
export async function timeOf(work: Work): Promise<number> {
  const start = performance.now();
  const own: unknown = await work();
  return typeof own === 'number' ? own : performance.now() - start;
}

export function judge(ratio: number, bar: Comparison['bar']): Pick<Measurement, 'bar' | 'passed'> {
  if ('atMost' in bar) return { bar: `≤ ${bar.atMost}`, passed: ratio <= bar.atMost };
  return { bar: `≥ ${bar.atLeast}`, passed: ratio >= bar.atLeast };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function spreadOf(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}
