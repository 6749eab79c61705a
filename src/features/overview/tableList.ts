import type { StoredTable, TableSort } from '../../shared/protocol/overview';
import { day } from './clock';
import type { KnownTable } from './knownTable';

/** A row of the list of tables. */
export function storedTable(table: KnownTable, silent: ReadonlySet<string>): StoredTable {
  const { name, group, size, retention, first, last } = table;
  return {
    name,
    group,
    size,
    perDay: first === null || last === null ? null : size / Math.max(1, (last - first) / day),
    retention,
    lastLog: last,
    state: last === null ? 'empty' : silent.has(name) ? 'silent' : 'fresh',
  };
}

/** Tables whose name or group contains the text, sorted; missing values come last in both directions. */
export function arrangeTables(
  tables: readonly StoredTable[],
  { column, descending }: TableSort,
  filter: string,
): readonly StoredTable[] {
  const words = filter.trim().toLowerCase();
  const kept =
    words === ''
      ? tables
      : tables.filter(({ name, group }) => `${name}\n${group ?? ''}`.toLowerCase().includes(words));
  const direction = descending ? -1 : 1;
  return kept.toSorted((one, other) => {
    const [left, right] = [valueOf(one, column), valueOf(other, column)];
    if (left === right) return one.name < other.name ? -1 : 1;
    if (left === null || right === null) return left === null ? 1 : -1;
    return (left < right ? -1 : 1) * direction;
  });
}

/** Unlimited retention sorts after any number of days. */
function valueOf(table: StoredTable, column: TableSort['column']): string | number | null {
  return column === 'retention' && table.retention === 0 ? Infinity : table[column];
}
