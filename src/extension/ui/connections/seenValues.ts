import type { RawRecord } from '../../../core/interface/optional';
import { matchesWildcard } from '../../../core/base/wildcard';
import type { Connection } from './connection';

export type SeenValue = string | number | boolean;

type Platform = Pick<Connection, 'name' | 'baseUrl'>;
type Counts = Map<SeenValue, number>;

/** Limits of memory: further tables, fields and values are not remembered. */
const maxTables = 500;
const maxFields = 500;
const maxDistinct = 400;
const maxLength = 200;
const maxListed = 100;

/** Different in almost every row, so no condition is written with a value of theirs. */
const leftOut: ReadonlySet<string> = new Set(['_table', '_id', '_time', 'line']);

/** The values of fields in rows that this window has read anyway. Sends no requests; nothing is stored. */
export class SeenValues {
  /** By platform and table, then by field. */
  readonly #tables = new Map<string, { readonly table: string; readonly fields: Map<string, Counts> }>();

  /**
   * Rows that name their table count for that one.
   *
   * @param isStored whether a field is of the table, and not computed by the query.
   */
  addRows(
    platform: Platform,
    table: string,
    rows: readonly RawRecord[],
    isStored: (field: string) => boolean = () => true,
  ): void {
    for (const row of rows) {
      const own = row['_table'];
      const fields = this.#fieldsOf(platform, typeof own === 'string' ? own : table);
      if (fields === undefined) continue;
      for (const [field, value] of Object.entries(row)) {
        if (isUsable(value) && !leftOut.has(field) && isStored(field)) add(fields, field, value, 1);
      }
    }
  }

  /** Values that were counted elsewhere. */
  addCounts(
    platform: Platform,
    table: string,
    field: string,
    values: readonly { readonly value: unknown; readonly count: number }[],
  ): void {
    const fields = this.#fieldsOf(platform, table);
    if (fields === undefined || leftOut.has(field)) return;
    for (const { value, count } of values) if (isUsable(value)) add(fields, field, value, count);
  }

  /** The most frequent values first. The name of a table may contain `*`. */
  of(platform: Platform, tables: readonly string[], field: string): readonly SeenValue[] {
    const counts: Counts = new Map();
    for (const [key, { table, fields }] of this.#tables) {
      if (key !== keyOf(platform, table) || !tables.some((name) => matchesWildcard(name, table))) continue;
      for (const [value, count] of fields.get(field) ?? []) {
        counts.set(value, (counts.get(value) ?? 0) + count);
      }
    }
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, maxListed)
      .map(([value]) => value);
  }

  #fieldsOf(platform: Platform, table: string): Map<string, Counts> | undefined {
    const key = keyOf(platform, table);
    const known = this.#tables.get(key);
    if (known !== undefined) return known.fields;
    if (this.#tables.size >= maxTables) return undefined;
    const fields = new Map<string, Counts>();
    this.#tables.set(key, { table, fields });
    return fields;
  }
}

/** Another address is another platform. */
function keyOf({ name, baseUrl }: Platform, table: string): string {
  return JSON.stringify([name, baseUrl, table]);
}

function isUsable(value: unknown): value is SeenValue {
  if (typeof value === 'string') return value !== '' && value.length <= maxLength;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function add(fields: Map<string, Counts>, field: string, value: SeenValue, count: number): void {
  let counts = fields.get(field);
  if (counts === undefined) {
    if (fields.size >= maxFields) return;
    counts = new Map<SeenValue, number>();
    fields.set(field, counts);
  }
  const before = counts.get(value);
  if (before !== undefined || counts.size < maxDistinct) counts.set(value, (before ?? 0) + count);
}
