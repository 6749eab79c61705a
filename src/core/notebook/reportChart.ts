import { chartModel } from '../chart/chartModel';
import { leftOutText } from '../chart/drawnSeries';
import { drawChart } from '../chart/drawChart';
import { heightOf, legend } from '../chart/drawFigures';
import type { FitText } from '../chart/drawFigures';
import { inColors, toSvg } from '../chart/image';
import { plotArea } from '../chart/plotArea';
import type { Color } from '../chart/shapes';
import { truncatedText } from '../privacy/plainText';
import type { CellOutput } from '../pages/notebook';

const width = 720;
const none: ReadonlySet<string> = new Set();

/** The chart of a result as SVG, in the given colors; undefined if the result has none. */
export function reportChart(output: CellOutput, colors: Readonly<Record<Color, string>>): string | undefined {
  const model = chartModel(output.state, output.rows, output.rows.length);
  if (model === undefined) return undefined;
  const area = plotArea(model, { width, height: heightOf(model, width) }, none);
  const names =
    model.series.length > 1 && model.shape !== 'single'
      ? legend(model, none, area, estimated, leftOutText(model.left.series))
      : undefined;
  const shapes = [...drawChart(model, area, none, estimated), ...(names?.shapes ?? [])];
  return toSvg({
    width,
    height: names?.height ?? area.height,
    background: colors['editor-background'],
    fontFamily: 'system-ui, sans-serif',
    shapes: inColors(shapes, (color) => colors[color]),
  });
}

/** Without a font to measure: Chinese, Japanese and Korean characters are as wide as high, others about half as wide. */
const estimated: FitText = (text, room, size) => {
  const widthOf = (part: string): number =>
    Array.from(part).reduce(
      (sum, sign) =>
        sum + (/[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]/.test(sign) ? size : size * 0.56),
      0,
    );
  if (widthOf(text) <= room) return text;
  let length = text.length;
  while (length > 0 && widthOf(`${truncatedText(text, length)}…`) > room) length--;
  return `${truncatedText(text, length)}…`;
};
