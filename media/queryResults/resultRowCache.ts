import type {
  Cell,
  QueryResultsState,
  QueryResultsView,
  ResultColumn,
  ResultRow,
} from '../../src/core/pages/queryResults';
import { compareNames } from '../../src/core/base/compareNames';
import { RowCache } from '../grid/rowCache';
import { epochOf, formatCount } from '../../src/core/pages/format';
import { cellText } from '../../src/core/base/json';
import { t } from '../../src/core/base/localize';

/** Smaller results are loaded completely for a filter, an order or a chart. */
const defaultLimit = 2000;
/** The maximum number of rows to load on request, which is the size of the cache. */
export const maxLimit = 20_000;
/** Concurrent page requests while loading many rows, so that visible rows do not wait for all of them. */
const atOnce = 4;

/** The loaded rows of one result and their displayed order. */
export class ResultRows extends RowCache<ResultRow> {
  #limit = defaultLimit;
  #arranged: readonly number[] | undefined;
  #arrangedBy = '';
  #arrangedOf = 0;

  get arranged(): boolean {
    return this.#arranged !== undefined;
  }

  /** The number of rows that match the filter, if one is set. */
  get shown(): number | undefined {
    return this.#arranged?.length;
  }

  /** The row at a displayed position. */
  at(index: number): ResultRow | undefined {
    const at = this.#arranged ? this.#arranged[index] : index;
    return at === undefined ? undefined : this.get(at);
  }

  /** All loaded rows, in the order of the query. */
  all(): ResultRow[] {
    return [...this.entries()].map(([, row]) => row);
  }

  /** The loaded rows that match the filter, in the displayed order. */
  shownRows(): ResultRow[] {
    if (!this.#arranged) return this.all();
    return this.#arranged.map((index) => this.get(index)).filter((row) => row !== undefined);
  }

  /** The number of loaded rows; a canceled query may have had more than now. */
  loaded({ rowCount }: QueryResultsState): number {
    return this.sizeBelow(rowCount);
  }

  isLoading(data: QueryResultsState): boolean {
    return this.loaded(data) < Math.min(this.#limit, data.rowCount);
  }

  /** New rows for the top. */
  override prepend(rows: readonly ResultRow[]): void {
    super.prepend(rows);
    // All positions have changed, even if the number of rows has not.
    this.#arrangedBy = '';
  }

  override clear(): void {
    super.clear();
    this.#limit = defaultLimit;
    this.#arrangedBy = '';
  }

  loadAll(): void {
    this.#limit = maxLimit;
  }

  /** Requests the rows for a filter, an order or a chart. */
  load(rowCount: number): void {
    this.want(0, Math.min(rowCount, this.#limit), rowCount, atOnce);
  }

  /** Requests missing rows; true if all of them are loaded. */
  loadRange(first: number, last: number, rowCount: number): boolean {
    if (this.#arranged) return true;
    this.want(first, last + 1, rowCount, atOnce);
    for (let index = first; index <= last; index++) if (!this.get(index)) return false;
    return true;
  }

  /** Sorts and filters the loaded rows. While many arrive, only after their number has grown by a fraction. */
  arrange(data: QueryResultsState): void {
    const { filter, sort } = data.view;
    if (filter.trim() === '' && sort === null) {
      this.#arranged = undefined;
      this.#arrangedBy = '';
      return;
    }
    const by = JSON.stringify([data.rowCount, filter, sort]);
    const loaded = this.loaded(data);
    const least = this.isLoading(data) ? this.#arrangedOf * 1.25 : this.#arrangedOf + 1;
    if (by === this.#arrangedBy && loaded < least) return;
    this.#arrangedBy = by;
    this.#arrangedOf = loaded;
    const entries = [...this.entries()].filter(([index]) => index < data.rowCount);
    this.#arranged = arrangeLoaded(entries, data.columns, data.view);
  }
}

/**
 * The indexes of loaded rows that match the filter, sorted. Only loaded rows are considered, whose number the
 * page shows.
 */
export function arrangeLoaded(
  entries: Iterable<readonly [number, ResultRow]>,
  columns: readonly ResultColumn[],
  { filter, sort }: Pick<QueryResultsView, 'filter' | 'sort'>,
): readonly number[] {
  const words = filter.toLowerCase().match(/\S+/g) ?? [];
  const matching = [...entries].filter(([, row]) => words.length === 0 || hasAll(row, words));
  const column = columns.findIndex(({ name }) => name === sort?.column);
  const type = columns[column]?.type;
  if (sort && type) {
    const direction = sort.descending ? -1 : 1;
    const value = (row: ResultRow): Cell => {
      const cell = row[column] ?? null;
      return type === 'time' ? (epochOf(cell) ?? cell) : cell;
    };
    const keyed = matching.map(([index, row]) => ({ index, cell: value(row) }));
    keyed.sort((one, other) => compareCells(one.cell, other.cell, direction));
    return keyed.map(({ index }) => index);
  }
  return matching.map(([index]) => index);
}

function hasAll(row: ResultRow, words: readonly string[]): boolean {
  const text = row.map(cellText).join('\u0000').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Missing values come last in both directions. */
function compareCells(one: Cell, other: Cell, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * direction;
  return compareNames(cellText(one), cellText(other)) * direction;
}

/** How many rows a filter or order covers, and how to cover all of them. */
export interface ArrangementText {
  readonly text: string;
  readonly more?: { readonly label: string; readonly run: () => void };
}

interface ArrangedActions {
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
    return { text, more: { label: allLabel(data.rowCount, !filtered), run: loadAll } };
  }
  return sort === null ? { text } : { text, more: { label: t('Sort in Query'), run: sortInQuery } };
}

function matchLabel(shown: number, loaded: number, rowCount: number): string {
  return loaded < rowCount
    ? t(
        '{0} of {1} loaded rows match ({2} in total)',
        formatCount(shown),
        formatCount(loaded),
        formatCount(rowCount),
      )
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
