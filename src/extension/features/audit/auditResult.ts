import type { AuditLog, AuditLogPage } from '../../../core/interface/auditLog';
import type { AuditRow } from '../../../core/pages/auditLogMessages';
import { t } from '../../../core/base/localize';

export type AskPage = (
  range: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<AuditLogPage>;

/** The page size of the grid. */
const pageSize = 200;
/** Additional rows per request, for entries that arrive between two requests. */
const slack = 50;
const maxAttempts = 4;
/** The maximum number of new pages that follow mode reads before it repeats the search. */
const maxNewPages = 5;

/**
 * The result of a search at the time it was run. The platform numbers rows from the newest, so every new
 * entry shifts all others; the growth of the total shows by how many. Therefore, no row is shown twice or
 * skipped.
 */
export class AuditResult {
  /** The first page is kept because it is shown first, and whenever the panel becomes visible again. */
  firstRows: readonly AuditLog[];
  total: number;
  /** The number of entries that are newer than this result. */
  #newer = 0;

  constructor(
    private readonly ask: AskPage,
    readonly page: AuditLogPage,
  ) {
    this.firstRows = page.items.slice(0, pageSize);
    this.total = Number(page.total);
  }

  static async read(ask: AskPage, signal: AbortSignal): Promise<AuditResult> {
    return new AuditResult(ask, await ask({ offset: 0, limit: pageSize }, signal));
  }

  async rows(offset: number, limit: number, signal: AbortSignal): Promise<readonly AuditLog[]> {
    const wanted = Math.min(limit, Math.max(0, this.total - offset));
    if (offset + wanted <= this.firstRows.length) return this.firstRows.slice(offset, offset + wanted);
    let rows: readonly AuditLog[] = [];
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const assumed = this.#newer;
      const { items, total } = await this.ask({ offset: offset + assumed, limit: wanted + slack }, signal);
      this.#newer = Math.max(0, Number(total) - this.total);
      const moved = this.#newer - assumed;
      rows = items.slice(Math.max(0, moved), Math.max(0, moved) + wanted);
      if (moved >= 0 && moved <= slack) break;
    }
    return rows;
  }

  /** Adds newer entries, newest first; undefined if there are too many. */
  async addNewer(signal: AbortSignal): Promise<readonly AuditLog[] | undefined> {
    const ids = new Set(this.firstRows.map(({ id }) => id));
    const found: AuditLog[] = [];
    for (let page = 0; page < maxNewPages; page++) {
      const { items, total } = await this.ask({ offset: page * pageSize, limit: pageSize }, signal);
      const end = items.findIndex(({ id }) => ids.has(id));
      const fresh = (end === -1 ? items : items.slice(0, end)).filter(
        ({ id }) => !found.some((entry) => entry.id === id),
      );
      found.push(...fresh);
      if (end !== -1 || items.length < pageSize) return this.#addRows(found, Number(total));
    }
    return undefined;
  }

  #addRows(rows: readonly AuditLog[], total: number): readonly AuditLog[] {
    this.total += rows.length;
    this.#newer = Math.max(0, total - this.total);
    this.firstRows = [...rows, ...this.firstRows].slice(0, pageSize);
    return rows;
  }
}

/** Converts an entry for the page. The result is localized, so only the error shows whether it failed. */
export function toAuditRow(entry: AuditLog): AuditRow {
  return {
    id: entry.id,
    time: entry.time,
    user: entry.user,
    userGuid: entry.userGuid ?? null,
    remoteIp: entry.remoteIp,
    module: entry.module,
    method: entry.method,
    category: entry.category ?? null,
    action: entry.action ?? null,
    message: entry.malformedField === undefined ? (entry.message ?? null) : markMalformed(entry),
    result: entry.result,
    failed: entry.error !== undefined,
    error: entry.error ?? null,
    params: entry.params === undefined ? null : { ...entry.params },
    messageParams: entry.messageParams === undefined ? null : { ...entry.messageParams },
  };
}

function markMalformed({ malformedField, message }: AuditLog): string {
  return `⚠ ${t('unexpected value in the field “{0}”', malformedField ?? '')} ${message ?? ''}`.trim();
}
