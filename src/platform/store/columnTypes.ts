import type { Column, ColumnType } from './tableScan';

/** The same text for equal columns and types, whose files can be read as one. */
export function shapeOf(columns: readonly Column[]): string {
  const known = shapes.get(columns);
  if (known !== undefined) return known;
  const shape = JSON.stringify(columns);
  shapes.set(columns, shape);
  return shape;
}

/** Cached, because many segments share one list and every append needs the shapes of all. */
const shapes = new WeakMap<readonly Column[], string>();

/** The union of the columns of several segments. A name with two types gets the one that keeps all values. */
export function unionOfColumns(lists: Iterable<readonly Column[]>): Column[] {
  const types = new Map<string, ColumnType>(leadingColumns.map(({ name, type }) => [name, type]));
  const seen = new Set(['_time', '_id']);
  const distinct = new Set(lists);
  for (const column of [...distinct].flat()) {
    types.set(column.name, commonType(types.get(column.name) ?? 'NULL', column.type));
    seen.add(column.name);
  }
  return [...types]
    .filter(([name]) => seen.has(name))
    .map(([name, type]) => ({ name, type: type === 'NULL' ? 'VARCHAR' : type }));
}

/** `_time` and `_id` are in every segment, `line` only if it was given. */
const leadingColumns: readonly Column[] = [
  { name: '_time', type: 'TIMESTAMP' },
  { name: '_id', type: 'BIGINT' },
  { name: 'line', type: 'VARCHAR' },
];

/** An integer next to a decimal, or a number next to a text, would be rewritten by any type but `JSON`. */
function commonType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other || other === 'NULL') return one;
  if (one === 'NULL') return other;
  return isTextual.has(one) && isTextual.has(other) ? 'VARCHAR' : 'JSON';
}

/** In a result, a time is a text. */
const isTextual = new Set<ColumnType>(['VARCHAR', 'TIMESTAMP']);
