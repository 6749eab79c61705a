import type { AuditLog, AuditLogPage } from '../../shared/wire/auditLog';

export type AskPage = (
  range: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<AuditLogPage>;

/** As many rows as the page's grid asks for at a time. */
const pageSize = 200;
/** Rows asked for beyond the wanted ones, for entries that come between two requests. */
const slack = 50;
const maxAttempts = 4;
/** Follow mode reads at most this many pages back before it repeats the whole search. */
const maxNewPages = 5;

/**
 * What one search found, as it stood when it was asked. The service numbers its rows from the newest, so
 * every new entry moves all others down; the growth of the total tells how far, and rows are read from
 * where they are now. Thus no row is shown twice and none is left out, whatever comes meanwhile.
 */
export class AuditResult {
  /** The first page is kept: it is drawn first, and again whenever the panel comes back. */
  #first: readonly AuditLog[];
  #total: number;
  /** How many entries the service has now that are newer than all of this result. */
  #newer = 0;

  constructor(
    private readonly ask: AskPage,
    readonly answer: AuditLogPage,
  ) {
    this.#first = answer.items.slice(0, pageSize);
    this.#total = Number(answer.total);
  }

  static async read(ask: AskPage, signal: AbortSignal): Promise<AuditResult> {
    return new AuditResult(ask, await ask({ offset: 0, limit: pageSize }, signal));
  }

  get total(): number {
    return this.#total;
  }

  get firstRows(): readonly AuditLog[] {
    return this.#first;
  }

  async rows(offset: number, limit: number, signal: AbortSignal): Promise<readonly AuditLog[]> {
    const wanted = Math.min(limit, Math.max(0, this.#total - offset));
    if (offset + wanted <= this.#first.length) return this.#first.slice(offset, offset + wanted);
    let rows: readonly AuditLog[] = [];
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const assumed = this.#newer;
      const { items, total } = await this.ask({ offset: offset + assumed, limit: wanted + slack }, signal);
      this.#newer = Math.max(0, Number(total) - this.#total);
      const moved = this.#newer - assumed;
      rows = items.slice(Math.max(0, moved), Math.max(0, moved) + wanted);
      if (moved >= 0 && moved <= slack) break;
    }
    return rows;
  }

  /** Takes in what came on top since, newest first; undefined when that is too much to be taken in. */
  async takeNewer(signal: AbortSignal): Promise<readonly AuditLog[] | undefined> {
    const known = new Set(this.#first.map(({ id }) => id));
    const found: AuditLog[] = [];
    for (let page = 0; page < maxNewPages; page++) {
      const { items, total } = await this.ask({ offset: page * pageSize, limit: pageSize }, signal);
      const end = items.findIndex(({ id }) => known.has(id));
      const fresh = (end === -1 ? items : items.slice(0, end)).filter(
        ({ id }) => !found.some((one) => one.id === id),
      );
      found.push(...fresh);
      if (end !== -1 || items.length < pageSize) return this.#take(found, Number(total));
    }
    return undefined;
  }

  #take(rows: readonly AuditLog[], total: number): readonly AuditLog[] {
    this.#total += rows.length;
    this.#newer = Math.max(0, total - this.#total);
    this.#first = [...rows, ...this.#first].slice(0, pageSize);
    return rows;
  }
}
