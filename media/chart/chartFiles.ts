import { csvLine } from '../../src/shared/csv/csvLine';
import { formatWireTime } from '../../src/shared/wire/time';
import { opaque } from '../image/image';
import type { ChartImage } from '../image/image';
import { themeValue } from '../image/themeColors';
import type { ChartModel } from './chartModel';
import type { Size } from './plotArea';
import type { Color, Shape } from './shapes';

/** The chart as an image in the current theme colors. */
export function chartImage({
  shapes,
  width,
  height,
}: Size & { readonly shapes: readonly Shape[] }): ChartImage {
  const background = themeValue('editor-background', '#fff');
  const colorOf = (name: Color): string => {
    if (name === 'editor-background') return background;
    const color = themeValue(name, themeValue('foreground', '#888'));
    return name.startsWith('charts-') ? opaque(color) : color;
  };
  return {
    width,
    height,
    background,
    fontFamily: themeValue('font-family', 'sans-serif'),
    shapes: shapes.map((shape) =>
      shape.kind === 'text'
        ? { ...shape, fill: colorOf(shape.fill) }
        : {
            ...shape,
            fill: shape.fill && colorOf(shape.fill),
            stroke: shape.stroke && colorOf(shape.stroke),
          },
    ),
  };
}

/** The data of the chart. */
export function chartCsv({ xName, times, labels, series, offsetAt }: ChartModel): string {
  const x = (index: number): string => {
    const time = times?.[index];
    return time === undefined ? (labels[index] ?? '') : formatWireTime(new Date(time), offsetAt(time));
  };
  const rows = labels.map((_, index) => [x(index), ...series.map(({ exact }) => String(exact[index] ?? ''))]);
  const all = [[xName, ...series.map(({ name }) => name)], ...rows];
  return all.map((row) => `${csvLine(row)}\n`).join('');
}
