import type { Cell, QueryResultsState, ResultRow } from '../../src/shared/protocol/queryResults';
import { offsetAt } from '../app/format';
import type { ChartSpec } from '../elements/chartOptions';
import { epochOf } from './resultColumns';

/** Beyond this many points a bar is thinner than a pixel. */
const mostPoints = 2000;
const mostSeries = 6;

/** What to draw of the loaded rows; undefined where they hold nothing to draw. */
export function chartSpec(state: QueryResultsState, rows: readonly ResultRow[]): ChartSpec | undefined {
  const { chart, columns, view, connection } = state;
  if (!chart || rows.length === 0) return undefined;
  const indexOf = (name: string): number => columns.findIndex((column) => column.name === name);
  const x = indexOf(chart.x);
  const drawn = rows.slice(0, mostPoints);
  const isTime = columns[x]?.type === 'time';
  const sorted = isTime ? [...drawn].sort((one, other) => epoch(one[x]) - epoch(other[x])) : drawn;
  const axis = isTime
    ? { x: sorted.map((row) => epoch(row[x])) }
    : { x: sorted.map((_, index) => index), categories: sorted.map((row) => label(row[x])) };
  const [first = 0] = axis.x;
  return {
    ...axis,
    xLabel: chart.x,
    shape: chart.shape,
    series: chart.series.slice(0, mostSeries).map((name) => ({
      label: name,
      values: sorted.map((row) => amount(row[indexOf(name)])),
    })),
    offset: isTime ? offsetAt(first, view.zone, connection.serverOffset) : 0,
    axes: true,
    brush: false,
  };
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
