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
  const types = new Map<string, ColumnType>([
    ['_time', 'TIMESTAMP'],
    ['_id', 'BIGINT'],
  ]);
  const columns = [...new Set(lists)].flat();
  const lines = columns.filter(({ name }) => name === 'line');
  // The original text of a log is shown before its fields.
  for (const { name, type } of [...lines, ...columns]) {
    types.set(name, commonType(types.get(name) ?? 'NULL', type));
  }
  return [...types].map(([name, type]) => ({ name, type: type === 'NULL' ? 'VARCHAR' : type }));
}

/** An integer next to a decimal, or a number next to a text, would be rewritten by any type but `JSON`. */
function commonType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other || other === 'NULL') return one;
  if (one === 'NULL') return other;
  return isTextual.has(one) && isTextual.has(other) ? 'VARCHAR' : 'JSON';
}

/** In a result, a time is a text. */
const isTextual = new Set<ColumnType>(['VARCHAR', 'TIMESTAMP']);
