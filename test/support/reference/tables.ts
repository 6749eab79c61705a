import { commonKind } from './values';
import type { Field, Row, Table } from './values';

/** The rows of both; a field that a row lacks is null. */
export function unite(left: Table, right: Table): Table {
  const fields = [
    ...left.fields.map(({ name, kind }) => ({ name, kind: commonKind(kind, kindIn(right, name)) })),
    ...right.fields.filter(({ name }) => !left.fields.some((field) => field.name === name)),
  ];
  const rows = [...left.rows, ...right.rows].map((row) => only(row, fields));
  return { fields, rows, ordered: left.ordered && right.ordered };
}

export function only(row: Row, fields: readonly Field[]): Row {
  return Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null]));
}

/** Fields of which new ones replace those with their names, at the end. */
export function withFields(fields: readonly Field[], ...added: readonly Field[]): readonly Field[] {
  return [...fields.filter(({ name }) => !added.some((field) => field.name === name)), ...added];
}

export function kindIn(table: Table, name: string): Field['kind'] {
  return table.fields.find((field) => field.name === name)?.kind ?? 'null';
}
