import { isDeepStrictEqual } from 'node:util';
import type { Integer64 } from '../../../core/base/integers';
import type { Row, RowFilter, RowPage, RowSorting, RowSource } from '../../ui/explorer/explorerSection';

interface Pending {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * The loaded rows below one heading or row. Loads with one request at a time; concurrent callers share its response.
 */
export class RowList {
  #rows: readonly Row[] | undefined;
  /** The number of platform records that the rows represent. */
  consumed = 0;
  /** The number of rows before they were discarded. */
  #forgotten = 0;
  #loading: Pending | undefined;
  /** Requested once, even if it failed, so that a redraw does not send another request. */
  #counting: Pending | undefined;
  filter: RowFilter | undefined;
  sorting: RowSorting | undefined;
  total: number | undefined;
  /** What is shown until the rows are counted again: another text would draw the list again. */
  #lastTotal: number | undefined;
  /** By offset: when each part was read. */
  readonly #readAt = new Map<number, Date>();
  failure: unknown;

  constructor(
    private readonly source: RowSource,
    private readonly readPageSize: () => number,
  ) {}

  get isLoaded(): boolean {
    return this.#rows !== undefined || this.failure !== undefined;
  }

  get shownTotal(): number | undefined {
    return this.total ?? this.#lastTotal;
  }

  /** In the selected order, which applies only to loaded rows. */
  get rows(): readonly Row[] {
    const rows = this.#rows ?? [];
    return this.sorting?.compare === undefined ? rows : [...rows].sort(this.sorting.compare);
  }

  /** When the part was read that has not been read for longest. */
  get loadedAt(): Date | undefined {
    const [oldest] = [...this.#readAt.values()].sort((one, other) => one.getTime() - other.getTime());
    return oldest;
  }

  get hasMore(): boolean {
    return this.#rows !== undefined && this.total !== undefined && this.consumed < this.total;
  }

  /** Counts the records for a collapsed section. Rejects if a page would have failed. */
  async count(signal: AbortSignal): Promise<void> {
    if (this.total !== undefined) return;
    this.#counting ??= this.#startCount(signal);
    await this.#counting.done;
  }

  #startCount(signal: AbortSignal): Pending {
    const abort = new AbortController();
    return { abort, done: this.#count(AbortSignal.any([signal, abort.signal])) };
  }

  async #count(signal: AbortSignal): Promise<void> {
    const { filter, source } = this;
    try {
      const total =
        source.count === undefined
          ? (await source.load({ offset: 0, limit: 1, filter }, signal)).total
          : await source.count(filter, signal);
      // A page that has been loaded meanwhile is more accurate.
      if (!signal.aborted) this.total ??= total === undefined ? undefined : Number(total);
    } finally {
      if (!signal.aborted) this.#lastTotal = undefined;
    }
  }

  async loadFirst(): Promise<void> {
    if (!this.isLoaded) await this.#load(0, Math.max(this.readPageSize(), this.#forgotten));
  }

  async loadMore(): Promise<void> {
    if (this.hasMore) await this.#load(this.consumed, this.readPageSize());
  }

  /** Whether rows from here on are loaded. A filtered list may have any rows. */
  covers(offset: number): boolean {
    if (this.#rows === undefined || this.isLoading) return false;
    return this.filter !== undefined || offset === 0 || offset < this.consumed;
  }

  /** Takes in a part of the list that was read again. Undefined if none of its rows are loaded. */
  takePage(offset: number, page: RowPage): RowChanges | undefined {
    const before = this.#rows;
    if (before === undefined || !this.covers(offset)) return undefined;
    const total = page.total === undefined ? Infinity : Number(page.total);
    const rows = withOwnIds(page.rows);
    const taken = this.hasMore ? rows.slice(0, this.consumed - offset) : rows;
    const ids = new Set(taken.map(({ id }) => id));
    const others = (rows: readonly Row[]): readonly Row[] => rows.filter(({ id }) => !ids.has(id));
    // Rows that this window has added come first until their page is read again.
    const added = Math.max(0, before.length - this.consumed);
    const end = offset + page.rows.length;
    this.#rows = [
      ...others(before.slice(0, offset === 0 ? 0 : offset + added)),
      ...taken,
      ...(end >= total ? [] : others(before.slice(end + added))),
    ];
    this.total = Number.isFinite(total) ? total : this.total;
    this.consumed = Math.min(Math.max(this.consumed, offset + taken.length), total);
    this.#noteRead(offset, page.rows.length);
    return changesBetween(before, this.#rows);
  }

  /** Takes in the count of a list whose rows are not loaded. Returns whether it is another one. */
  takeTotal(total: Integer64 | undefined): boolean {
    if (this.total === undefined || total === undefined || this.total === Number(total)) return false;
    this.total = Number(total);
    return true;
  }

  /** Replaces rows that look different now. Returns them. */
  update(rows: readonly Row[]): readonly Row[] {
    const byId = new Map(this.#rows?.map((row) => [row.id, row]));
    return this.replace(rows.filter((row) => byId.has(row.id) && !isSameAs(row, byId.get(row.id))));
  }

  /** Forgets the rows, but not how many there were: a refresh shows as many again. */
  reset(): void {
    this.cancel();
    this.#forgetCount();
    this.#forgotten = this.#rows?.length ?? this.#forgotten;
    this.#rows = undefined;
    this.failure = undefined;
    this.#lastTotal = this.shownTotal;
    this.total = undefined;
  }

  /** Allows a failed load or count to be repeated. */
  forgetFailure(): void {
    if (this.failure !== undefined) this.reset();
    this.#forgetCount();
  }

  /** A count that arrives late does not replace a newer one. */
  #forgetCount(): void {
    this.#counting?.abort.abort();
    this.#counting = undefined;
  }

  /** A filter changes the set of rows, so the count is reset. */
  restart(filter: RowFilter | undefined): void {
    this.reset();
    this.filter = filter;
    this.#forgotten = 0;
    this.#lastTotal = undefined;
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /** Returns true if a request was pending. */
  cancel(): boolean {
    const loading = this.#loading;
    this.#loading = undefined;
    loading?.abort.abort();
    return loading !== undefined;
  }

  /** Returns the changed rows that are shown here. */
  replace(changed: readonly Row[]): readonly Row[] {
    const byId = new Map(changed.map((row) => [row.id, row]));
    const shown = (this.#rows ?? []).filter(({ id }) => byId.has(id)).map(({ id }) => id);
    this.#rows = this.#rows?.map((row) => byId.get(row.id) ?? row);
    return shown.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns true if the list must be redrawn; a collapsed list still has a count. */
  remove(ids: readonly string[]): boolean {
    if (this.#rows === undefined) return this.#recount(-ids.length);
    const deleted = new Set(ids);
    const before = this.#rows.length;
    this.#rows = this.#rows.filter(({ id }) => !deleted.has(id));
    this.consumed += this.#rows.length - before;
    return this.#recount(this.#rows.length - before);
  }

  add(rows: readonly Row[]): boolean {
    if (this.#rows === undefined) return this.#recount(rows.length);
    const ids = new Set(this.#rows.map(({ id }) => id));
    const added = rows.filter(({ id }) => !ids.has(id));
    // The position of a new row on the platform is unknown, so the next page starts where it would have, and
    // no row is skipped.
    if (!this.hasMore) this.consumed += added.length;
    this.#rows = [...added, ...this.#rows];
    return this.#recount(added.length);
  }

  #recount(difference: number): boolean {
    if (this.total !== undefined) this.total = Math.max(0, this.total + difference);
    return difference !== 0;
  }

  async #load(offset: number, limit: number): Promise<void> {
    if (this.#loading !== undefined) return this.#loading.done;
    const abort = new AbortController();
    const done = this.#request(offset, limit, abort.signal);
    const loading = { abort, done };
    this.#loading = loading;
    try {
      await done;
    } finally {
      if (this.#loading === loading) this.#loading = undefined;
    }
  }

  #totalAfter({ total, consumed, rows }: RowPage): number | undefined {
    if (total === undefined) return undefined;
    // A page without records ends the list, whatever total the platform returns.
    return (consumed ?? rows.length) === 0 ? this.consumed : Number(total);
  }

  async #request(offset: number, limit: number, signal: AbortSignal): Promise<void> {
    try {
      const page = await this.source.load({ offset, limit, filter: this.filter }, signal);
      if (!signal.aborted) this.#addPage(page, offset);
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    }
    if (!signal.aborted) this.#lastTotal = undefined;
  }

  #addPage(page: RowPage, offset: number): void {
    const before = offset === 0 ? [] : (this.#rows ?? []);
    const ids = new Set(before.map(({ id }) => id));
    const fresh = withOwnIds(page.rows).filter(({ id }) => !ids.has(id));
    const consumed = page.consumed ?? page.rows.length;
    this.#rows = [...before, ...fresh];
    this.consumed = offset + consumed;
    this.total = this.#totalAfter(page);
    if (offset === 0) this.#readAt.clear();
    this.#noteRead(offset, consumed);
    this.failure = undefined;
  }

  #noteRead(offset: number, length: number): void {
    for (const at of this.#readAt.keys()) if (at >= offset && at < offset + length) this.#readAt.delete(at);
    this.#readAt.set(offset, new Date());
  }
}

/** A platform may return the same GUID twice, and VS Code rejects a list with the same ID twice. */
function withOwnIds(rows: readonly Row[]): readonly Row[] {
  const ids = new Set<string>();
  return rows.map((row) => {
    let id = row.id;
    for (let count = 2; ids.has(id); count++) id = `${row.id}:${count}`;
    ids.add(id);
    return id === row.id ? row : { ...row, id };
  });
}

/** The differences after rows were read again. */
export interface RowChanges {
  /** New or changed rows. */
  readonly rows: readonly Row[];
  /** Whether rows were added, removed or moved. */
  readonly moved: boolean;
}

function changesBetween(before: readonly Row[], after: readonly Row[]): RowChanges {
  const byId = new Map(before.map((row) => [row.id, row]));
  const rows = after.filter((row) => !isSameAs(row, byId.get(row.id)));
  const moved = after.length !== before.length || after.some(({ id }, at) => id !== before[at]?.id);
  return { rows, moved };
}

function isSameAs(row: Row, before: Row | undefined): boolean {
  const content = (one: Row): unknown => [one.label, one.description, one.icon, one.contextValue, one.value];
  return before !== undefined && isDeepStrictEqual(content(row), content(before));
}
