import { t } from '../../src/shared/localize';
import type { MenuItem } from '../elements/popupMenu';
import type { CopyFormat } from './copyRows';

/** The ways to copy the selected rows. */
export function copyItems(copy: (format: CopyFormat) => void): readonly MenuItem[] {
  const item = (label: string, icon: string, format: CopyFormat): MenuItem => ({
    label,
    icon,
    run: () => {
      copy(format);
    },
  });
  return [
    item(t('Copy Rows as TSV'), 'table', 'tsv'),
    item(t('Copy Rows as JSON'), 'json', 'json'),
    item(t('Copy Rows as Markdown'), 'markdown', 'markdown'),
  ];
}
