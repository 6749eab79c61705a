import type {
  Cell,
  QueryResultsState,
  QueryResultsView,
  ResultColumn,
  ResultRow,
} from '../../src/shared/protocol/queryResults';
import { RowCache } from '../grid/rowCache';
import { epochOf } from '../../src/shared/format';

/** Smaller results are loaded completely for a filter, an order or a chart. */
const defaultLimit = 2000;
/** The maximum number of rows to load on request, which is the size of the cache. */
export const largestLimit = 20_000;
/** Concurrent page requests while loading many rows, so that visible rows do not wait for all of them. */
const atOnce = 4;

/** The loaded rows of one result and their displayed order. */
export class ResultRows {
  readonly #cache: RowCache<ResultRow>;
  #limit = defaultLimit;
  #arranged: readonly number[] | undefined;
  #arrangedBy = '';
  #arrangedOf = 0;

  constructor(ask: (offset: number, limit: number) => void) {
    this.#cache = new RowCache(ask);
  }

  get missing(): string | undefined {
    return this.#cache.missing;
  }

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
    return at === undefined ? undefined : this.#cache.get(at);
  }

  /** All loaded rows, in the order of the query. */
  all(): ResultRow[] {
    return [...this.#cache.entries()].map(([, row]) => row);
  }

  /** The loaded rows that match the filter, in the displayed order. */
  shownRows(): ResultRow[] {
    if (!this.#arranged) return this.all();
    return this.#arranged.map((index) => this.#cache.get(index)).filter((row) => row !== undefined);
  }

  /** The number of loaded rows; a canceled query may have had more than now. */
  loaded({ rowCount }: QueryResultsState): number {
    return this.#cache.sizeBelow(rowCount);
  }

  isLoading(data: QueryResultsState): boolean {
    return this.loaded(data) < Math.min(this.#limit, data.rowCount);
  }

  put(offset: number, rows: readonly ResultRow[]): void {
    this.#cache.put(offset, rows);
  }

  /** New rows for the top. */
  prepend(rows: readonly ResultRow[]): void {
    this.#cache.prepend(rows);
    // All positions have changed, even if the number of rows has not.
    this.#arrangedBy = '';
  }

  fail(offset: number, why: string): void {
    this.#cache.fail(offset, why);
  }

  tryAgain(): void {
    this.#cache.tryAgain();
  }

  clear(): void {
    this.#cache.clear();
    this.#limit = defaultLimit;
    this.#arrangedBy = '';
  }

  loadAll(): void {
    this.#limit = largestLimit;
  }

  want(first: number, last: number, rowCount: number): void {
    this.#cache.want(first, last, rowCount);
  }

  /** Requests the rows for a filter, an order or a chart. */
  load(rowCount: number): void {
    this.#cache.want(0, Math.min(rowCount, this.#limit), rowCount, atOnce);
  }

  /** Requests missing rows; true if all of them are loaded. */
  loadRange(first: number, last: number, rowCount: number): boolean {
    if (this.#arranged) return true;
    this.#cache.want(first, last + 1, rowCount, atOnce);
    for (let index = first; index <= last; index++) if (!this.#cache.get(index)) return false;
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
    const entries = [...this.#cache.entries()].filter(([index]) => index < data.rowCount);
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
  const kept = [...entries].filter(([, row]) => words.length === 0 || hasAll(row, words));
  const column = columns.findIndex(({ name }) => name === sort?.column);
  const type = columns[column]?.type;
  if (sort && type) {
    const direction = sort.descending ? -1 : 1;
    const value = (row: ResultRow): Cell => {
      const cell = row[column] ?? null;
      return type === 'time' ? (epochOf(cell) ?? cell) : cell;
    };
    const keyed = kept.map(([index, row]) => ({ index, cell: value(row) }));
    keyed.sort((one, other) => compareCells(one.cell, other.cell, direction));
    return keyed.map(({ index }) => index);
  }
  return kept.map(([index]) => index);
}

function hasAll(row: ResultRow, words: readonly string[]): boolean {
  const text = row.map(plainText).join('\u0000').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Missing values come last in both directions. */
function compareCells(one: Cell, other: Cell, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * direction;
  return collator.compare(plainText(one), plainText(other)) * direction;
}

/** Created once, because creating one per comparison is a hundred times slower. */
const collator = new Intl.Collator(undefined, { numeric: true });

function plainText(value: Cell): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
