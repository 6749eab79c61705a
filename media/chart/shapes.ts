/** One shape of a drawing. Colors are names of the theme, which the renderer resolves. */
export type Shape =
  | {
      readonly kind: 'path';
      /** SVG path data, which a canvas supports too. */
      readonly d: string;
      readonly fill?: Colour;
      readonly stroke?: Colour;
      readonly width?: number;
      readonly dash?: readonly number[];
      readonly opacity?: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly size: number;
      readonly colour: Colour;
    };

export type Colour =
  | 'charts-blue'
  | 'charts-orange'
  | 'charts-green'
  | 'charts-purple'
  | 'charts-yellow'
  | 'charts-red'
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

export function colourOf(series: number): Colour {
  return palette[series % palette.length] ?? 'charts-blue';
}

export function dashOf(series: number): readonly number[] {
  return dashes[series % dashes.length] ?? [];
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}Z`;
}
