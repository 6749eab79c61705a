/**
 * The kind of a column or expression. The values of `any` have kinds of their own; lists and maps are JSON
 * arrays and objects. A `hugeint` is an integer beyond 64 bits, and `json` a value of any kind inside a list
 * or map. `null` is the kind of null itself, which is compatible with every kind.
 */
export type Kind =
  | 'null'
  | 'bool'
  | 'long'
  | 'hugeint'
  | 'double'
  | 'string'
  | 'date'
  | 'ip'
  | 'bytes'
  | 'list'
  | 'map'
  | 'json'
  | 'any';

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
  return isInteger(kind) || kind === 'double';
}

export function isInteger(kind: Kind): boolean {
  return kind === 'long' || kind === 'hugeint';
}

/** The narrowest kind that keeps the values of both as they are: an integer next to a decimal stays one. */
export function commonKind(left: Kind, right: Kind): Kind {
  if (left === right || right === 'null') return left;
  if (left === 'null') return right;
  return isInteger(left) && isInteger(right) ? 'hugeint' : 'any';
}

/** The kind of a number that is computed from numbers of both kinds. */
export function arithmeticKind(left: Kind, right: Kind): Kind {
  const common = commonKind(left, right);
  return common === 'any' && isNumber(left) && isNumber(right) ? 'double' : common;
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
