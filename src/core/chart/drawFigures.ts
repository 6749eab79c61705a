import { formatAmount } from '../pages/format';
import type { Plotted } from './chartModel';
import type { Size } from './plotArea';
import { colorOf, rectangle, swatch, swatchWidth, text } from './shapes';
import type { Shape } from './shapes';

const defaultHeight = 210;
const line = 20;
/** Beside a pie there is room for its names only from this width on. */
const wide = 400;
const cell = { width: 150, height: 76 };

/** The height of a chart of that width. */
export function heightOf({ shape, labels, series }: Plotted, width: number): number {
  if (shape === 'single') return Math.ceil(series.length / columnsIn(width, series.length)) * cell.height;
  return shape === 'pie' && width < wide ? defaultHeight + labels.length * line : defaultHeight;
}

/** Truncates a text to a width in pixels, at a font size. How wide a text is depends on where it is drawn. */
export type FitText = (text: string, width: number, size: number) => string;

/** A pie with its names and figures: next to it, or below where that is too narrow. */
export function pie({ series: [only], labels }: Plotted, { width }: Size, fit: FitText): Shape[] {
  const values = (only?.values ?? []).map((value) => value ?? 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  const radius = Math.max(10, Math.min(defaultHeight / 2 - 12, width / 2 - 24));
  const center = [radius + 24, defaultHeight / 2] as const;
  const [left, top] = width < wide ? [24, defaultHeight + 6] : [2 * radius + 46, 24];
  let angle = -Math.PI / 2;
  const slices = values.map((value, index): Shape => {
    const end = angle + (total === 0 ? 0 : (value / total) * 2 * Math.PI);
    const d = slice(center, radius, angle, end);
    angle = end;
    return { kind: 'path', d, fill: colorOf(index), stroke: 'editor-background', width: 1 };
  });
  const names = labels.flatMap((label, index): Shape[] => {
    const y = top + index * line;
    const share = total === 0 ? 0 : Math.round(((values[index] ?? 0) / total) * 100);
    const figures = ` · ${formatAmount(only?.exact[index] ?? null)} (${share}%)`;
    const room = width - left - 18 - figures.length * 7;
    const sentence = `${fit(label, room, 12)}${figures}`;
    return [
      { kind: 'path', d: rectangle(left, y - 9, 10, 10), fill: colorOf(index) },
      { ...text(left + 18, y, sentence, 'start'), fill: 'foreground', size: 12 },
    ];
  });
  return [...slices, ...names];
}

function slice([x, y]: readonly [number, number], radius: number, from: number, to: number): string {
  const point = (angle: number): string =>
    `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  const arc = (large: number, end: number): string => `A${radius} ${radius} 0 ${large} 1 ${point(end)}`;
  // An arc cannot end where it starts, so a whole circle is two arcs.
  if (to - from > 2 * Math.PI - 0.001) return `M${point(from)}${arc(0, from + Math.PI)}${arc(0, from)}Z`;
  return `M${x} ${y}L${point(from)}${arc(to - from > Math.PI ? 1 : 0, to)}Z`;
}

/** Values without an axis, in as many columns as fit. */
export function singleValues({ series }: Plotted, { width }: Size, fit: FitText): Shape[] {
  const columns = columnsIn(width, series.length);
  const room = width / columns - 12;
  return series.flatMap(({ name, exact: [value = null] }, index): Shape[] => {
    const x = (width / columns) * ((index % columns) + 0.5);
    const y = Math.floor(index / columns) * cell.height;
    const figure = formatAmount(value);
    const size = Math.max(10, Math.min(34, Math.floor(room / (figure.length * 0.6))));
    return [
      { ...text(x, y + 40, figure, 'middle'), size, fill: 'foreground' },
      { ...text(x, y + 64, fit(name, room, 13), 'middle'), size: 13 },
    ];
  });
}

function columnsIn(width: number, count: number): number {
  return Math.max(1, Math.min(count, Math.floor(width / cell.width)));
}

/** The names of the drawn series below a saved chart, and what is left out. */
export function legend(
  model: Plotted,
  hidden: ReadonlySet<string>,
  { width, height }: Size,
  fit: FitText,
  leftOut: string | undefined,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const { series } = model;
  const columns = columnsIn(width - 24, series.length);
  const room = (width - 24) / columns;
  const drawn = [...series.keys()].filter((index) => !hidden.has(series[index]?.name ?? ''));
  const shapes = drawn.flatMap((index, position): Shape[] => {
    const x = 12 + (position % columns) * room;
    const y = height + Math.floor(position / columns) * line + 6;
    const name = fit(series[index]?.name ?? '', room - swatchWidth - 16, 12);
    return [
      swatch(model, index, x, y),
      { ...text(x + swatchWidth + 6, y + 4, name, 'start'), size: 12, fill: 'foreground' },
    ];
  });
  const below = height + Math.ceil(drawn.length / columns) * line;
  if (leftOut === undefined) return { shapes, height: below };
  const note = { ...text(12, below + 10, fit(leftOut, width - 24, 12), 'start'), size: 12 };
  return { shapes: [...shapes, note], height: below + line };
}
