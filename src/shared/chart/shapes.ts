import { visibleText } from '../visibleText';
import type { Shape as PictureShape } from './image';
import type { ChartShape } from '../protocol/queryResults';

/** Colors are names of the theme, which the renderer resolves. */
export type Shape = PictureShape<Color>;

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

export function colorOf(series: number): Color {
  return palette[series % palette.length] ?? 'charts-blue';
}

export function dashOf(series: number): readonly number[] {
  return dashes[series % dashes.length] ?? [];
}

/** The sample of a series in a legend, drawn as in the chart. */
export function swatch(shape: ChartShape, series: number, x: number, y: number): Shape {
  const color = colorOf(series);
  return shape === 'line' || shape === 'area'
    ? { kind: 'path', d: `M${x} ${y}h${swatchWidth}`, stroke: color, width: 2, dash: dashOf(series) }
    : { kind: 'path', d: rectangle(x, y - 4, swatchWidth, 8), fill: color };
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
