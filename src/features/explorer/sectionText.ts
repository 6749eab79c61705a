import { t } from '../../shared/localize';
import { formatMoment } from '../../ui/format/format';
import type { RowList } from './rowList';

/** The description of a section: total, filter and order. */
export function sectionDescription(list: RowList): string {
  return [
    list.total?.toLocaleString(),
    list.filter === undefined ? undefined : t('filter: {0}', list.filter.label),
    list.sorting?.compare === undefined ? undefined : t('by {0}', list.sorting.label),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

export function sectionTooltip(label: string, list: RowList): string {
  const lines = [label];
  if (list.loadedAt !== undefined) lines.push(t('As of {0}', formatMoment(list.loadedAt)));
  if (list.filter !== undefined) lines.push(t('Filtered by {0}', list.filter.label));
  if (list.sorting?.compare !== undefined && list.hasMore) {
    lines.push(
      t(
        'Sorted by {0}, among the {1} items loaded so far',
        list.sorting.label,
        list.consumed.toLocaleString(),
      ),
    );
  }
  return lines.join('\n');
}
