import { evaluate, kindOf, writeExpression } from './expressions';
import type { Expression } from './expressions';
import { aggregate, chart, writeAggregation } from './grouping';
import type { Aggregation } from './grouping';
import { commonKind, compareValues, widen } from './values';
import type { Field, Row, Table, Value } from './values';

/** A command that can be printed and interpreted. */
export type Command =
  | { readonly name: 'search'; readonly condition: Expression }
  | { readonly name: 'eval'; readonly field: string; readonly value: Expression }
  | { readonly name: 'fields'; readonly fields: readonly string[]; readonly exclude: boolean }
  | { readonly name: 'rename'; readonly from: string; readonly to: string }
  | { readonly name: 'sort'; readonly keys: readonly SortKey[]; readonly limit: number | undefined }
  | { readonly name: 'limit'; readonly offset: number; readonly maximum: number }
  | { readonly name: 'stats'; readonly aggregation: Aggregation }
  | {
      readonly name: 'timechart';
      readonly minutes: number;
      readonly as: string;
      readonly by: string | undefined;
    }
  | { readonly name: 'union'; readonly source: Source }
  | {
      readonly name: 'join';
      readonly type: 'inner' | 'left' | 'leftonly';
      readonly key: string;
      readonly source: Source;
    };

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A subquery: its text and its rows. */
export interface Source {
  readonly text: string;
  readonly table: Table;
}

/** The text and the result of a command, as documented. */
interface Meaning<Named extends Command> {
  write(command: Named): string;
  apply(command: Named, table: Table): Table;
}

export function writeCommand(command: Command): string {
  return meaningOf(command).write(command);
}

export function applyCommand(command: Command, table: Table): Table {
  return meaningOf(command).apply(command, table);
}

function meaningOf(command: Command): Meaning<Command> {
  // The table pairs every name with its command, which the type checker cannot follow.
  return meanings[command.name];
}

const meanings: { readonly [Name in Command['name']]: Meaning<Extract<Command, { name: Name }>> } = {
  search: {
    write: ({ condition }) => `search ${writeExpression(condition)}`,
    apply: ({ condition }, table) => ({
      ...table,
      rows: table.rows.filter((row) => evaluate(condition, row, table.fields) === true),
    }),
  },
  eval: {
    write: ({ field, value }) => `eval ${field} = ${writeExpression(value)}`,
    apply: ({ field, value }, table) => assign(field, value, table),
  },
  fields: {
    write: ({ fields, exclude }) => `fields ${exclude ? '- ' : ''}${fields.join(', ')}`,
    apply: ({ fields, exclude }, table) => pick(fields, exclude, table),
  },
  rename: {
    write: ({ from, to }) => `rename ${from} as ${to}`,
    apply: ({ from, to }, table) => rename(from, to, table),
  },
  sort: {
    write: ({ keys, limit }) => {
      const list = keys.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(', ');
      return `sort ${limit === undefined ? '' : `limit=${limit} `}${list}`;
    },
    apply: ({ keys, limit }, table) => sort(keys, limit, table),
  },
  limit: {
    write: ({ offset, maximum }) => `limit ${offset} ${maximum}`,
    apply: ({ offset, maximum }, table) => ({ ...table, rows: table.rows.slice(offset, offset + maximum) }),
  },
  stats: {
    write: ({ aggregation }) => `stats ${writeAggregation(aggregation)}`,
    apply: ({ aggregation }, table) => aggregate(aggregation, table),
  },
  timechart: {
    write: ({ minutes, as, by }) =>
      `timechart span=${minutes}m count as ${as}${by === undefined ? '' : ` by ${by}`}`,
    apply: ({ minutes, as, by }, table) => chart(minutes, as, by, table),
  },
  union: {
    write: ({ source }) => `union [ ${source.text} ]`,
    apply: ({ source }, table) => unite(table, source.table),
  },
  join: {
    write: ({ type, key, source }) => `join type=${type} ${key} [ ${source.text} ]`,
    apply: ({ type, key, source }, table) => join(type, key, table, source.table),
  },
};

function assign(name: string, value: Expression, table: Table): Table {
  const field: Field = { name, kind: kindOf(value, table.fields) };
  return {
    ...table,
    fields: [...table.fields.filter((existing) => existing.name !== name), field],
    rows: table.rows.map((row) => ({ ...row, [name]: evaluate(value, row, table.fields) })),
  };
}

function pick(names: readonly string[], exclude: boolean, table: Table): Table {
  const fields = exclude
    ? table.fields.filter(({ name }) => !names.includes(name))
    : names.map(
        (name) => table.fields.find((field) => field.name === name) ?? ({ name, kind: 'null' } as const),
      );
  return { ...table, fields, rows: table.rows.map((row) => only(row, fields)) };
}

function only(row: Row, fields: readonly Field[]): Row {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, widen(row[name] ?? null, kind)]));
}

function rename(from: string, to: string, table: Table): Table {
  const renamed = table.fields.find(({ name }) => name === from);
  if (!renamed || from === to) return table;
  const fields = table.fields
    .filter(({ name }) => name !== to)
    .map((field) => (field === renamed ? { ...field, name: to } : field));
  return {
    ...table,
    fields,
    rows: table.rows.map((row) => only({ ...row, [to]: row[from] ?? null }, fields)),
  };
}

/** Missing values are the smallest. The sort is stable. */
function sort(keys: readonly SortKey[], limit: number | undefined, table: Table): Table {
  const compareRows = (one: Row, other: Row): number => {
    for (const { field, descending } of keys) {
      const order = compareCells(one[field] ?? null, other[field] ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
  return { ...table, rows: table.rows.toSorted(compareRows).slice(0, limit) };
}

function compareCells(one: Value, other: Value): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  return compareValues(one, other);
}

function unite(left: Table, right: Table): Table {
  const fields = [
    ...left.fields.map(({ name, kind }) => ({ name, kind: commonKind(kind, kindIn(right, name)) })),
    ...right.fields.filter(({ name }) => !left.fields.some((field) => field.name === name)),
  ];
  const rows = [...left.rows, ...right.rows].map((row) => only(row, fields));
  return { fields, rows, ordered: left.ordered && right.ordered };
}

function kindIn(table: Table, name: string): Field['kind'] {
  return table.fields.find((field) => field.name === name)?.kind ?? 'null';
}

/** Except for the key, the fields of both have different names. */
function join(type: 'inner' | 'left' | 'leftonly', key: string, left: Table, right: Table): Table {
  const matches = (row: Row): readonly Row[] =>
    right.rows.filter((other) => {
      const [one, two] = [row[key] ?? null, other[key] ?? null];
      return one !== null && two !== null && compareValues(one, two) === 0;
    });
  if (type === 'leftonly') {
    return { ...left, ordered: false, rows: left.rows.filter((row) => matches(row).length === 0) };
  }
  const fields = [...left.fields, ...right.fields.filter(({ name }) => name !== key)];
  const rows = left.rows.flatMap((row) => {
    const found = matches(row).map((other) => only({ ...other, ...row }, fields));
    return found.length === 0 && type === 'left' ? [only(row, fields)] : found;
  });
  return { fields, rows, ordered: false };
}
