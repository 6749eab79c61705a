import { t } from '../../src/core/base/localize';
import type { SaveImage } from '../../src/core/pages/common';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { toSvg } from '../../src/core/chart/image';
import { toPng } from './png';
import type { ChartImage } from '../../src/core/chart/image';

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
