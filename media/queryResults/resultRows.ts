import type { QueryResultsState, ResultRow } from '../../src/shared/protocol/queryResults';
import { RowCache } from '../grid/rowCache';
import { arrangeLoaded } from './loadedRows';

/** A small result is loaded whole for a filter, an order or a chart. */
const usualLimit = 2000;
/** So much is loaded when somebody asks for all; the cache holds no more. */
export const largestLimit = 20_000;
/** Pages that are asked for at the same time while much is loaded: what is in sight must not wait for all of them. */
const atOnce = 4;

/** The rows of one result that have come, and the order in which they are shown. */
export class ResultRows {
  readonly #cache: RowCache<ResultRow>;
  #limit = usualLimit;
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

  /** How many rows pass the filter, where one is set. */
  get shown(): number | undefined {
    return this.#arranged?.length;
  }

  /** The row at a place of what is shown. */
  at(index: number): ResultRow | undefined {
    const at = this.#arranged ? this.#arranged[index] : index;
    return at === undefined ? undefined : this.#cache.get(at);
  }

  /** Everything that has come, in the order of the query. */
  all(): ResultRow[] {
    return [...this.#cache.entries()].map(([, row]) => row);
  }

  /** What has come and passes the filter, in the order that is shown. */
  shownRows(): ResultRow[] {
    if (!this.#arranged) return this.all();
    return this.#arranged.map((index) => this.#cache.get(index)).filter((row) => row !== undefined);
  }

  /** How many have come of a result; one that was cancelled may have given more than it has now. */
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
    // Each row has another place now, also where there are as many as before.
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
    this.#limit = usualLimit;
    this.#arrangedBy = '';
  }

  loadAll(): void {
    this.#limit = largestLimit;
  }

  want(first: number, last: number, rowCount: number): void {
    this.#cache.want(first, last, rowCount);
  }

  /** Asks for what a filter, an order or a chart needs. */
  load(rowCount: number): void {
    this.#cache.want(0, Math.min(rowCount, this.#limit), rowCount, atOnce);
  }

  /** Asks for what is not there of some rows; true when all of them are. */
  loadRange(first: number, last: number, rowCount: number): boolean {
    if (this.#arranged) return true;
    this.#cache.want(first, last + 1, rowCount, atOnce);
    for (let index = first; index <= last; index++) if (!this.#cache.get(index)) return false;
    return true;
  }

  /** Puts what has come in the order asked for. While much arrives that is done when it has grown by a part only. */
  arrange(data: QueryResultsState): void {
    const { filter, sort } = data.view;
    if (filter.trim() === '' && sort === null) {
      this.#arranged = undefined;
      this.#arrangedBy = '';
      return;
    }
    const by = JSON.stringify([data.resultId, data.rowCount, filter, sort]);
    const loaded = this.loaded(data);
    const least = this.isLoading(data) ? this.#arrangedOf * 1.25 : this.#arrangedOf + 1;
    if (by === this.#arrangedBy && loaded < least) return;
    this.#arrangedBy = by;
    this.#arrangedOf = loaded;
    const entries = [...this.#cache.entries()].filter(([index]) => index < data.rowCount);
    this.#arranged = arrangeLoaded(entries, data.columns, data.view);
  }
}
