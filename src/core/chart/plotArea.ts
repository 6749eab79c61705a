import type { Plotted } from './chartModel';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Maps values to positions. */
export interface PlotArea extends Size {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The center of a point. */
  readonly xOf: (index: number) => number;
  readonly xAt: (time: number) => number;
  readonly yOf: (value: number) => number;
  /** The maximum width of a bar. */
  readonly band: number;
  readonly yTicks: readonly number[];
  /** The first and the last time, if x is a time. */
  readonly timeRange: readonly [number, number];
}

const margins = { left: 52, right: 16, top: 10, bottom: 24 };

export function plotArea(model: Plotted, size: Size, hidden: ReadonlySet<string>): PlotArea {
  const { left, top } = margins;
  const right = Math.max(left + 10, size.width - margins.right);
  const bottom = size.height - margins.bottom;
  const yTicks = ticksFor(shownValues(model, hidden));
  const [low = 0, high = 1] = [yTicks[0], yTicks.at(-1)];
  const range = timeRange(model);
  const [begin, end] = range;
  const xAt = (time: number): number => left + ((time - begin) / (end - begin)) * (right - left);
  const points = Math.max(1, model.labels.length);
  const slots = model.times ? Math.max(1, (end - begin) / model.step) : points;
  return {
    ...size,
    left,
    right,
    top,
    bottom,
    yTicks,
    band: (right - left) / slots,
    xOf: (index) =>
      model.times ? xAt(model.times[index] ?? begin) : left + ((index + 0.5) / points) * (right - left),
    xAt,
    yOf: (value) => bottom - ((value - low) / (high - low)) * (bottom - top),
    timeRange: range,
  };
}

/** Half a step more on both sides, so that the outer bars are complete. */
function timeRange({ times, step, range }: Plotted): readonly [number, number] {
  if (range) return range;
  const [first = 0, last = 1] = [times?.[0], times?.at(-1)];
  return [first - step / 2, last + step / 2];
}

/** The heights that are drawn. */
function shownValues({ shape, series, labels }: Plotted, hidden: ReadonlySet<string>): readonly number[] {
  const shown = series.filter(({ name }) => !hidden.has(name));
  return shape === 'stacked'
    ? labels.map((_, index) => shown.reduce((sum, each) => sum + Math.max(0, each.values[index] ?? 0), 0))
    : shown.flatMap((each) => each.values.filter((value) => value !== null));
}

/** Round numbers from below the minimum to above the maximum; whole ones if all values are, as counts are. */
function ticksFor(values: readonly number[]): readonly number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const isWhole = values.every(Number.isInteger);
  const span = high - low || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step = steps.find((each) => each >= rough && (!isWhole || Number.isInteger(each))) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
