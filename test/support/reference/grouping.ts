import { compareValues, identity, textOf } from './values';
import type { Field, Row, Table, Value } from './values';

export interface Aggregation {
  readonly calls: readonly AggregateCall[];
  readonly by: readonly string[];
}

export interface AggregateCall {
  readonly function: 'count' | 'sum' | 'min' | 'max' | 'dc';
  /** Undefined for the plain `count`. */
  readonly field?: string | undefined;
  readonly as: string;
}

export function writeAggregation({ calls, by }: Aggregation): string {
  const written = calls.map(({ function: name, field, as }) => {
    return `${name}${field === undefined ? '' : `(${field})`} as ${as}`;
  });
  return `${written.join(', ')}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`;
}

export function aggregate({ calls, by }: Aggregation, table: Table): Table {
  const kindIn = (name: string): Field['kind'] =>
    table.fields.find((field) => field.name === name)?.kind ?? 'null';
  const groups = groupRows(table.rows, (row) => by.map((name) => row[name] ?? null));
  if (by.length === 0 && groups.length === 0) groups.push({ keys: [], rows: [] });
  return {
    fields: lastOfEachName([
      ...by.map((name) => ({ name, kind: kindIn(name) })),
      ...calls.map(({ function: name, field = '', as }) => ({
        name: as,
        kind: name === 'count' || name === 'dc' ? ('long' as const) : kindIn(field),
      })),
    ]),
    rows: groups.map(({ keys, rows }) => ({
      ...Object.fromEntries(by.map((name, place) => [name, keys[place] ?? null])),
      ...Object.fromEntries(calls.map((call) => [call.as, compute(call, rows)])),
    })),
    ordered: false,
  };
}

/** A result with the name of a group field or an earlier result replaces it. */
function lastOfEachName(fields: readonly Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

interface Group {
  readonly keys: readonly Value[];
  readonly rows: Row[];
}

function groupRows(rows: readonly Row[], keysOf: (row: Row) => readonly Value[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const keys = keysOf(row);
    const id = JSON.stringify(keys.map(identity));
    const group = groups.get(id) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()];
}

function compute({ function: name, field }: AggregateCall, rows: readonly Row[]): Value {
  if (field === undefined) return BigInt(rows.length);
  const values = rows.map((row) => row[field] ?? null).filter((value) => value !== null);
  switch (name) {
    case 'count':
      return BigInt(values.length);
    case 'dc':
      return BigInt(new Set(values.map(identity)).size);
    case 'sum':
      return sum(values);
    case 'min':
      return values.toSorted(compareValues)[0] ?? null;
    case 'max':
      return values.toSorted(compareValues).at(-1) ?? null;
    default:
      return name satisfies never;
  }
}

const largestLong = 2n ** 63n - 1n;

function sum(values: readonly Value[]): Value {
  if (values.length === 0) return null;
  if (values.some((value) => typeof value === 'number')) {
    return values.reduce<number>((total, value) => total + Number(value), 0);
  }
  const total = values.reduce<bigint>((all, value) => all + (typeof value === 'bigint' ? value : 0n), 0n);
  return total > largestLong || total < -largestLong - 1n ? null : total;
}

/** Counts rows by interval; the values of a field are the columns, and null is named so. */
export function chart(minutes: number, as: string, by: string | undefined, table: Table): Table {
  const length = minutes * 60_000;
  const intervals = groupRows(table.rows, (row) => {
    const time = row['_time'];
    return [time instanceof Date ? new Date(Math.floor(time.getTime() / length) * length) : null];
  });
  const seriesOf = (row: Row): string => (by === undefined ? as : (textOf(row[by] ?? null) ?? 'null'));
  const series = by === undefined ? [as] : [...new Set(table.rows.map(seriesOf))];
  const rows = intervals.map(({ keys: [time = null], rows: within }) => ({
    ...Object.fromEntries(
      series.map((name) => {
        const count = within.filter((row) => seriesOf(row) === name).length;
        return [name, count === 0 ? null : BigInt(count)];
      }),
    ),
    _time: time,
  }));
  const fields = series.map((name): Field => ({ name, kind: 'long' }));
  return { fields: [{ name: '_time', kind: 'date' }, ...fields], rows, ordered: false };
}
