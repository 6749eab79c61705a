import { quoteName } from './sqlText';
import type { Column, ColumnType } from './tableScan';

/** The stored type for an engine type. */
export function storedType(engineType: string): ColumnType {
  const name = engineType.toUpperCase();
  if (name === 'BOOLEAN') return 'BOOLEAN';
  if (/^U?(TINYINT|SMALLINT|INTEGER)$|^BIGINT$/.test(name)) return 'BIGINT';
  if (/^(FLOAT|DOUBLE|DECIMAL\(\d+,\s?\d+\))$/.test(name)) return 'DOUBLE';
  if (/^(DATE|TIMESTAMP(_S|_MS|_NS)?|TIMESTAMP WITH TIME ZONE)$/.test(name)) return 'TIMESTAMP';
  return 'VARCHAR';
}

/** The expression that converts a column of an engine type to the stored type. */
export function storedExpression(column: string, engineType: string): string {
  const quoted = quoteName(column);
  const name = engineType.toUpperCase();
  // A JSON string is stored without quotes; objects and arrays stay JSON, for `parsejson`.
  if (name === 'JSON') return `${quoted} ->> '$'`;
  if (/^(STRUCT|MAP|UNION)\(|\[\d*\]$/.test(name)) return `to_json(${quoted})::VARCHAR`;
  return `${quoted}::${storedType(engineType)}`;
}

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

/** The union of the columns of several segments. A name with two types gets the wider one. */
export function unionOfColumns(lists: Iterable<readonly Column[]>): Column[] {
  const types = new Map<string, ColumnType>(leadingColumns.map(({ name, type }) => [name, type]));
  const seen = new Set(['_time', '_id']);
  const distinct = new Set(lists);
  for (const column of [...distinct].flat()) {
    const known = types.get(column.name);
    types.set(column.name, known === undefined ? column.type : widerType(known, column.type));
    seen.add(column.name);
  }
  return [...types].filter(([name]) => seen.has(name)).map(([name, type]) => ({ name, type }));
}

/** `_time` and `_id` are in every segment, `line` only if it was given. */
const leadingColumns: readonly Column[] = [
  { name: '_time', type: 'TIMESTAMP' },
  { name: '_id', type: 'BIGINT' },
  { name: 'line', type: 'VARCHAR' },
];

function widerType(one: ColumnType, other: ColumnType): ColumnType {
  if (one === other) return one;
  const numbers = new Set<ColumnType>(['BIGINT', 'DOUBLE']);
  return numbers.has(one) && numbers.has(other) ? 'DOUBLE' : 'VARCHAR';
}
