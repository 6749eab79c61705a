/** A shape of a drawing. The colors of an image for a file are in CSS notation. */
export type Shape<Color = string> =
  | {
      readonly kind: 'path';
      /** SVG path data, which a canvas supports too. */
      readonly d: string;
      readonly fill?: Color | undefined;
      readonly stroke?: Color | undefined;
      readonly width?: number;
      readonly dash?: readonly number[];
      readonly opacity?: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly fill: Color;
      readonly size: number;
      readonly bold?: boolean;
      readonly anchor?: 'start' | 'middle' | 'end';
    };

/** The shapes with their colors in CSS notation. */
export function inColors<Color>(
  shapes: readonly Shape<Color>[],
  colorOf: (color: Color) => string,
): readonly Shape[] {
  const optional = (color: Color | undefined): string | undefined =>
    color === undefined ? undefined : colorOf(color);
  return shapes.map((shape) =>
    shape.kind === 'text'
      ? { ...shape, fill: colorOf(shape.fill) }
      : { ...shape, fill: optional(shape.fill), stroke: optional(shape.stroke) },
  );
}

/** A standalone drawing for a file, from which SVG and PNG are rendered. */
export interface ChartImage {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

export function toSvg({ width, height, background, fontFamily, shapes }: ChartImage): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(fontFamily)}">`,
    `<rect width="${width}" height="${height}" fill="${escaped(background)}"/>`,
    ...shapes.map(svgOf),
    '</svg>\n',
  ].join('\n');
}

function svgOf(shape: Shape): string {
  if (shape.kind === 'text') {
    const { x, y, size, fill, bold, anchor = 'start' } = shape;
    const weight = bold === true ? ' font-weight="600"' : '';
    return `<text x="${x}" y="${y}" font-size="${size}"${weight} text-anchor="${anchor}" fill="${escaped(fill)}">${escaped(shape.text)}</text>`;
  }
  const { d, fill = 'none', stroke = 'none', width = 1, dash = [], opacity = 1 } = shape;
  const dashes = dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
  return `<path d="${d}" fill="${escaped(fill)}" stroke="${escaped(stroke)}" stroke-width="${width}"${dashes} opacity="${opacity}"/>`;
}

/** Escapes text for attributes and content, and removes characters that are invalid in XML. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A path around a rectangle. */
export function rectanglePath(x: number, y: number, width: number, height: number, radius = 0): string {
  const [wide, high] = [width - 2 * radius, height - 2 * radius];
  const turn = (dx: number, dy: number): string => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return `M${x + radius} ${y}h${wide}${turn(radius, radius)}v${high}${turn(-radius, radius)}h${-wide}${turn(-radius, -radius)}v${-high}${turn(radius, -radius)}z`;
}

/** Some themes have a nearly transparent orange, which would hardly be visible. */
export function opaque(color: string): string {
  return color.replace(/^rgba\((.*),[^,]*\)$/, 'rgb($1)').replace(/^(#[0-9a-f]{6})[0-9a-f]{2}$/i, '$1');
}
