import { t } from '../../src/shared/localize';
import type { Cell, Refinement } from '../../src/shared/protocol/queryResults';
import type { MenuItem } from '../elements/popupMenu';

type Refine = (refinement: Refinement) => void;

/** The menu items of a value; empty for lists and maps, which cannot be used in a condition. */
export function valueItems(column: string, value: Cell, refine: Refine): readonly MenuItem[] {
  if (typeof value === 'object' && value !== null) return [];
  const shown = shorten(value === null ? t('no value') : String(value));
  return [
    {
      label: t('Keep Only “{0}”', shown),
      icon: 'filter',
      run: () => refine({ action: 'keepOnly', column, value, run: true }),
    },
    {
      label: t('Exclude “{0}”', shown),
      icon: 'circle-slash',
      run: () => refine({ action: 'exclude', column, value, run: true }),
    },
    {
      label: t('Add to Query'),
      icon: 'edit',
      run: () => refine({ action: 'keepOnly', column, value, run: false }),
    },
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
  const item = (label: string, icon: string, run: () => void): MenuItem => ({ label, icon, run });
  return [
    item(t('Show Field Statistics'), 'graph', actions.statistics),
    item(t('Group By This Field'), 'group-by-ref-type', () =>
      actions.refine({ action: 'groupBy', column, run: true }),
    ),
    {
      ...item(t('Sort Ascending'), 'arrow-up', () => actions.sort(false)),
      startsGroup: true,
    },
    item(t('Sort Descending'), 'arrow-down', () => actions.sort(true)),
    ...(sorted ? [item(t('Query Order'), 'discard', () => actions.sort(null))] : []),
    { ...item(t('Fit Column to Content'), 'arrow-both', actions.fit), startsGroup: true },
  ];
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
