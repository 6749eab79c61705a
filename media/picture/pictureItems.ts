import { t } from '../../src/shared/localize';
import type { SavePicture } from '../../src/shared/protocol/picture';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { toSvg } from './picture';
import { toPng } from './png';
import type { Picture } from './picture';

/** The menu items of an image. */
export function pictureItems(
  name: string,
  build: () => Picture,
  save: (message: SavePicture) => void,
): readonly MenuItem[] {
  return [
    menuItem(
      t('Save as PNG…'),
      'file-media',
      () => void toPng(build()).then((data) => save({ kind: 'savePicture', name, format: 'png', data })),
    ),
    menuItem(t('Save as SVG…'), 'file-code', () =>
      save({ kind: 'savePicture', name, format: 'svg', data: toSvg(build()) }),
    ),
  ];
}
