import { t } from '../../src/shared/localize';
import type { ExportFormat } from '../../src/shared/protocol/common';
import { formatCount } from '../app/format';
import { exportItems as exportAll } from '../elements/exportProgress';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import type { CopyFormat } from './copyRows';

/**
 * The export menu. An export contains all rows in the order of the query; with a filter or order, the
 * displayed rows are offered too.
 */
export function exportItems(
  shown: number | undefined,
  all: (format: ExportFormat) => void,
  onlyShown: (format: ExportFormat) => void,
): readonly MenuItem[] {
  if (shown === undefined) return exportAll(all);
  const count = formatCount(shown);
  return [
    menuItem(t('Export Rows Shown ({0}) as CSV…', count), 'table', () => onlyShown('csv')),
    menuItem(t('Export Rows Shown ({0}) as NDJSON…', count), 'json', () => onlyShown('ndjson')),
    menuItem(t('Export All Rows as CSV (Unfiltered, Unsorted)…'), 'table', () => all('csv'), true),
    menuItem(t('Export All Rows as NDJSON (Unfiltered, Unsorted)…'), 'json', () => all('ndjson')),
  ];
}

/** The menu for copying selected rows. */
export function copyItems(copy: (format: CopyFormat) => void): readonly MenuItem[] {
  return [
    menuItem(t('Copy Rows as TSV'), 'table', () => copy('tsv')),
    menuItem(t('Copy Rows as JSON'), 'json', () => copy('json')),
    menuItem(t('Copy Rows as Markdown'), 'markdown', () => copy('markdown')),
  ];
}
