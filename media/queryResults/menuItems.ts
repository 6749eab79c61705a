import { t } from '../../src/core/base/localize';
import type { ExportFormat } from '../../src/core/pages/common';
import type { Cell, Refinement } from '../../src/core/pages/queryResults';
import { formatCount } from '../../src/core/pages/format';
import { exportItems as exportAll } from '../elements/exportProgress';
import { menuItem, shortText } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import type { CopyFormat } from './copyRows';

type Refine = (refinement: Refinement) => void;

/** The menu items of a value; empty for lists and maps, which cannot be used in a condition. */
export function valueItems(
  column: string,
  value: Cell,
  refine: Refine,
  pivot: () => void,
): readonly MenuItem[] {
  if (typeof value === 'object' && value !== null) return [];
  const shown = shortText(value === null ? t('no value') : String(value));
  return [
    menuItem(t('Keep Only “{0}”', shown), 'filter', () =>
      refine({ action: 'keepOnly', column, value, run: true }),
    ),
    menuItem(t('Exclude “{0}”', shown), 'circle-slash', () =>
      refine({ action: 'exclude', column, value, run: true }),
    ),
    menuItem(t('Add to Query'), 'edit', () => refine({ action: 'keepOnly', column, value, run: false })),
    ...(value === null ? [] : [menuItem(t('Pivot…'), 'notebook', pivot)]),
  ];
}

const around = 5 * 60_000;

/** The menu item for the events around one; empty for a row without a time. */
export function aroundItems(epoch: number | undefined, refine: Refine): readonly MenuItem[] {
  if (epoch === undefined) return [];
  const narrow: Refinement = { action: 'narrowTime', from: epoch - around, to: epoch + around, run: true };
  return [menuItem(t('Show 5 Minutes Before and After This Event'), 'history', () => refine(narrow), true)];
}

export interface HeadingActions {
  readonly refine: Refine;
  readonly sort: (descending: boolean | null) => void;
  readonly statistics: () => void;
  readonly fit: () => void;
  readonly copy: () => void;
  readonly pin: () => void;
}

/** The menu of a column header. */
export function headingItems(
  column: string,
  { sorted, pinned }: { readonly sorted: boolean; readonly pinned: boolean },
  actions: HeadingActions,
): readonly MenuItem[] {
  return [
    menuItem(t('Show Field Statistics'), 'graph', actions.statistics),
    menuItem(t('Group By This Field'), 'group-by-ref-type', () =>
      actions.refine({ action: 'groupBy', column, run: true }),
    ),
    menuItem(t('Sort Ascending'), 'arrow-up', () => actions.sort(false), true),
    menuItem(t('Sort Descending'), 'arrow-down', () => actions.sort(true)),
    ...(sorted ? [menuItem(t('Restore Query Order'), 'discard', () => actions.sort(null))] : []),
    menuItem(t('Fit Column to Content'), 'arrow-both', actions.fit, true),
    pinned
      ? menuItem(t('Unpin Column'), 'pinned', actions.pin)
      : menuItem(t('Pin Column'), 'pin', actions.pin),
    menuItem(t('Copy Column'), 'copy', actions.copy, true),
  ];
}

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
