import { t } from '../../src/shared/localize';
import type { SaveImage } from '../../src/shared/protocol/common';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { toSvg } from '../../src/shared/chart/image';
import { toPng } from './png';
import type { ChartImage } from '../../src/shared/chart/image';

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
