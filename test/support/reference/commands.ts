import { evaluate, kindOf, writeExpression } from './expressions';
import type { Expression } from './expressions';
import { aggregate, chart, writeAggregation } from './grouping';
import type { Aggregation } from './grouping';
import { join, lookUp } from './joins';
import type { JoinType } from './joins';
import { pivot, writeJson, withTotals } from './summaries';
import { kindIn, only, unite, withFields } from './tables';
import { extract, parseFields, readInput, readPairs, splitFields } from './texts';
import type { JsonInput } from './texts';
import { compareValues } from './values';
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
  | { readonly name: 'explode'; readonly field: string }
  | { readonly name: 'prev'; readonly field: string }
  | { readonly name: 'order'; readonly fields: readonly string[] }
  | { readonly name: 'repeat'; readonly count: number }
  | { readonly name: 'bypass' }
  | { readonly name: 'rollup'; readonly aggregation: Aggregation }
  | { readonly name: 'cube'; readonly aggregation: Aggregation }
  | { readonly name: 'pivot'; readonly row: string; readonly column: string }
  | { readonly name: 'tojson'; readonly fields: readonly string[]; readonly output: string }
  | { readonly name: 'rex'; readonly field: string }
  | { readonly name: 'parsecsv'; readonly field: string; readonly delimiter: string }
  | {
      readonly name: 'parsejson';
      /** Of the texts of the inputs. */
      readonly text: Expression;
      readonly inputs: readonly JsonInput[];
      readonly overlay: boolean;
    }
  | { readonly name: 'parsekv'; readonly text: Expression; readonly overlay: boolean }
  | { readonly name: 'lookup'; readonly input: string; readonly as: string; readonly source: Source }
  | {
      readonly name: 'join';
      readonly type: JoinType;
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

/** Without a backslash, which would be doubled in a query. */
const extractPattern = '^(?<p>[A-Za-z]+)(?<q>[0-9.]*)';

const meanings: { readonly [Name in Command['name']]: Meaning<Extract<Command, { name: Name }>> } = {
  search: {
    write: ({ condition }) => `search ${writeExpression(condition)}`,
    apply: ({ condition }, table) => ({
      ...table,
      rows: table.rows.filter((row) => evaluate(condition, row) === true),
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
  explode: {
    write: ({ field }) => `explode ${field}`,
    apply: ({ field }, table) => explode(field, table),
  },
  prev: {
    write: ({ field }) => `prev ${field}`,
    apply: ({ field }, table) => previous(field, table),
  },
  order: {
    write: ({ fields }) => `order ${fields.join(', ')}`,
    apply: (_command, table) => table,
  },
  repeat: {
    write: ({ count }) => `repeat count=${count}`,
    apply: ({ count }, table) => ({
      ...table,
      rows: table.rows.flatMap((row) => Array.from({ length: count }, () => row)),
    }),
  },
  bypass: { write: () => 'bypass', apply: (_command, table) => table },
  rollup: {
    write: ({ aggregation }) => `rollup ${writeAggregation(aggregation)}`,
    apply: ({ aggregation }, table) => withTotals('rollup', aggregation, table),
  },
  cube: {
    write: ({ aggregation }) => `cube ${writeAggregation(aggregation)}`,
    apply: ({ aggregation }, table) => withTotals('cube', aggregation, table),
  },
  pivot: {
    write: ({ row, column }) => `pivot count rows ${row} cols ${column}`,
    apply: ({ row, column }, table) => pivot(row, column, table),
  },
  tojson: {
    write: ({ fields, output }) => `tojson output=${output} ${fields.join(', ')}`,
    apply: ({ fields, output }, table) => writeJson(fields, output, table),
  },
  rex: {
    write: ({ field }) => `rex field=${field} "${extractPattern}"`,
    apply: ({ field }, table) => extract(field, new RegExp(extractPattern), table),
  },
  parsecsv: {
    write: ({ field, delimiter }) => `parsecsv field=${field} overlay=t delimiter="${delimiter}" p, q`,
    apply: ({ field, delimiter }, table) => splitFields(field, delimiter, ['p', 'q'], table),
  },
  parsejson: {
    write: ({ text, overlay }) =>
      `eval t = ${writeExpression(text)} | parsejson field=t overlay=${String(overlay)}`,
    apply: ({ text, inputs, overlay }, table) =>
      parseFields('t', (json) => readInput(inputs, json), overlay, assign('t', text, table)),
  },
  parsekv: {
    write: ({ text, overlay }) =>
      `eval t = ${writeExpression(text)} | parsekv field=t overlay=${String(overlay)} pairdelim="; " kvdelim=":"`,
    apply: ({ text, overlay }, table) =>
      parseFields('t', (pairs) => readPairs('; ', ':', pairs), overlay, assign('t', text, table)),
  },
  lookup: {
    write: ({ input, as, source }) => `lookup ${source.text} k as ${input} output v as ${as}`,
    apply: ({ input, as, source }, table) => lookUp(input, as, table, source.table),
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
    fields: withFields(table.fields, field),
    rows: table.rows.map((row) => ({ ...row, [name]: evaluate(value, row) })),
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
      const isMixed = kindIn(table, field) === 'any';
      const order = compareCells(one[field] ?? null, other[field] ?? null, isMixed);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
  return { ...table, rows: table.rows.toSorted(compareRows).slice(0, limit) };
}

function compareCells(one: Value, other: Value, isMixed: boolean): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  return compareValues(one, other, isMixed);
}

/** A row for each item of a list; other values and empty lists are unchanged. */
function explode(name: string, table: Table): Table {
  const kind = kindIn(table, name);
  if (kind !== 'list' && kind !== 'any') return table;
  const fields = table.fields.map((field) => (field.name === name ? { name, kind: 'any' as const } : field));
  const rows = table.rows.flatMap((row) => {
    const value = row[name] ?? null;
    return Array.isArray(value) && value.length > 0
      ? (value as readonly Value[]).map((item) => ({ ...row, [name]: item }))
      : [row];
  });
  return { ...table, fields, rows };
}

/** The value of the previous row; null in the first. */
function previous(name: string, table: Table): Table {
  const field = table.fields.find((one) => one.name === name);
  if (!field) return table;
  const added = { name: `prev_${name}`, kind: field.kind };
  return {
    ...table,
    fields: withFields(table.fields, added),
    rows: table.rows.map((row, index) => ({ ...row, [added.name]: table.rows[index - 1]?.[name] ?? null })),
  };
}
