import { kindIn } from './tables';
import { commonKind, asText } from './values';
import type { Field, Row, Table, Value } from './values';

/** The named groups of the first match; null in rows without a match and for a group that matches nothing. */
export function extract(name: string, pattern: RegExp, table: Table): Table {
  const names = [...pattern.source.matchAll(/\(\?<(\w+)>/g)].map(([, group = '']) => group);
  const rows = table.rows.map((row) => {
    const groups = pattern.exec(asText(row[name] ?? null) ?? '')?.groups;
    const textIn = (group: string): string | null =>
      groups?.[group] === '' ? null : (groups?.[group] ?? null);
    return { ...row, ...Object.fromEntries(names.map((group) => [group, textIn(group)])) };
  });
  const kept = table.fields.filter((field) => !names.includes(field.name));
  return {
    ...table,
    fields: [...kept, ...names.map((group): Field => ({ name: group, kind: 'string' }))],
    rows,
  };
}

/** Splits texts into fields, of which those without a name are numbered. A field without a value keeps its own. */
export function splitFields(name: string, delimiter: string, names: readonly string[], table: Table): Table {
  const items = table.rows.map((row) => asText(row[name] ?? null)?.split(delimiter) ?? []);
  const max = Math.max(names.length, ...items.map((list) => list.length));
  const all = Array.from({ length: max }, (_, index) => names[index] ?? `column${index}`);
  const added = all.map((one): Field => ({ name: one, kind: commonKind('string', kindIn(table, one)) }));
  const rows = table.rows.map((row, position): Row => {
    const cells = all.map((one, index): [string, Value] => [
      one,
      items[position]?.[index] ?? row[one] ?? null,
    ]);
    return { ...row, ...Object.fromEntries(cells) };
  });
  const kept = table.fields.filter((field) => !all.includes(field.name));
  return { ...table, fields: [...kept, ...added], rows };
}
