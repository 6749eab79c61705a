import { visibleText } from '../base/visibleText';
import type { Shape as ImageShape } from './image';
import type { ChartShape } from '../pages/queryResults';

/** Colors are names of the theme, which the renderer resolves. */
export type Shape = ImageShape<Color>;

export type Color =
  | (typeof palette)[number]
  | 'foreground'
  | 'descriptionForeground'
  | 'editorWidget-border'
  | 'editor-background';

const palette = [
  'charts-blue',
  'charts-orange',
  'charts-green',
  'charts-purple',
  'charts-yellow',
  'charts-red',
] as const;
/** Lines also differ by dashes, for color-blind users. */
const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [10, 3, 2, 3], [4, 4], [1, 2]];

/** How many series or parts can be told apart. */
export const colorCount = palette.length;

/** The series of all others has no color of its own. */
export function colorOf(series: number, isOther = false): Color {
  return isOther ? 'descriptionForeground' : (palette[series % palette.length] ?? 'charts-blue');
}

/** A color that is used again has another dash. */
export function dashOf(series: number): readonly number[] {
  return dashes[(series + Math.floor(series / palette.length)) % dashes.length] ?? [];
}

/** A color that is used again is paler. */
export function opacityOf(series: number): number {
  return series < palette.length ? 0.85 : 0.45;
}

/** The sample of a series in a legend, drawn as in the chart. */
export function swatch(
  {
    shape,
    series,
  }: { readonly shape: ChartShape; readonly series: readonly { readonly isOther?: boolean }[] },
  index: number,
  x: number,
  y: number,
): Shape {
  const color = colorOf(index, series[index]?.isOther);
  return shape === 'line' || shape === 'area'
    ? { kind: 'path', d: `M${x} ${y}h${swatchWidth}`, stroke: color, width: 2, dash: dashOf(index) }
    : { kind: 'path', d: rectangle(x, y - 4, swatchWidth, 8), fill: color, opacity: opacityOf(index) };
}

export const swatchWidth = 26;

export function text(
  x: number,
  y: number,
  label: string,
  anchor: 'start' | 'middle' | 'end',
): Extract<Shape, { kind: 'text' }> {
  // Characters that change the direction of writing would reverse the figures next to a name.
  return { kind: 'text', x, y, text: visibleText(label), anchor, size: 11, fill: 'descriptionForeground' };
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}Z`;
}
