import UPlot from 'uplot';
import { languageTag } from '../../src/shared/localize';
import { timeLabel } from '../app/format';
import { opaque } from '../picture/themeColours';

export interface ChartSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

export interface ChartSpec {
  readonly shape: 'line' | 'area' | 'bar';
  /** Epoch milliseconds. */
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
  /** The offset of the time axis, in minutes east of UTC. */
  readonly offset: number;
  /** The width of a bar, in milliseconds. */
  readonly step?: number;
  readonly axes: boolean;
  readonly brush: boolean;
}

const colours = ['blue', 'orange', 'green', 'purple', 'yellow', 'red'] as const;
/** Lines also differ by dashes, for color-blind users. */
const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [10, 3, 2, 3], [4, 4], [1, 2]];

export function plotData(spec: ChartSpec): UPlot.AlignedData {
  const x = spec.x.map((epoch) => epoch / 1000);
  return [x, ...spec.series.map((series) => [...series.values])];
}

export function plotOptions(
  spec: ChartSpec,
  size: { readonly width: number; readonly height: number },
  brushed: (from: number, to: number) => void,
): UPlot.Options {
  return {
    ...size,
    // The last label of the axis may extend half its width beyond it.
    padding: spec.axes ? [8, 24, 0, 0] : [4, 0, 2, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: spec.shape !== 'bar' },
      drag: { x: spec.brush, y: false, setScale: false },
    },
    scales: {
      x: { time: true, ...xRange(spec) },
      y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
    },
    tzDate: (seconds) => shiftedDate(seconds, spec.offset),
    axes: spec.axes ? [xAxis(spec), yAxis()] : [{ show: false }, { show: false }],
    series: [{}, ...spec.series.map((series, index) => plotSeries(spec, series, index))],
    hooks: {
      setSelect: [(plot) => reportBrush(plot, brushed)],
    },
  };
}

function xRange(spec: ChartSpec): Pick<UPlot.Scale, 'range'> {
  if (spec.shape !== 'bar') return {};
  // Bars are centered on their value: half a step more on both sides keeps the outer ones complete. The data
  // can change without a new plot, so its ends are read when it is drawn.
  const half = (spec.step ?? 1000) / 2000;
  return {
    range: ({ data: [x] }) => [(x[0] ?? 0) - half, (x.at(-1) ?? 0) + half],
  };
}

function plotSeries(spec: ChartSpec, series: ChartSeries, index: number): UPlot.Series {
  const colour = colours[index % colours.length] ?? 'blue';
  const stroke = opaque(themeColour(`--vscode-charts-${colour}`, '#3794ff'));
  return {
    label: series.label,
    stroke,
    width: 1.5,
    dash: [...(dashes[index % dashes.length] ?? [])],
    points: { show: false },
    ...(spec.shape === 'line' ? {} : { fill: faded(stroke, spec.shape === 'bar' ? 0.75 : 0.18) }),
    ...(spec.shape === 'bar' ? barPaths(spec, index) : {}),
  };
}

function barPaths(spec: ChartSpec, index: number): Pick<UPlot.Series, 'paths' | 'width' | 'dash'> {
  const share = 0.84 / spec.series.length;
  const bars = UPlot.paths.bars?.({
    size: [share, 64],
    align: spec.series.length === 1 ? 0 : index === 0 ? -1 : 1,
  });
  return { width: 0, dash: [], ...(bars ? { paths: bars } : {}) };
}

function xAxis({ offset }: ChartSpec): UPlot.Axis {
  return {
    ...axisLook(),
    size: 26,
    space: 72,
    values: (_plot, splits, _axis, _space, step) =>
      // For a few seconds, ticks are finer than labels.
      splits.map((split) => (Number.isInteger(split) ? timeLabel(split * 1000, offset, step * 1000) : '')),
  };
}

function yAxis(): UPlot.Axis {
  const compact = new Intl.NumberFormat(languageTag(), { notation: 'compact' });
  return {
    ...axisLook(),
    size: 46,
    space: 28,
    values: (_plot, splits) => splits.map((split) => compact.format(split)),
  };
}

function axisLook(): UPlot.Axis {
  const text = themeColour('--vscode-descriptionForeground', '#888');
  const line = themeColour('--vscode-editorWidget-border', '#8884');
  const family = themeColour('--vscode-font-family', 'sans-serif');
  return {
    stroke: text,
    font: `11px ${family}`,
    gap: 4,
    grid: { stroke: faded(line, 0.5), width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
  };
}

function reportBrush(plot: UPlot, brushed: (from: number, to: number) => void): void {
  const { left, width } = plot.select;
  if (width < 3) return;
  const from = plot.posToVal(left, 'x') * 1000;
  const to = plot.posToVal(left + width, 'x') * 1000;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  brushed(from, to);
}

/** A date whose local fields have the values of the zone, because uPlot does not support fixed offsets. */
function shiftedDate(seconds: number, offset: number): Date {
  const plain = new Date(seconds * 1000);
  return new Date(plain.getTime() + (offset + plain.getTimezoneOffset()) * 60_000);
}

function themeColour(name: string, fallback: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || fallback;
}

/** The canvas supports `color-mix`, which accepts any color notation of a theme. */
function faded(colour: string, opacity: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(opacity * 100)}%, transparent)`;
}
