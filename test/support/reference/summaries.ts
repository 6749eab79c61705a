import { aggregate } from './grouping';
import type { Aggregation } from './grouping';
import { kindIn, unite, withFields } from './tables';
import { identity, jsonText, asText } from './values';
import type { Field, Table, Value } from './values';

/** Subtotals for each prefix of the group fields, or for every combination, and a total. */
export function withTotals(type: 'rollup' | 'cube', { calls, by }: Aggregation, table: Table): Table {
  const groupings =
    type === 'rollup' ? [...by.map((_, left) => by.slice(0, by.length - left)), []] : combinations(by);
  const [finest, ...coarser] = groupings.map((fields) => aggregate({ calls, by: fields }, table));
  return { ...coarser.reduce(unite, finest ?? table), ordered: false };
}

function combinations(names: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  const others = combinations(rest);
  const all = [...others.map((list) => [first, ...list]), ...others];
  return all.toSorted((one, other) => other.length - one.length);
}

/** Counts by two fields. A value of the second is a column, with a number if its name is taken. */
export function pivot(row: string, column: string, table: Table): Table {
  const grouped = aggregate({ calls: [{ function: 'count', as: ' count' }], by: [row, column] }, table);
  const series = new Map<string, { readonly name: string; readonly value: Value }>();
  const taken = new Map([[row, 1]]);
  const values = new Map(grouped.rows.map((one) => [one[column] ?? null, one] as const));
  for (const value of sortedByText(distinct([...values.keys()]))) {
    const text = asText(value) ?? 'null';
    const times = (taken.get(text) ?? 0) + 1;
    taken.set(text, times);
    series.set(identity(value), { name: times === 1 ? text : `${text} (${times})`, value });
  }
  const rows = distinct(grouped.rows.map((one) => one[row] ?? null)).map((key) => {
    const own = grouped.rows.filter((one) => identity(one[row] ?? null) === identity(key));
    const cells = [...series].map(([id, { name }]) => {
      return [name, own.find((one) => identity(one[column] ?? null) === id)?.[' count'] ?? null] as const;
    });
    return { ...Object.fromEntries(cells), [row]: key };
  });
  const counts = [...series.values()].map(({ name }): Field => ({ name, kind: 'long' }));
  return { fields: [{ name: row, kind: kindIn(table, row) }, ...counts], rows, ordered: true };
}

function distinct(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.toReversed().map((value) => [identity(value), value])).values()].toReversed();
}

/** Values with the same text keep their order, that of the groups. */
function sortedByText(values: readonly Value[]): readonly Value[] {
  const text = (value: Value): string => asText(value) ?? 'null';
  return values.toSorted((one, other) => (text(one) < text(other) ? -1 : Number(text(one) > text(other))));
}

export function writeJson(names: readonly string[], output: string, table: Table): Table {
  const rows = table.rows.map((row) => {
    const pairs = names.map((name) => `${JSON.stringify(name)}:${jsonText(row[name] ?? null)}`);
    return { ...row, [output]: `{${pairs.join(',')}}` };
  });
  return { ...table, fields: withFields(table.fields, { name: output, kind: 'string' }), rows };
}
