import type { Segment } from './segmentWriter';

/** The configuration of a table and the totals of its segments. */
export interface CataloguedTable {
  readonly guid: string;
  readonly name: string;
  readonly layout: string;
  readonly compression: string;
  readonly retention: number;
  readonly cryptoProfileGuid: string | undefined;
  readonly groupGuid: string | undefined;
  readonly schemaCode: string | undefined;
  readonly created: Date;
  readonly segments: ReadonlyMap<string, Segment>;
  /** Segments whose files were missing or damaged when the store was opened; they are not counted. */
  readonly unreadable: readonly Segment[];
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
  readonly minTime: Date | undefined;
  readonly maxTime: Date | undefined;
}

export interface TableFilter {
  /** Matches anywhere in the name, ignoring case. */
  readonly keywords?: string | undefined;
  readonly name?: string | undefined;
  readonly groupGuid?: string | undefined;
  readonly schemaCode?: string | undefined;
}

/**
 * All tables in memory, sorted by name: a cache of the database. A page is a slice of a list, so every page
 * takes the same time.
 */
export class TableCatalogue {
  readonly #byName = new Map<string, CataloguedTable>();
  readonly #byGuid = new Map<string, CataloguedTable>();
  /** Names in lower case, so that keyword searches need no conversion. */
  #ordered: CataloguedTable[] = [];
  readonly #lowerCase = new Map<string, string>();
  #bytes = 0;

  constructor(tables: Iterable<CataloguedTable>) {
    this.#ordered = [...tables].sort((one, other) => compareNames(one.name, other.name));
    for (const table of this.#ordered) this.#index(table);
  }

  /** The disk space of all tables. */
  get bytes(): number {
    return this.#bytes;
  }

  find(name: string): CataloguedTable | undefined {
    return this.#byName.get(name);
  }

  findByGuid(guid: string): CataloguedTable | undefined {
    return this.#byGuid.get(guid);
  }

  all(): readonly CataloguedTable[] {
    return this.#ordered;
  }

  select(filter: TableFilter): readonly CataloguedTable[] {
    if (filter.name !== undefined) {
      const named = this.#byName.get(filter.name);
      return named && this.#matches(named, filter) ? [named] : [];
    }
    const everything = Object.values(filter).every((value) => value === undefined);
    return everything ? this.#ordered : this.#ordered.filter((table) => this.#matches(table, filter));
  }

  /** Adds a table, or replaces the one with the same name. */
  put(table: CataloguedTable): void {
    const position = this.#position(table.name);
    const present = this.#byName.get(table.name);
    if (present) this.#forget(present);
    this.#ordered.splice(position, present ? 1 : 0, table);
    this.#index(table);
  }

  remove(name: string): void {
    const present = this.#byName.get(name);
    if (!present) return;
    this.#ordered.splice(this.#position(name), 1);
    this.#forget(present);
  }

  #matches(table: CataloguedTable, filter: TableFilter): boolean {
    if (filter.groupGuid !== undefined && table.groupGuid !== filter.groupGuid) return false;
    if (filter.schemaCode !== undefined && table.schemaCode !== filter.schemaCode) return false;
    if (filter.keywords === undefined) return true;
    return this.#lowerCase.get(table.name)?.includes(filter.keywords.toLowerCase()) ?? false;
  }

  #index(table: CataloguedTable): void {
    this.#byName.set(table.name, table);
    this.#byGuid.set(table.guid, table);
    this.#lowerCase.set(table.name, table.name.toLowerCase());
    this.#bytes += table.bytes;
  }

  #forget(table: CataloguedTable): void {
    this.#byName.delete(table.name);
    this.#byGuid.delete(table.guid);
    this.#lowerCase.delete(table.name);
    this.#bytes -= table.bytes;
  }

  /** The index of the name, or where it would be inserted. */
  #position(name: string): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareNames(this.#ordered[middle]?.name ?? '', name) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The totals of segments, as part of a {@link CataloguedTable}. */
export function totalsOf(
  segments: ReadonlyMap<string, Segment>,
): Pick<CataloguedTable, 'segments' | 'rows' | 'bytes' | 'indexBytes' | 'minTime' | 'maxTime'> {
  let rows = 0;
  let bytes = 0;
  let indexBytes = 0;
  let first = Infinity;
  let last = -Infinity;
  for (const segment of segments.values()) {
    rows += segment.rows;
    bytes += segment.bytes;
    indexBytes += segment.indexBytes;
    first = Math.min(first, segment.minTime.getTime());
    last = Math.max(last, segment.maxTime.getTime());
  }
  const moment = (time: number): Date | undefined => (Number.isFinite(time) ? new Date(time) : undefined);
  return { segments, rows, bytes, indexBytes, minTime: moment(first), maxTime: moment(last) };
}

function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
