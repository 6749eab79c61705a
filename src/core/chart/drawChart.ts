import { day, hour, minute, second } from '../time/durations';
import { timeLabel } from '../pages/format';
import { languageTag } from '../base/localize';
import type { Plotted } from './chartModel';
import { pie, singleValues } from './drawFigures';
import type { FitText } from './drawFigures';
import type { PlotArea } from './plotArea';
import { colorOf, dashOf, opacityOf, rectangle, text } from './shapes';
import type { Shape } from './shapes';

/** The shapes of a chart, in drawing order. */
export function drawChart(
  model: Plotted,
  area: PlotArea,
  hidden: ReadonlySet<string>,
  fit: FitText,
): readonly Shape[] {
  if (model.shape === 'single') return singleValues(model, area, fit);
  if (model.shape === 'pie') return pie(model, area, fit);
  return [...grid(model, area, fit), ...shades(model, area), ...series(model, area, hidden)];
}

/** As high as the chart, because a run that failed may have taken no time. */
function shades({ shaded = [], incomplete = [] }: Plotted, { xOf, band, top, bottom }: PlotArea): Shape[] {
  const width = Math.max(2, Math.min(64, band));
  const path = (from: number, height: number, points = shaded): string =>
    points.map((index) => rectangle(xOf(index) - width / 2, from, width, height)).join('');
  if (incomplete.length > 0) {
    return [
      {
        kind: 'path',
        d: path(top, bottom - top, incomplete),
        fill: 'descriptionForeground',
        opacity: 0.12,
      },
    ];
  }
  if (shaded.length === 0) return [];
  return [
    { kind: 'path', d: path(top, bottom - top), fill: 'charts-red', opacity: 0.2 },
    { kind: 'path', d: path(bottom, 3), fill: 'charts-red' },
  ];
}

function grid(model: Plotted, area: PlotArea, fit: FitText): Shape[] {
  const compact = new Intl.NumberFormat(languageTag(), { notation: 'compact' });
  const lines = area.yTicks.flatMap((tick): Shape[] => [
    {
      kind: 'path',
      d: `M${area.left} ${area.yOf(tick).toFixed(1)}H${area.right}`,
      stroke: 'editorWidget-border',
      width: 1,
      opacity: tick === 0 ? 1 : 0.5,
    },
    text(area.left - 6, area.yOf(tick) + 4, compact.format(tick), 'end'),
  ]);
  return [...lines, ...xLabels(model, area, fit)];
}

const labelRoom = 86;
/** Times are short. */
const timeRoom = 70;

function xLabels(model: Plotted, area: PlotArea, fit: FitText): Shape[] {
  const maxTicks = (room: number): number => Math.max(1, Math.floor((area.right - area.left) / room));
  if (model.times)
    return timeTicks(area.timeRange, maxTicks(timeRoom), model.offsetAt).map(({ time, text: label }) =>
      text(area.xAt(time), area.bottom + 16, label, 'middle'),
    );
  const every = Math.ceil(model.labels.length / maxTicks(labelRoom));
  const room = Math.max(labelRoom, every * area.band) - 8;
  return model.labels.flatMap((label, index): Shape[] =>
    index % every === 0 ? [text(area.xOf(index), area.bottom + 16, fit(label, room, 11), 'middle')] : [],
  );
}

function series(model: Plotted, area: PlotArea, hidden: ReadonlySet<string>): Shape[] {
  const shown = model.series
    .map((each, index) => ({ ...each, index }))
    .filter(({ name }) => !hidden.has(name));
  const below: number[] = model.labels.map(() => 0);
  return shown.flatMap(({ values, index, isOther }, position): Shape[] => {
    const fill = colorOf(index, isOther);
    const opacity = opacityOf(index);
    switch (model.shape) {
      case 'bar':
        return [{ kind: 'path', d: bars(values, area, position, shown.length), fill, opacity }];
      case 'stacked':
        return [{ kind: 'path', d: stack(values, area, below), fill, opacity }];
      default:
        return lines(model, area, index);
    }
  });
}

function bars(values: readonly (number | null)[], area: PlotArea, position: number, count: number): string {
  const width = Math.max(1, Math.min(64, (area.band * 0.84) / count));
  return values
    .map((value, index) => {
      if (value === null) return '';
      const x = area.xOf(index) + (position - count / 2) * width;
      const [zero, top] = [area.yOf(0), area.yOf(value)];
      return rectangle(x, Math.min(zero, top), Math.max(1, width - 1), Math.abs(zero - top));
    })
    .join('');
}

/** Adds the values to the base line of the next series. */
function stack(values: readonly (number | null)[], area: PlotArea, below: number[]): string {
  const width = Math.max(1, Math.min(64, area.band * 0.84));
  return values
    .map((value, index) => {
      const from = below[index] ?? 0;
      const to = from + Math.max(0, value ?? 0);
      below[index] = to;
      const [bottom, top] = [area.yOf(from), area.yOf(to)];
      return to === from
        ? ''
        : rectangle(area.xOf(index) - width / 2, top, Math.max(1, width - 1), bottom - top);
    })
    .join('');
}

function lines(model: Plotted, area: PlotArea, index: number): Shape[] {
  const { values = [], isOther } = model.series[index] ?? {};
  const runs = withoutGaps(model, values).map((run) =>
    run.map((at) => [area.xOf(at), area.yOf(values[at] ?? 0)] as const),
  );
  const color = colorOf(index, isOther);
  const path = (run: readonly (readonly [number, number])[]): string =>
    run.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  // A single point has no line, so it is drawn as a dot.
  const dots = runs
    .filter((run) => run.length === 1)
    .map(([[x, y] = [0, 0]]) => rectangle(x - 2, y - 2, 4, 4))
    .join('');
  const filled = runs
    .filter((run) => run.length > 1)
    .map((run) => `${path(run)}V${area.yOf(0).toFixed(1)}H${(run[0]?.[0] ?? 0).toFixed(1)}Z`)
    .join('');
  return [
    ...(model.shape === 'area' ? [{ kind: 'path', d: filled, fill: color, opacity: 0.2 } as const] : []),
    { kind: 'path', d: runs.map(path).join(''), stroke: color, width: 1.5, dash: dashOf(index) },
    ...(dots === '' ? [] : [{ kind: 'path', d: dots, fill: color } as const]),
  ];
}

/** Splits at missing points, so that no line is drawn across a gap. */
function withoutGaps(
  { times, step }: Pick<Plotted, 'times' | 'step'>,
  values: readonly (number | null)[],
): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let before: number | undefined;
  values.forEach((value, index) => {
    if (value === null) return;
    const joined =
      before === index - 1 &&
      (!times || step === 0 || (times[index] ?? 0) - (times[index - 1] ?? 0) < step * 1.5);
    if (joined) runs.at(-1)?.push(index);
    else runs.push([index]);
    before = index;
  });
  return runs;
}

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
