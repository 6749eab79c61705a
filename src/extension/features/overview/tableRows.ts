import { compareNames } from '../../../core/base/compareNames';
import type { OverviewState, OverviewView, StoredTable, TableSort } from '../../../core/pages/overview';
import type { KnownTable } from './knownTable';
import { day } from '../../../core/time/durations';

/** The sorted and filtered list of tables. The page requests the rows that it shows. */
export class TableRows {
  readonly #stored = new Memoized<readonly StoredTable[]>();
  readonly #sorted = new Memoized<readonly StoredTable[]>();
  readonly #list = new Memoized<NonNullable<OverviewState['tables']>>();
  #arranged: readonly StoredTable[] = [];
  #resultId = 0;
  /** The last requested range; initially the first page, so that it is not requested. */
  #wanted = { offset: 0, limit: 200 };

  list(
    tables: readonly KnownTable[],
    silent: readonly string[],
    { sort, filter }: OverviewView,
    now = Date.now(),
  ): OverviewState['tables'] {
    const stored = this.#stored.get([tables, silent.join('\n')], () => {
      const names = new Set(silent);
      return tables.map((table) => storedTable(table, names, now));
    });
    const arranged = this.#sorted.get([stored, sort.column, sort.descending, filter], () =>
      arrangeTables(stored, sort, filter),
    );
    if (arranged !== this.#arranged && !areSame(arranged, this.#arranged)) this.#resultId += 1;
    this.#arranged = arranged;
    const { offset, limit } = this.#wanted;
    return this.#list.get([stored, arranged, offset, limit], () => ({
      resultId: this.#resultId,
      count: arranged.length,
      total: stored.length,
      size: stored.reduce((sum, { size }) => sum + size, 0),
      perDay: stored.reduce((sum, { perDay }) => sum + (perDay ?? 0), 0),
      first: { offset, rows: arranged.slice(offset, offset + limit) },
    }));
  }

  /** Undefined if the list has been replaced. */
  rows(resultId: number, offset: number, limit: number): readonly StoredTable[] | undefined {
    if (resultId !== this.#resultId) return undefined;
    this.#wanted = { offset, limit };
    return this.#arranged.slice(offset, offset + limit);
  }
}

function areSame(some: readonly StoredTable[], others: readonly StoredTable[]): boolean {
  return some.length === others.length && some.every((table, index) => isSame(table, others[index]));
}

function isSame(one: StoredTable, other: StoredTable | undefined): boolean {
  return (
    one.name === other?.name &&
    one.size === other.size &&
    one.lastLog === other.lastLog &&
    one.retention === other.retention &&
    one.state === other.state
  );
}

/** A row of the list of tables. */
export function storedTable(table: KnownTable, silent: ReadonlySet<string>, now: number): StoredTable {
  const { name, group, size, retention, last } = table;
  return {
    name,
    group,
    size,
    perDay: silent.has(name) ? null : growthOf(table, now),
    retention,
    lastLog: last,
    state: last === null ? 'empty' : silent.has(name) ? 'silent' : 'fresh',
  };
}

/** Without logs for longer than this, a table does not grow. */
const maxPause = 7 * day;

/** Bytes per day; null if no logs arrive. A table that has reached its retention loses what arrives. */
function growthOf({ size, retention, first, last }: KnownTable, now: number): number | null {
  if (first === null || last === null || now - last > maxPause) return null;
  if (retention > 0 && now - first >= (retention - 1) * day) return 0;
  return size / Math.max(1, (last - first) / day);
}

/** Tables whose name or group contains the text, sorted; missing values come last in both directions. */
export function arrangeTables(
  tables: readonly StoredTable[],
  { column, descending }: TableSort,
  filter: string,
): readonly StoredTable[] {
  const text = filter.trim().toLowerCase();
  const matching =
    text === ''
      ? tables
      : tables.filter(({ name, group }) => `${name}\n${group ?? ''}`.toLowerCase().includes(text));
  const direction = descending ? -1 : 1;
  return matching.toSorted((one, other) => {
    const [left, right] = [valueOf(one, column), valueOf(other, column)];
    if (left === right) return compareNames(one.name, other.name);
    if (left === null || right === null) return left === null ? 1 : -1;
    const isText = typeof left === 'string' && typeof right === 'string';
    return (isText ? compareNames(left, right) : left < right ? -1 : 1) * direction;
  });
}

/** Unlimited retention sorts after any number of days. */
function valueOf(table: StoredTable, column: TableSort['column']): string | number | null {
  return column === 'retention' && table.retention === 0 ? Infinity : table[column];
}

/** Recomputes a value only when its input has changed. */
export class Memoized<Value> {
  #known: { readonly parts: readonly unknown[]; readonly value: Value } | undefined;

  get(parts: readonly unknown[], make: () => Value): Value {
    const known = this.#known;
    const isSame = (part: unknown, index: number): boolean => part === known?.parts[index];
    if (known?.parts.length === parts.length && parts.every(isSame)) return known.value;
    this.#known = { parts, value: make() };
    return this.#known.value;
  }
}
