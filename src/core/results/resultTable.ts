import type { Cell, ColumnType, ResultColumn, ResultRow } from '../pages/queryResults';
import type { ResultPage } from '../interface/cursor';
import { fieldOf } from '../interface/optional';
import type { RawRecord } from '../interface/optional';

/** The columns of a result, merged with those of earlier pages. */
export function columnsOf(page: ResultPage, known: readonly ResultColumn[]): readonly ResultColumn[] {
  const named = page.fieldOrder ?? [];
  const names = new Set([...(named.length > 0 ? named : known.map(({ name }) => name))]);
  // Without a field order, columns are taken from the rows; later rows may add more.
  if (named.length === 0) for (const row of page.rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name) => ({ name, type: typeOf(name, page, known) }));
}

export function cellsOf(rows: readonly RawRecord[], columns: readonly ResultColumn[]): ResultRow[] {
  return rows.map((row) => columns.map(({ name }) => toCell(fieldOf(row, name))));
}

const typesByName: Readonly<Record<string, ColumnType>> = {
  long: 'number',
  int: 'number',
  short: 'number',
  double: 'number',
  float: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  date: 'time',
  list: 'json',
  array: 'json',
  map: 'json',
};

function typeOf(name: string, { fieldTypes, rows }: ResultPage, known: readonly ResultColumn[]): ColumnType {
  const named = fieldTypes && fieldOf(fieldTypes, name);
  if (named !== undefined) return fieldOf(typesByName, named) ?? 'text';
  const before = known.find((column) => column.name === name)?.type;
  return before ?? typeOfValue(rows.find((row) => fieldOf(row, name) != null)?.[name], name);
}

function typeOfValue(value: unknown, name: string): ColumnType {
  if (name === '_time') return 'time';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' && value !== null ? 'json' : 'text';
}

export function toCell(value: unknown): Cell {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      return Array.isArray(value) || value === null ? value : { ...value };
    default:
      // A missing field. JSON has no other types.
      return null;
  }
}
