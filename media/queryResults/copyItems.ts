import { t } from '../../src/shared/localize';
import type { ExportFormat } from '../../src/shared/protocol/common';
import { formatCount } from '../app/format';
import { exportItems as exportAll } from '../elements/exportProgress';
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
  const item = (
    label: string,
    icon: string,
    start: (format: ExportFormat) => void,
    format: ExportFormat,
  ): MenuItem => ({
    label,
    icon,
    run: () => start(format),
  });
  const count = formatCount(shown);
  return [
    item(t('Export Rows Shown ({0}) as CSV…', count), 'table', onlyShown, 'csv'),
    item(t('Export Rows Shown ({0}) as NDJSON…', count), 'json', onlyShown, 'ndjson'),
    {
      ...item(t('Export All Rows as CSV (Unfiltered, Unsorted)…'), 'table', all, 'csv'),
      startsGroup: true,
    },
    item(t('Export All Rows as NDJSON (Unfiltered, Unsorted)…'), 'json', all, 'ndjson'),
  ];
}

/** The menu for copying selected rows. */
export function copyItems(copy: (format: CopyFormat) => void): readonly MenuItem[] {
  const item = (label: string, icon: string, format: CopyFormat): MenuItem => ({
    label,
    icon,
    run: () => copy(format),
  });
  return [
    item(t('Copy Rows as TSV'), 'table', 'tsv'),
    item(t('Copy Rows as JSON'), 'json', 'json'),
    item(t('Copy Rows as Markdown'), 'markdown', 'markdown'),
  ];
}
