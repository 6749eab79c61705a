import type { Cell, ChartShape, QueryResultsState, ResultRow } from '../../src/shared/protocol/queryResults';
import { offsetAt } from '../app/format';
import { epochOf } from '../app/timeCell';

/** With more points, a bar would be thinner than a pixel. */
const maxPoints = 2000;
const maxSeries = 6;
const maxSlices = 8;

export interface ChartModel {
  readonly shape: ChartShape;
  /** Other chart types for this result. */
  readonly shapes: readonly ChartShape[];
  readonly xName: string;
  /** Sorted epoch milliseconds; undefined if x is not a time. */
  readonly times: readonly number[] | undefined;
  /** Milliseconds between two points without a gap. */
  readonly step: number;
  readonly labels: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
  /** The points and series that are not drawn. */
  readonly left: { readonly points: number; readonly series: number };
  /** The offset of displayed times, in minutes east of UTC. */
  readonly offset: number;
}

/** The chart of the loaded rows; undefined if there is nothing to draw. */
export function chartModel(
  state: QueryResultsState,
  rows: readonly ResultRow[],
  total: number,
): ChartModel | undefined {
  const { chart, columns, view, connection } = state;
  if (!chart || rows.length === 0) return undefined;
  const indexOf = (name: string): number => columns.findIndex((column) => column.name === name);
  const x = indexOf(chart.x);
  const isTime = columns[x]?.type === 'time';
  const taken = rows.slice(0, maxPoints);
  const drawn = isTime ? [...taken].sort((one, other) => epoch(one[x]) - epoch(other[x])) : taken;
  const times = isTime ? drawn.map((row) => epoch(row[x])) : undefined;
  const series = chart.series.slice(0, maxSeries).map((name) => ({
    name,
    values: drawn.map((row) => amount(row[indexOf(name)])),
  }));
  const shapes = shapesFor(isTime, drawn.length, series.length, chart.shape);
  return {
    shape: shapes.find((shape) => shape === view.chartShape) ?? chart.shape,
    shapes,
    xName: chart.x,
    times,
    step: stepOf(times ?? []),
    labels: drawn.map((row) => label(row[x])),
    series,
    left: { points: Math.max(0, total - drawn.length), series: chart.series.length - series.length },
    offset: times ? offsetAt(times[0] ?? 0, view.zone, connection.serverOffset) : 0,
  };
}

function shapesFor(
  isTime: boolean,
  points: number,
  series: number,
  chosen: ChartShape,
): readonly ChartShape[] {
  if (chosen === 'single') return ['single'];
  return [
    ...(isTime ? (['line', 'area'] as const) : []),
    'bar',
    ...(series > 1 ? (['stacked'] as const) : []),
    ...(!isTime && series === 1 && points <= maxSlices ? (['pie'] as const) : []),
  ];
}

/** The smallest distance between two points: a larger one is a gap. */
function stepOf(times: readonly number[]): number {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const least = Math.min(...steps.filter((step) => step > 0));
  return Number.isFinite(least) ? least : 1000;
}

function epoch(value: Cell | undefined): number {
  return epochOf(value ?? null) ?? 0;
}

function label(value: Cell | undefined): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function amount(value: Cell | undefined): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
