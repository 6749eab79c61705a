/** A shape of an image. Colors are in CSS notation. */
export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius?: number;
      readonly fill?: string;
      readonly stroke?: string;
    }
  | {
      readonly kind: 'path';
      /** SVG path data. */
      readonly data: string;
      readonly fill?: string;
      readonly stroke?: string;
      readonly dashed?: boolean;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly fill: string;
      readonly size: number;
      readonly bold?: boolean;
      readonly anchor?: 'start' | 'middle' | 'end';
    };

/** A standalone drawing for a file, from which SVG and PNG are rendered. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly fontFamily: string;
  readonly shapes: readonly Shape[];
}

const dash = [5, 4];

export function toSvg({ width, height, background, fontFamily, shapes }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(fontFamily)}">`,
    `<rect width="${width}" height="${height}" fill="${escaped(background)}"/>`,
    ...shapes.map(svgOf),
    '</svg>\n',
  ].join('\n');
}

function svgOf(shape: Shape): string {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, radius = 0 } = shape;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint(shape)}/>`;
    }
    case 'path': {
      const dashes = shape.dashed === true ? ` stroke-dasharray="${dash.join(' ')}"` : '';
      return `<path d="${escaped(shape.data)}" ${paint(shape)}${dashes}/>`;
    }
    case 'text': {
      const { x, y, size, bold, anchor = 'start' } = shape;
      const weight = bold === true ? ' font-weight="600"' : '';
      return `<text x="${x}" y="${y}" font-size="${size}"${weight} text-anchor="${anchor}" ${paint(shape)}>${escaped(shape.text)}</text>`;
    }
  }
}

function paint({ fill = 'none', stroke = 'none' }: { fill?: string; stroke?: string }): string {
  return `fill="${escaped(fill)}" stroke="${escaped(stroke)}"`;
}

/** Escapes text for attributes and content, and removes characters that are invalid in XML. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Sharp on high-resolution screens. */
const scale = 2;
/** The maximum size that browsers render. */
const largestSide = 8000;

/** A PNG in Base64. */
export async function toPng(picture: Picture): Promise<string> {
  const { width, height } = picture;
  const factor = Math.min(scale, largestSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * factor);
  canvas.height = Math.ceil(height * factor);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot create images.');
  context.scale(factor, factor);
  context.fillStyle = picture.background;
  context.fillRect(0, 0, width, height);
  for (const shape of picture.shapes) draw(context, shape, picture.fontFamily);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return base64Of(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)));
}

function draw(context: CanvasRenderingContext2D, shape: Shape, fontFamily: string): void {
  context.setLineDash(shape.kind === 'path' && shape.dashed === true ? dash : []);
  if (shape.kind === 'text') {
    context.font = `${shape.bold === true ? '600 ' : ''}${shape.size}px ${fontFamily}`;
    context.textAlign = shape.anchor === 'middle' ? 'center' : (shape.anchor ?? 'start');
    context.fillStyle = shape.fill;
    context.fillText(shape.text, shape.x, shape.y);
    return;
  }
  const path = shape.kind === 'path' ? new Path2D(shape.data) : rounded(shape);
  if (shape.fill !== undefined) {
    context.fillStyle = shape.fill;
    context.fill(path);
  }
  if (shape.stroke !== undefined) {
    context.strokeStyle = shape.stroke;
    context.stroke(path);
  }
}

function rounded({ x, y, width, height, radius = 0 }: Extract<Shape, { kind: 'rect' }>): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(index, index + 0x8000));
  }
  return btoa(text);
}
