import { t } from '../../../core/base/localize';
import { formatTimestamp } from '../../ui/format/formatTimestamp';
import type { RowList } from './rowList';

/** The description of a section: total, filter and order. */
export function sectionDescription(list: RowList): string {
  return [
    list.shownTotal?.toLocaleString(),
    list.filter === undefined ? undefined : t('filter: {0}', list.filter.label),
    list.sorting?.compare === undefined ? undefined : t('by {0}', list.sorting.label),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

export function sectionTooltip(label: string, list: RowList): string {
  const { loadedAt, filter, sorting, hasMore, consumed } = list;
  const lines = [label];
  if (loadedAt !== undefined) lines.push(t('As of {0}', formatTimestamp(loadedAt)));
  if (filter !== undefined) lines.push(t('Filtered by {0}', filter.label));
  if (sorting?.compare === undefined || !hasMore) return lines.join('\n');
  const loaded = consumed.toLocaleString();
  return [...lines, t('Sorted by {0}, among the {1} items loaded so far', sorting.label, loaded)].join('\n');
}
