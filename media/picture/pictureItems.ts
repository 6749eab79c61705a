import { t } from '../../src/shared/localize';
import type { SavePicture } from '../../src/shared/protocol/picture';
import type { MenuItem } from '../elements/popupMenu';
import { toPng, toSvg } from './picture';
import type { Picture } from './picture';

/** The menu items of an image. */
export function pictureItems(
  name: string,
  build: () => Picture,
  save: (message: SavePicture) => void,
): readonly MenuItem[] {
  return [
    {
      label: t('Save as PNG…'),
      icon: 'file-media',
      run: () => void toPng(build()).then((data) => save({ kind: 'savePicture', name, format: 'png', data })),
    },
    {
      label: t('Save as SVG…'),
      icon: 'file-code',
      run: () => save({ kind: 'savePicture', name, format: 'svg', data: toSvg(build()) }),
    },
  ];
}
