import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { formatCount } from '../../src/shared/format';
import { maxLimit } from './resultRows';
import type { ResultRows } from './resultRows';

/** How many rows a filter or order covers, and how to cover all of them. */
export interface ArrangementText {
  readonly text: string;
  readonly more?: { readonly label: string; readonly run: () => void };
}

export interface ArrangedActions {
  readonly loadAll: () => void;
  /** Adds the order to the query, which then sorts all of its rows. */
  readonly sortInQuery: () => void;
}

export function arrangementText(
  data: QueryResultsState,
  rows: ResultRows,
  { loadAll, sortInQuery }: ArrangedActions,
): ArrangementText | undefined {
  if (rows.shown === undefined) return undefined;
  const loaded = rows.loaded(data);
  const filtered = data.view.filter.trim() !== '';
  const { sort } = data.view;
  const text = filtered ? matchLabel(rows.shown, loaded, data.rowCount) : sortLabel(loaded, data.rowCount);
  if (loaded >= data.rowCount || rows.isLoading(data)) return { text };
  if (loaded < Math.min(data.rowCount, maxLimit)) {
    return { text, more: { label: allLabel(data.rowCount, sort !== null), run: loadAll } };
  }
  return sort === null ? { text } : { text, more: { label: t('Sort in Query'), run: sortInQuery } };
}

function matchLabel(shown: number, loaded: number, rowCount: number): string {
  return loaded < rowCount
    ? t('{0} match in {1} of {2} rows', formatCount(shown), formatCount(loaded), formatCount(rowCount))
    : t('{0} of {1} rows match', formatCount(shown), formatCount(rowCount));
}

function sortLabel(loaded: number, rowCount: number): string {
  return loaded < rowCount
    ? t('Sorted {0} of {1} rows', formatCount(loaded), formatCount(rowCount))
    : t('All rows are sorted');
}

function allLabel(rowCount: number, sorted: boolean): string {
  if (rowCount > maxLimit) {
    const max = formatCount(maxLimit);
    return sorted ? t('Sort First {0}', max) : t('Filter First {0}', max);
  }
  return sorted ? t('Sort All') : t('Filter All');
}
