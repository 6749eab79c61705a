import { t } from '../base/localize';
import type { Cell, ChartShape, QueryResultsState, ResultChart, ResultRow } from '../pages/queryResults';
import { exactInteger } from '../base/integers';
import type { Integer64 } from '../base/integers';
import { epochOf, offsetAt } from '../pages/format';
import { drawnSeries } from './drawnSeries';
import type { DrawnSeries, PlottedSeries } from './drawnSeries';
import { colorCount } from './shapes';

/** With more points, a bar would be thinner than a pixel. */
const maxPoints = 2000;

/** What is drawn. */
export interface Plotted {
  readonly shape: ChartShape;
  /** Sorted epoch milliseconds; undefined if x is not a time. */
  readonly times: readonly number[] | undefined;
  /** Milliseconds between two points without a gap; 0 if there are no gaps. */
  readonly step: number;
  readonly labels: readonly string[];
  /** The first and the last time, if x is labeled otherwise. */
  readonly range?: readonly [number, number];
  readonly series: readonly PlottedSeries[];
  /** The points that are shaded, such as failures. */
  readonly shaded?: readonly number[];
  /** The first point, if its interval began before the period of the query, and the last, if its had not ended. */
  readonly incomplete?: readonly number[] | undefined;
  /** The offset of a displayed time, in minutes east of UTC. */
  readonly offsetAt: (epoch: number) => number;
}

/** The chart of a result. */
export interface ChartModel extends Plotted {
  /** Other chart types for this result. */
  readonly shapes: readonly ChartShape[];
  readonly xName: string;
  /** The points and series that are not drawn. */
  readonly left: { readonly points: number; readonly series: number };
  /** All series to select from, if not all can be drawn. */
  readonly ranked: DrawnSeries['ranked'];
}

/** The chart of the loaded rows; undefined if there is nothing to draw. */
export function chartModel(
  state: QueryResultsState,
  rows: readonly ResultRow[],
  total: number,
): ChartModel | undefined {
  const { chart, columns, view, connection } = state;
  if (!chart) return undefined;
  const indexOf = (name: string): number => columns.findIndex((column) => column.name === name);
  const x = chart.x.map(indexOf);
  const [first = -1] = x;
  const isTime = x.length === 1 && columns[first]?.type === 'time';
  const { drawn, times, taken } = isTime
    ? timedPoints(chart, rows, state.rowCount, first)
    : pointsOf(rows.slice(0, maxPoints));
  if (drawn.length === 0) return undefined;
  const all = chart.series.map((name) => seriesOf(name, drawn, indexOf(name), chart.counts));
  const shapes = shapesFor(isTime, all, chart.shape);
  const shape = shapes.find((each) => each === view.chartShape) ?? chart.shape;
  const { series, left, ranked } = drawnSeries(all, { ...chart, shape }, view.chartSeries);
  return {
    shape,
    shapes,
    xName: chart.x.join(', '),
    times,
    step: stepOf(times),
    labels: drawn.map((row) => x.map((index) => label(row[index])).join(' · ')),
    series,
    left: { points: Math.max(0, total - taken), series: left },
    incomplete: incompleteOf(chart, times),
    ranked,
    offsetAt: (epoch) => offsetAt(epoch, view.zone, connection.serverOffset),
  };
}

/** The platform has no value for a count of nothing. */
function seriesOf(name: string, rows: readonly ResultRow[], index: number, areCounts = false): PlottedSeries {
  const exact = rows.map((row) => amount(row[index]) ?? (areCounts ? 0 : null));
  return { name, exact, values: exact.map((value) => (value === null ? null : Number(value))) };
}

interface Points {
  readonly drawn: readonly ResultRow[];
  readonly times?: readonly number[];
  /** The number of rows. */
  readonly taken: number;
}

function pointsOf(drawn: readonly ResultRow[]): Points {
  return { drawn, taken: drawn.length };
}

function timedPoints(
  { counts, span }: ResultChart,
  rows: readonly ResultRow[],
  rowCount: number,
  x: number,
): Points {
  const timed = inTime(rows, x);
  // With a filter, intervals without a row may have events.
  const isWhole = counts === true && rows.length >= rowCount;
  const all = withEmptyIntervals(timed, isWhole ? span : undefined);
  return { drawn: all.map(({ row }) => row), times: all.map(({ time }) => time), taken: timed.length };
}

interface TimedRow {
  readonly row: ResultRow;
  readonly time: number;
}

/** The rows with a time, in its order. */
function inTime(rows: readonly ResultRow[], x: number): readonly TimedRow[] {
  const timed = rows.flatMap((row) => {
    const time = epochOf(row[x]);
    return time === undefined ? [] : [{ row, time }];
  });
  return timed.slice(0, maxPoints).sort((one, other) => one.time - other.time);
}

/** The platform returns no row for an interval without events. Where the clock changes, intervals differ. */
function withEmptyIntervals(rows: readonly TimedRow[], span: number | undefined): readonly TimedRow[] {
  const [first, last] = [rows[0]?.time, rows.at(-1)?.time];
  if (span === undefined || first === undefined || last === undefined) return rows;
  const count = (last - first) / span + 1;
  if (count > maxPoints || rows.some(({ time }) => (time - first) % span !== 0)) return rows;
  const byTime = new Map(rows.map((timed) => [timed.time, timed]));
  const times = Array.from({ length: count }, (_, index) => first + index * span);
  return times.map((time) => byTime.get(time) ?? { row: [], time });
}

function incompleteOf({ span, from, until }: ResultChart, times: readonly number[] = []): readonly number[] {
  const isCut = (time: number | undefined, at: number | undefined, isInside: boolean): boolean =>
    time !== undefined && at !== undefined && (isInside ? time <= at : time < at) && at < time + length;
  const length = span ?? stepOf(times);
  const last = times.length - 1;
  const ends = isCut(times[last], until, true) ? [last] : [];
  return isCut(times[0], from, false) ? [...new Set([0, ...ends])] : ends;
}

function shapesFor(
  isTime: boolean,
  series: ChartModel['series'],
  selected: ChartShape,
): readonly ChartShape[] {
  if (selected === 'single') return ['single'];
  const axis: readonly ChartShape[] = isTime ? ['line', 'area', 'bar'] : ['bar'];
  // Parts of a whole are not negative.
  if (series.some(({ values }) => values.some((value) => (value ?? 0) < 0))) return axis;
  if (series.length > 1) return [...axis, 'stacked'];
  const isFew = series.every(({ values }) => values.length <= colorCount);
  return isFew && !isTime ? [...axis, 'pie'] : axis;
}

/** The smallest distance between two points: a larger one is a gap. */
function stepOf(times: readonly number[] = []): number {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const least = Math.min(...steps.filter((step) => step > 0));
  return Number.isFinite(least) ? least : 1000;
}

function label(value: Cell | undefined): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return t('empty text');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function amount(value: Cell | undefined): Integer64 | null {
  if (typeof value === 'string')
    return /^-?\d+$/.test(value) ? exactInteger(value) : amount(Number(value || NaN));
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
