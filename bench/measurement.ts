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

/** The growth of the cost: the exponent k of `cost ~ size^k`, fitted over sizes of 1, 10 and 100. */
export async function growthOf(
  name: string,
  work: (times: number) => Promise<number> | number,
  repetitions = 5,
): Promise<Measurement> {
  const sizes = [1, 10, 100];
  const costs: number[] = [];
  for (const size of sizes) {
    const samples: number[] = [];
    for (let round = 0; round < repetitions; round++) samples.push(await work(size));
    costs.push(median(samples));
  }
  const exponent = slope(sizes.map(Math.log), costs.map(Math.log));
  return {
    name: `${name}: growth over 1, 10, 100 times the work`,
    value: exponent,
    unit: 'exponent',
    bar: '≤ 1.1',
    passed: exponent <= 1.1,
  };
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

function slope(xs: readonly number[], ys: readonly number[]): number {
  const meanX = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  let above = 0;
  let below = 0;
  xs.forEach((x, index) => {
    above += (x - meanX) * ((ys[index] ?? 0) - meanY);
    below += (x - meanX) ** 2;
  });
  return above / below;
}
