import type { ScheduledQuery } from '../scheduledQuery';

/** A stored scheduled query, without the name of the preceding one, which is looked up. */
export type StoredScheduledQuery = Omit<ScheduledQuery, 'precedingName'>;

interface Entry {
  readonly query: StoredScheduledQuery;
  /** All searchable text in lower case. */
  readonly haystack: string;
}

/** All scheduled queries in memory, sorted by name: a cache of the database. */
export class ScheduledQueryCatalogue {
  readonly #byGuid = new Map<string, Entry>();
  readonly #guidByName = new Map<string, string>();
  readonly #ordered: Entry[];

  constructor(queries: Iterable<StoredScheduledQuery>) {
    this.#ordered = Array.from(queries, entryOf).sort((one, other) => compareNames(one, other.query.name));
    for (const entry of this.#ordered) this.#index(entry);
  }

  find(guid: string): StoredScheduledQuery | undefined {
    return this.#byGuid.get(guid)?.query;
  }

  guidOf(name: string): string | undefined {
    return this.#guidByName.get(name);
  }

  all(): readonly StoredScheduledQuery[] {
    return this.#ordered.map(({ query }) => query);
  }

  /** A page of the queries that contain all keywords, ignoring case, and their total number. */
  page(
    keywords: readonly string[],
    offset: number,
    limit: number,
  ): { readonly total: number; readonly items: readonly StoredScheduledQuery[] } {
    const wanted = keywords.map((keyword) => keyword.toLowerCase());
    const found =
      wanted.length === 0
        ? this.#ordered
        : this.#ordered.filter(({ haystack }) => wanted.every((keyword) => haystack.includes(keyword)));
    return { total: found.length, items: found.slice(offset, offset + limit).map(({ query }) => query) };
  }

  /** Applies a group of changes at once, because two queries may have swapped their names. */
  apply(changed: Iterable<StoredScheduledQuery>, removed: Iterable<string>): void {
    const entries = Array.from(changed, entryOf);
    for (const guid of removed) this.#forget(guid);
    for (const { query } of entries) this.#forget(query.guid);
    for (const entry of entries) {
      this.#ordered.splice(this.#position(entry.query.name), 0, entry);
      this.#index(entry);
    }
  }

  #index(entry: Entry): void {
    this.#byGuid.set(entry.query.guid, entry);
    this.#guidByName.set(entry.query.name, entry.query.guid);
  }

  #forget(guid: string): void {
    const present = this.#byGuid.get(guid);
    if (!present) return;
    this.#ordered.splice(this.#position(present.query.name), 1);
    this.#byGuid.delete(guid);
    this.#guidByName.delete(present.query.name);
  }

  /** The index of the name, or where it would be inserted. */
  #position(name: string): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#ordered[middle];
      if (entry && compareNames(entry, name) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function entryOf(query: StoredScheduledQuery): Entry {
  return { query, haystack: `${query.name}\n${query.description ?? ''}\n${query.query}`.toLowerCase() };
}

/** Names are unique. */
function compareNames({ query }: Entry, name: string): number {
  if (query.name === name) return 0;
  return query.name < name ? -1 : 1;
}
