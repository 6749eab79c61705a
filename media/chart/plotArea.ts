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
  const yTicks = ticksFor(...rangeOf(model, hidden));
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
function timeRange({ times, step }: Plotted): readonly [number, number] {
  const [first = 0, last = 1] = [times?.[0], times?.at(-1)];
  return [first - step / 2, last + step / 2];
}

function rangeOf({ shape, series, labels }: Plotted, hidden: ReadonlySet<string>): readonly [number, number] {
  const shown = series.filter(({ name }) => !hidden.has(name));
  const values =
    shape === 'stacked'
      ? labels.map((_, index) => shown.reduce((sum, each) => sum + Math.max(0, each.values[index] ?? 0), 0))
      : shown.flatMap((each) => each.values.filter((value) => value !== null));
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

/** Round numbers from below the minimum to above the maximum. */
function ticksFor(low: number, high: number): readonly number[] {
  const span = high - low || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
