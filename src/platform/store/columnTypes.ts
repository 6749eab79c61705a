import type { Column, ColumnType } from './tableScan';

/** The same text for equal columns and types, whose files can be read as one. */
export function shapeOf(columns: readonly Column[]): string {
  const cached = shapes.get(columns);
  if (cached !== undefined) return cached;
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

/** Columns of files that can be merged into one: a field has one type in all of them, or no value. */
export class MergedColumns {
  readonly #byKey = new Map<string, Column>();
  readonly #accepted = new Set<string>();

  constructor(columns: readonly Column[]) {
    this.#add(columns);
  }

  get columns(): readonly Column[] {
    return [...this.#byKey.values()];
  }

  /** Adds the columns if they can be merged with the others. */
  accepts(columns: readonly Column[]): boolean {
    if (this.#accepted.has(shapeOf(columns))) return true;
    const added = columns.filter(({ name }) => !this.#byKey.has(name.toLowerCase()));
    const isMergeable = columns.every((column) => this.#fits(column));
    if (!isMergeable || this.#byKey.size + added.length > maxColumns) return false;
    this.#add(columns);
    return true;
  }

  /** A file cannot have two names that differ only in case. */
  #fits({ name, type }: Column): boolean {
    const present = this.#byKey.get(name.toLowerCase());
    if (!present) return true;
    return present.name === name && (present.type === type || present.type === 'NULL' || type === 'NULL');
  }

  #add(columns: readonly Column[]): void {
    this.#accepted.add(shapeOf(columns));
    for (const column of columns) {
      const key = column.name.toLowerCase();
      const present = this.#byKey.get(key);
      if (!present || present.type === 'NULL') this.#byKey.set(key, column);
    }
  }
}

/** A file with more columns would be mostly empty. */
const maxColumns = 1000;
