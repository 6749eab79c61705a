import { csvLine } from '../../src/shared/csv/csvLine';
import { formatWireTime } from '../../src/shared/wire/time';
import { opaque } from '../picture/picture';
import type { Picture } from '../picture/picture';
import { themeValue } from '../picture/themeColours';
import type { ChartModel } from './chartModel';
import type { Size } from './plotArea';
import type { Colour, Shape } from './shapes';

/** The chart as an image in the current theme colors. */
export function chartPicture({
  shapes,
  width,
  height,
}: Size & { readonly shapes: readonly Shape[] }): Picture {
  const background = themeValue('editor-background', '#fff');
  const colourOf = (name: Colour): string => {
    if (name === 'editor-background') return background;
    const colour = themeValue(name, themeValue('foreground', '#888'));
    return name.startsWith('charts-') ? opaque(colour) : colour;
  };
  return {
    width,
    height,
    background,
    fontFamily: themeValue('font-family', 'sans-serif'),
    shapes: shapes.map((shape) =>
      shape.kind === 'text'
        ? { ...shape, fill: colourOf(shape.fill) }
        : {
            ...shape,
            fill: shape.fill && colourOf(shape.fill),
            stroke: shape.stroke && colourOf(shape.stroke),
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
