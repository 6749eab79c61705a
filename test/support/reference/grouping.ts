import { kindIn } from './tables';
import { compareValues, identity, numberOf, asText, wholeIfPossible } from './values';
import type { Field, Row, Table, Value } from './values';

export interface Aggregation {
  readonly calls: readonly AggregateCall[];
  readonly by: readonly string[];
}

export interface AggregateCall {
  readonly function: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'dc' | 'first' | 'last' | 'array' | 'values';
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
  const groups = groupRows(table.rows, (row) =>
    by.map((name) =>
      kindIn(table, name) === 'any' ? wholeIfPossible(row[name] ?? null) : (row[name] ?? null),
    ),
  );
  if (by.length === 0 && groups.length === 0) groups.push({ keys: [], rows: [] });
  const mixed = by.map((name) => kindIn(table, name) === 'any');
  return {
    fields: lastOfEachName([
      ...by.map((name) => ({ name, kind: kindIn(table, name) })),
      ...calls.map((call) => ({
        name: call.as,
        kind: resultKind(call, kindIn(table, call.field ?? '')),
        isRounded: call.function === 'sum' || call.function === 'avg',
      })),
    ]),
    rows: groups
      .toSorted((one, other) => compareKeys(one.keys, other.keys, mixed))
      .map(({ keys, rows }) => ({
        ...Object.fromEntries(by.map((name, index) => [name, keys[index] ?? null])),
        ...Object.fromEntries(
          calls.map((call) => [call.as, compute(call, rows, kindIn(table, call.field ?? '') === 'any')]),
        ),
      })),
    ordered: true,
  };
}

function resultKind({ function: name }: AggregateCall, kind: Field['kind']): Field['kind'] {
  if (name === 'sum') return sumKinds[kind] ?? 'long';
  return resultKinds[name] ?? kind;
}

const resultKinds: Readonly<Partial<Record<AggregateCall['function'], Field['kind']>>> = {
  count: 'long',
  dc: 'long',
  array: 'list',
  values: 'list',
  avg: 'double',
};

/** A sum of integers, booleans and dates is an integer. */
const sumKinds: Readonly<Partial<Record<Field['kind'], Field['kind']>>> = {
  any: 'any',
  string: 'any',
  double: 'double',
  list: 'double',
};

/** Groups are sorted by their fields, null last. */
function compareKeys(left: readonly Value[], right: readonly Value[], mixed: readonly boolean[]): number {
  for (const [index, isMixed] of mixed.entries()) {
    const [one, other] = [left[index] ?? null, right[index] ?? null];
    if (one === null && other === null) continue;
    if (one === null || other === null) return one === null ? 1 : -1;
    const order = compareValues(one, other, isMixed);
    if (order !== 0) return order;
  }
  return 0;
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

function compute({ function: name, field }: AggregateCall, rows: readonly Row[], isMixed: boolean): Value {
  if (field === undefined) return BigInt(rows.length);
  const values = rows.map((row) => row[field] ?? null).filter((value) => value !== null);
  const sorted = values.toSorted((one, other) => compareValues(one, other, isMixed));
  return computations[name](values, sorted, isMixed);
}

type Computation = (values: readonly Value[], sorted: readonly Value[], isMixed: boolean) => Value;

const computations: Readonly<Record<AggregateCall['function'], Computation>> = {
  count: (values) => BigInt(values.length),
  dc: (values) => BigInt(new Set(values.map(identity)).size),
  sum,
  avg: (values, _sorted, isMixed) => average(values, isMixed),
  min: (_values, sorted) => sorted[0] ?? null,
  max: (_values, sorted) => sorted.at(-1) ?? null,
  first: (values) => values[0] ?? null,
  last: (values) => values.at(-1) ?? null,
  array: (values) => values.slice(0, maxItems),
  values: (_values, sorted, isMixed) => {
    const shown = isMixed ? sorted.map(wholeIfPossible) : sorted;
    return [...new Map(shown.map((value) => [identity(value), value])).values()].slice(0, maxItems);
  },
};

const maxItems = 100;

/** An integer if all numbers are; texts that are none are ignored. */
function sum(values: readonly Value[]): Value {
  const numbers = numbersOf(values);
  if (numbers.length === 0) return null;
  const integers = numbers.filter((number) => typeof number === 'bigint');
  const whole = integers.reduce((total, number) => total + number, 0n);
  if (integers.length === numbers.length) return whole;
  return numbers.reduce<number>(
    (total, number) => (typeof number === 'number' ? total + number : total),
    Number(whole),
  );
}

/** The sum of a column of integers is exact; in other columns each number is a decimal. */
function average(values: readonly Value[], isMixed: boolean): Value {
  const numbers = numbersOf(values);
  if (numbers.length === 0) return null;
  const isExact = !isMixed && values.every((value) => typeof value === 'bigint');
  const total = isExact
    ? Number(sum(values))
    : numbers.reduce<number>((partial, number) => partial + Number(number), 0);
  return total / numbers.length;
}

function numbersOf(values: readonly Value[]): readonly (bigint | number)[] {
  return values.map(numberOf).filter((number) => number !== undefined);
}

/** Counts rows by interval; the values of a field are the columns, and null is named so. */
export function chart(minutes: number, as: string, by: string | undefined, table: Table): Table {
  const length = minutes * 60_000;
  const intervals = groupRows(table.rows, (row) => {
    const time = row['_time'];
    return [time instanceof Date ? new Date(Math.floor(time.getTime() / length) * length) : null];
  });
  const seriesOf = (row: Row): string => (by === undefined ? as : (asText(row[by] ?? null) ?? 'null'));
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
  const sorted = rows.toSorted((one, other) => compareKeys([one._time], [other._time], [false]));
  return { fields: [{ name: '_time', kind: 'date' }, ...fields], rows: sorted, ordered: true };
}
