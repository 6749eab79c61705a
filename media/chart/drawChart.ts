import { languageTag } from '../../src/shared/localize';
import type { ChartModel } from './chartModel';
import type { PlotArea } from './plotArea';
import { colourOf, dashOf, rectangle } from './shapes';
import type { Shape } from './shapes';

/** The shapes of a chart, in drawing order. */
export function drawChart(model: ChartModel, area: PlotArea, hidden: ReadonlySet<string>): readonly Shape[] {
  if (model.shape === 'single') return single(model, area);
  if (model.shape === 'pie') return pie(model, area);
  return [...grid(model, area), ...series(model, area, hidden)];
}

/** Created once, because a chart may have thousands of values. */
let valueFormat: Intl.NumberFormat | undefined;

export function formatValue(value: number | null): string {
  if (value === null) return '–';
  valueFormat ??= new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 3 });
  return valueFormat.format(value);
}

function grid(model: ChartModel, area: PlotArea): Shape[] {
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
  return [...lines, ...xLabels(model, area)];
}

const labelRoom = 86;

function xLabels(model: ChartModel, area: PlotArea): Shape[] {
  const most = Math.max(1, Math.floor((area.right - area.left) / labelRoom));
  const every = Math.ceil(model.labels.length / most);
  const span = (model.times?.at(-1) ?? 0) - (model.times?.[0] ?? 0);
  return model.labels.flatMap((label, index): Shape[] => {
    if (index % every !== 0) return [];
    const time = model.times?.[index];
    const words = time === undefined ? label : timeLabel(time, model.offset, span);
    return [text(area.xOf(index), area.bottom + 16, shorten(words), 'middle')];
  });
}

/** As precise as the span requires: times within days, dates beyond. */
function timeLabel(epoch: number, offset: number, span: number): string {
  const written = new Date(epoch + offset * 60_000).toISOString();
  if (span > 4 * 86_400_000) return written.slice(5, 10);
  const clock = written.slice(11, span < 300_000 ? 19 : 16);
  return span > 86_400_000 ? `${written.slice(5, 10)} ${clock}` : clock;
}

function series(model: ChartModel, area: PlotArea, hidden: ReadonlySet<string>): Shape[] {
  const shown = model.series
    .map((each, index) => ({ ...each, index }))
    .filter(({ name }) => !hidden.has(name));
  const below: number[] = model.labels.map(() => 0);
  return shown.flatMap(({ values, index }, place): Shape[] => {
    const colour = colourOf(index);
    switch (model.shape) {
      case 'bar':
        return [{ kind: 'path', d: bars(values, area, place, shown.length), fill: colour, opacity: 0.85 }];
      case 'stacked':
        return [{ kind: 'path', d: stack(values, area, below), fill: colour, opacity: 0.85 }];
      default:
        return lines(model, area, values, index);
    }
  });
}

function bars(values: readonly (number | null)[], area: PlotArea, place: number, count: number): string {
  const width = Math.max(1, Math.min(64, (area.band * 0.84) / count));
  return values
    .map((value, index) => {
      if (value === null) return '';
      const x = area.xOf(index) + (place - count / 2) * width;
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

function lines(
  model: ChartModel,
  area: PlotArea,
  values: readonly (number | null)[],
  index: number,
): Shape[] {
  const runs = withoutGaps(model, values).map((run) =>
    run.map((at) => [area.xOf(at), area.yOf(values[at] ?? 0)] as const),
  );
  const colour = colourOf(index);
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
    ...(model.shape === 'area' ? [{ kind: 'path', d: filled, fill: colour, opacity: 0.2 } as const] : []),
    { kind: 'path', d: runs.map(path).join(''), stroke: colour, width: 1.5, dash: dashOf(index) },
    ...(dots === '' ? [] : [{ kind: 'path', d: dots, fill: colour } as const]),
  ];
}

/** Splits at missing points, so that no line is drawn across a gap. */
function withoutGaps(
  { times, step }: Pick<ChartModel, 'times' | 'step'>,
  values: readonly (number | null)[],
): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let before: number | undefined;
  values.forEach((value, index) => {
    if (value === null) return;
    const joined =
      before === index - 1 && (!times || (times[index] ?? 0) - (times[index - 1] ?? 0) < step * 1.5);
    if (joined) runs.at(-1)?.push(index);
    else runs.push([index]);
    before = index;
  });
  return runs;
}

function pie({ series: [only], labels }: ChartModel, area: PlotArea): Shape[] {
  const values = (only?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  const radius = Math.max(10, Math.min(area.height / 2 - 12, area.width / 4));
  const [x, y] = [radius + 24, area.height / 2];
  let angle = -Math.PI / 2;
  const slices = values.map((value, index): Shape => {
    const end = angle + (total === 0 ? 0 : (value / total) * 2 * Math.PI);
    const d = slice(x, y, radius, angle, end);
    angle = end;
    return { kind: 'path', d, fill: colourOf(index), stroke: 'editor-background', width: 1 };
  });
  const names = labels.map((label, index): Shape => {
    const share = total === 0 ? 0 : Math.round(((values[index] ?? 0) / total) * 100);
    const words = `${shorten(label, 40)} · ${formatValue(only?.values[index] ?? null)} (${share}%)`;
    return { ...text(x + radius + 40, 24 + index * 20, words, 'start'), colour: 'foreground', size: 12 };
  });
  const marks = labels.map((_, index): Shape => ({
    kind: 'path',
    d: rectangle(x + radius + 22, 15 + index * 20, 10, 10),
    fill: colourOf(index),
  }));
  return [...slices, ...marks, ...names];
}

function slice(x: number, y: number, radius: number, from: number, to: number): string {
  // An arc cannot end where it starts, so a full circle is slightly shortened.
  const end = Math.min(to, from + 2 * Math.PI - 0.0001);
  const point = (angle: number): string =>
    `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  const large = end - from > Math.PI ? 1 : 0;
  return `M${x} ${y}L${point(from)}A${radius} ${radius} 0 ${large} 1 ${point(end)}Z`;
}

function single({ series: all }: ChartModel, area: PlotArea): Shape[] {
  const width = area.width / Math.max(1, all.length);
  return all.flatMap(({ name, values }, index): Shape[] => {
    const x = width * (index + 0.5);
    return [
      {
        ...text(x, area.height / 2, formatValue(values[0] ?? null), 'middle'),
        size: 34,
        colour: 'foreground',
      },
      { ...text(x, area.height / 2 + 28, shorten(name, 40), 'middle'), size: 13 },
    ];
  });
}

function text(
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end',
): Extract<Shape, { kind: 'text' }> {
  return { kind: 'text', x, y, text: words, anchor, size: 11, colour: 'descriptionForeground' };
}

function shorten(words: string, most = 14): string {
  return words.length > most ? `${words.slice(0, most - 1)}…` : words;
}
