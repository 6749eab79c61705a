import { t } from '../../src/core/base/localize';
import type { SaveImage } from '../../src/core/pages/common';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { toSvg } from '../../src/core/chart/image';
import type { ChartImage, Shape } from '../../src/core/chart/image';

/** The menu items of an image. */
export function imageItems(
  name: string,
  build: () => ChartImage,
  save: (message: SaveImage) => void,
): readonly MenuItem[] {
  return [
    menuItem(
      t('Save as PNG…'),
      'file-media',
      () => void toPng(build()).then((data) => save({ kind: 'saveImage', name, format: 'png', data })),
    ),
    menuItem(t('Save as SVG…'), 'file-code', () =>
      save({ kind: 'saveImage', name, format: 'svg', data: toSvg(build()) }),
    ),
  ];
}

/** Sharp on high-resolution screens. */
const scale = 2;
/** The maximum size that browsers render. */
const maxSide = 8000;

/** A PNG in Base64. */
export async function toPng(image: ChartImage): Promise<string> {
  const { width, height } = image;
  const factor = Math.min(scale, maxSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * factor);
  canvas.height = Math.ceil(height * factor);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot create images.');
  context.scale(factor, factor);
  context.fillStyle = image.background;
  context.fillRect(0, 0, width, height);
  for (const shape of image.shapes) draw(context, shape, image.fontFamily);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return base64Of(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)));
}

function draw(context: CanvasRenderingContext2D, shape: Shape, fontFamily: string): void {
  if (shape.kind === 'text') {
    context.globalAlpha = 1;
    context.font = `${shape.bold === true ? '600 ' : ''}${shape.size}px ${fontFamily}`;
    context.textAlign = shape.anchor === 'middle' ? 'center' : (shape.anchor ?? 'start');
    context.fillStyle = shape.fill;
    context.fillText(shape.text, shape.x, shape.y);
    return;
  }
  const path = new Path2D(shape.d);
  context.globalAlpha = shape.opacity ?? 1;
  context.setLineDash([...(shape.dash ?? [])]);
  context.lineWidth = shape.width ?? 1;
  if (shape.fill !== undefined) {
    context.fillStyle = shape.fill;
    context.fill(path);
  }
  if (shape.stroke !== undefined) {
    context.strokeStyle = shape.stroke;
    context.stroke(path);
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(index, index + 0x8000));
  }
  return btoa(text);
}
