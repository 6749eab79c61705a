import { valueKind } from './expressions';
import { kindIn, only, withFields } from './tables';
import { commonKind, asText, jsonText } from './values';
import type { Field, Kind, Row, Table, Value } from './values';

/** The named groups of the first match; null in rows without a match and for a group that matches nothing. */
export function extract(name: string, pattern: RegExp, table: Table): Table {
  const names = [...pattern.source.matchAll(/\(\?<(\w+)>/g)].map(([, group = '']) => group);
  const rows = table.rows.map((row) => {
    const groups = pattern.exec(asText(row[name] ?? null) ?? '')?.groups;
    const textIn = (group: string): string | null =>
      groups?.[group] === '' ? null : (groups?.[group] ?? null);
    return { ...row, ...Object.fromEntries(names.map((group) => [group, textIn(group)])) };
  });
  const added = names.map((group): Field => ({ name: group, kind: 'string' }));
  return { ...table, fields: withFields(table.fields, ...added), rows };
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
  return { ...table, fields: withFields(table.fields, ...added), rows };
}

/** A JSON object as its keys and values, or a text that is none. */
export type JsonInput = readonly (readonly [string, Value])[] | string;

export function writeInput(input: JsonInput): string {
  if (typeof input === 'string') return input;
  return `{ ${input.map(([key, value]) => `${JSON.stringify(key)} : ${jsonText(value)}`).join(' ,')}}`;
}

/** Of a key that occurs twice, the first value counts. A null is as if its key were absent. */
export function readInput(inputs: readonly JsonInput[], text: string): Row {
  const input = inputs.find((one) => writeInput(one) === text);
  const first = new Map(typeof input === 'object' ? input.toReversed() : []);
  return Object.fromEntries([...first].filter(([, value]) => value !== null));
}

/** Pairs without a key or a delimiter are ignored, and so are blanks around keys and values. */
export function readPairs(pairDelimiter: string, delimiter: string, text: string): Row {
  const pairs = text.split(pairDelimiter).flatMap((pair) => {
    const [key = '', ...rest] = pair.split(delimiter);
    return key.trim() === '' || rest.length === 0 ? [] : [[key.trim(), rest.join(delimiter).trim()]];
  });
  return Object.fromEntries(pairs) as Row;
}

/** Adds the fields that are found in a text to the others, or to those of the platform only. */
export function parseFields(name: string, read: (text: string) => Row, keeps: boolean, table: Table): Table {
  const found = table.rows.map((row) => read(asText(row[name] ?? null) ?? ''));
  const kinds = new Map<string, Kind>();
  for (const row of found) {
    for (const [key, value] of Object.entries(row)) {
      kinds.set(key, commonKind(valueKind(value), kinds.get(key) ?? 'null'));
    }
  }
  const others = table.fields.filter(({ name: other }) => keeps || /^_(id|table|time)$/.test(other));
  const fields = [
    ...others.filter((field) => !kinds.has(field.name)),
    ...[...kinds].map(([key, kind]) => ({
      name: key,
      kind: commonKind(kind, others.find((field) => field.name === key)?.kind ?? 'null'),
    })),
  ];
  const rows = found.map((row, index) => only({ ...only(table.rows[index] ?? {}, others), ...row }, fields));
  return { ...table, fields, rows };
}
