/**
 * The kind of a column or expression. `any` varies from row to row; lists and maps are JSON arrays and
 * objects. `null` is the kind of null itself, which is compatible with every kind.
 */
export type Kind = 'null' | 'bool' | 'long' | 'double' | 'string' | 'date' | 'list' | 'map' | 'any';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
}

/** The columns of a stream of rows, in order. Other fields are null in every row. */
export type Schema = readonly Column[];

/** A schema from names with their kinds. */
export function schemaOf(kinds: Readonly<Record<string, Kind>>): Schema {
  return Object.entries(kinds).map(([name, kind]) => ({ name, kind }));
}

export function isNumber(kind: Kind): boolean {
  return kind === 'long' || kind === 'double';
}

/** The narrowest kind for the values of both. */
export function commonKind(left: Kind, right: Kind): Kind {
  if (left === right || right === 'null') return left;
  if (left === 'null') return right;
  return isNumber(left) && isNumber(right) ? 'double' : 'any';
}

export function findColumn(schema: Schema, name: string): Column | undefined {
  return schema.find((column) => column.name === name);
}

/** Replaces columns of the same name in place and appends the others. */
export function overlayColumns(schema: Schema, added: Schema): Schema {
  const replaced = schema.map((column) => findColumn(added, column.name) ?? column);
  return [...replaced, ...added.filter((column) => !findColumn(schema, column.name))];
}

/** The columns of both, each with the common kind. */
export function mergeSchemas(left: Schema, right: Schema): Schema {
  const common = left.map(({ name, kind }) => ({
    name,
    kind: commonKind(kind, findColumn(right, name)?.kind ?? 'null'),
  }));
  return [...common, ...right.filter((column) => !findColumn(left, column.name))];
}
