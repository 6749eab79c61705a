const pageSize = 200;
/** The maximum number of pages; the least recently used is evicted. 100 pages are 20,000 rows. */
const maxPages = 100;

/** Loaded rows by page, and pending pages. */
export class RowCache<Row> {
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #asked = new Set<number>();
  /** Why rows are missing; none are requested until the user retries. */
  missing: string | undefined;

  constructor(private readonly ask: (offset: number, limit: number) => void) {}

  /** Every loaded row with its index, in order. */
  *entries(): Generator<readonly [number, Row]> {
    const offsets = [...this.#pages.keys()].sort((one, other) => one - other);
    for (const offset of offsets) {
      for (const [index, row] of (this.#pages.get(offset) ?? []).entries()) yield [offset + index, row];
    }
  }

  /** The number of loaded rows before an index. */
  sizeBelow(end: number): number {
    let size = 0;
    for (const [offset, page] of this.#pages) size += Math.max(0, Math.min(page.length, end - offset));
    return size;
  }

  get(index: number): Row | undefined {
    const offset = pageOf(index);
    return this.#pages.get(offset)?.[index - offset];
  }

  /** The loaded rows of a range, including its last. */
  between(first: number, last: number): Row[] {
    const rows = Array.from({ length: last - first + 1 }, (_, index) => this.get(first + index));
    return rows.filter((row) => row !== undefined);
  }

  /** Requests missing pages of a range once each, with limited concurrency. */
  want(first: number, last: number, rowCount: number, atOnce = Infinity): void {
    if (this.missing !== undefined) return;
    for (let offset = pageOf(first); offset < Math.min(last, rowCount); offset += pageSize) {
      const page = this.#pages.get(offset);
      if (page) this.#touch(offset, page);
      const complete = page !== undefined && page.length >= Math.min(pageSize, rowCount - offset);
      if (complete || this.#asked.has(offset)) continue;
      if (this.#asked.size >= atOnce) return;
      this.#asked.add(offset);
      this.ask(offset, pageSize);
    }
  }

  /** Rows from the start of a page on, possibly of several. */
  put(offset: number, rows: readonly Row[]): void {
    this.missing = undefined;
    for (let at = 0; at === 0 || at < rows.length; at += pageSize) {
      this.#asked.delete(offset + at);
      this.#touch(offset + at, rows.slice(at, at + pageSize));
    }
    while (this.#pages.size > maxPages) {
      const [oldest] = this.#pages.keys();
      if (oldest === undefined) break;
      this.#pages.delete(oldest);
    }
  }

  /** The first rows of a result; the rest of their page arrives separately. */
  putFirst(rows: readonly Row[]): void {
    this.put(0, rows);
    this.#asked.add(0);
  }

  /** Records the failure of a page. */
  fail(offset: number, why: string): void {
    this.#asked.delete(offset);
    this.missing = why;
  }

  /** Allows missing rows to be requested again. */
  tryAgain(): void {
    this.missing = undefined;
  }

  /** New rows at the top shift all others; pages that become incomplete are requested again. */
  prepend(rows: readonly Row[]): void {
    const all = new Map(this.entries());
    this.#forget();
    const moved = new Map<number, Row>(rows.entries());
    for (const [index, row] of all) moved.set(index + rows.length, row);
    for (const offset of new Set([...moved.keys()].map(pageOf))) {
      const page: Row[] = [];
      for (let row = moved.get(offset); row !== undefined; row = moved.get(offset + page.length)) {
        page.push(row);
        if (page.length === pageSize) break;
      }
      this.#pages.set(offset, page);
    }
  }

  clear(): void {
    this.#forget();
    this.missing = undefined;
  }

  #forget(): void {
    this.#pages.clear();
    this.#asked.clear();
  }

  #touch(offset: number, rows: readonly Row[]): void {
    this.#pages.delete(offset);
    this.#pages.set(offset, rows);
  }
}

function pageOf(index: number): number {
  return Math.max(0, Math.floor(index / pageSize) * pageSize);
}
