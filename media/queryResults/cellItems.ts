import { t } from '../../src/shared/localize';
import type { Cell, Refinement } from '../../src/shared/protocol/queryResults';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';

type Refine = (refinement: Refinement) => void;

/** The menu items of a value; empty for lists and maps, which cannot be used in a condition. */
export function valueItems(column: string, value: Cell, refine: Refine): readonly MenuItem[] {
  if (typeof value === 'object' && value !== null) return [];
  const shown = shorten(value === null ? t('no value') : String(value));
  return [
    menuItem(t('Keep Only “{0}”', shown), 'filter', () =>
      refine({ action: 'keepOnly', column, value, run: true }),
    ),
    menuItem(t('Exclude “{0}”', shown), 'circle-slash', () =>
      refine({ action: 'exclude', column, value, run: true }),
    ),
    menuItem(t('Add to Query'), 'edit', () => refine({ action: 'keepOnly', column, value, run: false })),
  ];
}

export interface HeadingActions {
  readonly refine: Refine;
  readonly sort: (descending: boolean | null) => void;
  readonly statistics: () => void;
  readonly fit: () => void;
}

/** The menu of a column header. */
export function headingItems(column: string, sorted: boolean, actions: HeadingActions): readonly MenuItem[] {
  return [
    menuItem(t('Show Field Statistics'), 'graph', actions.statistics),
    menuItem(t('Group By This Field'), 'group-by-ref-type', () =>
      actions.refine({ action: 'groupBy', column, run: true }),
    ),
    menuItem(t('Sort Ascending'), 'arrow-up', () => actions.sort(false), true),
    menuItem(t('Sort Descending'), 'arrow-down', () => actions.sort(true)),
    ...(sorted ? [menuItem(t('Query Order'), 'discard', () => actions.sort(null))] : []),
    menuItem(t('Fit Column to Content'), 'arrow-both', actions.fit, true),
  ];
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
