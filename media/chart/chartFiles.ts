import { csvLine } from '../../src/shared/csv/csvLine';
import { formatWireTime } from '../../src/shared/wire/time';
import { opaque } from '../picture/themeColours';
import type { ChartModel } from './chartModel';
import type { Size } from './plotArea';
import type { Colour, Shape } from './shapes';

/** The chart as an SVG file in the current theme colors. */
export function chartSvg(shapes: readonly Shape[], { width, height }: Size): string {
  const { colour, family } = themeOf();
  const drawn = shapes.map((shape) => {
    if (shape.kind === 'text') {
      const { x, y, anchor, size, text } = shape;
      return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="${escape(colour(shape.colour))}">${escape(text)}</text>`;
    }
    const fill = shape.fill ? colour(shape.fill) : 'none';
    const stroke = shape.stroke
      ? ` stroke="${escape(colour(shape.stroke))}" stroke-width="${shape.width ?? 1}"`
      : '';
    const dash = shape.dash?.length ? ` stroke-dasharray="${shape.dash.join(' ')}"` : '';
    return `<path d="${shape.d}" fill="${escape(fill)}"${stroke}${dash} opacity="${shape.opacity ?? 1}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${escape(family)}"><rect width="100%" height="100%" fill="${escape(colour('editor-background'))}"/>${drawn.join('')}</svg>\n`;
}

/** The same as a PNG with twice the resolution, in Base64. */
export function chartPng(shapes: readonly Shape[], { width, height }: Size): string {
  const scale = 2;
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (!context) return '';
  const { colour, family } = themeOf();
  context.scale(scale, scale);
  context.fillStyle = colour('editor-background');
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) paint(context, shape, colour, family);
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}

function paint(
  context: CanvasRenderingContext2D,
  shape: Shape,
  colour: (name: Colour) => string,
  family: string,
): void {
  if (shape.kind === 'text') {
    context.globalAlpha = 1;
    context.font = `${shape.size}px ${family}`;
    context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
    context.fillStyle = colour(shape.colour);
    context.fillText(shape.text, shape.x, shape.y);
    return;
  }
  const path = new Path2D(shape.d);
  context.globalAlpha = shape.opacity ?? 1;
  context.setLineDash([...(shape.dash ?? [])]);
  context.lineWidth = shape.width ?? 1;
  if (shape.fill) {
    context.fillStyle = colour(shape.fill);
    context.fill(path);
  }
  if (shape.stroke) {
    context.strokeStyle = colour(shape.stroke);
    context.stroke(path);
  }
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

function themeOf(): { readonly colour: (name: Colour) => string; readonly family: string } {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  return {
    colour: (name) => {
      const colour = value(name, name === 'editor-background' ? '#fff' : value('foreground', '#888'));
      return name.startsWith('charts-') ? opaque(colour) : colour;
    },
    family: value('font-family', 'sans-serif'),
  };
}

function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
