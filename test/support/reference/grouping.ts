import { parseExpression } from './expressions';
import type { Expression } from './expressions';
import { sum } from './numbers';
import { Refusal } from './refusal';
import type { Scope } from './scope';
import { readAlias, readClauses, splitList, unquote } from './syntax';
import { asText, identity, isNumber, sortOrder } from './values';
import type { Row, Value } from './values';

export interface Aggregate {
  readonly as: string;
  compute(rows: readonly Row[]): Value;
}

export interface Aggregation {
  readonly calls: readonly Aggregate[];
  readonly by: readonly string[];
}

export function readAggregation(text: string, scope: Scope): Aggregation {
  const clauses = readClauses(text, ['by']);
  return { calls: readAggregates(clauses[''] ?? '', scope), by: splitList(clauses['by'] ?? '') };
}

export function readAggregates(text: string, scope: Scope): readonly Aggregate[] {
  const calls = splitList(text).map((call) => readAggregate(call, scope));
  if (calls.length === 0) throw new Refusal('21700');
  return calls;
}

function readAggregate(text: string, scope: Scope): Aggregate {
  const { name: call, as } = readAlias(text);
  const [, name = call, args = ''] = /^(\w+)\s*\(([^]*)\)$/.exec(call) ?? [];
  const computation = computations[name];
  if (!computation) throw new Refusal('21702');
  const values = splitList(args).map((arg) => parseExpression(arg, scope));
  return { as, compute: (rows) => computation(rows, values) };
}

type Computation = (rows: readonly Row[], args: readonly Expression[]) => Value;

/** The values of the argument that are not null. */
const ofValues =
  (compute: (values: readonly Value[]) => Value): Computation =>
  (rows, [arg]) =>
    compute(rows.map((row) => arg?.value(row) ?? null).filter((value) => value !== null));

/** The numbers; texts and all else are ignored. Null without any. */
const ofNumbers = (compute: (numbers: readonly (bigint | number)[]) => Value): Computation =>
  ofValues((values) => {
    const numbers = values.filter(isNumber);
    return numbers.length === 0 ? null : compute(numbers);
  });

/** The rows in which both are numbers. */
const ofPairs =
  (compute: (sums: Readonly<Record<'x' | 'y' | 'xy', number>>, count: number) => number): Computation =>
  (rows, [first, second]) => {
    const pairs = rows
      .map((row) => [first?.value(row) ?? null, second?.value(row) ?? null])
      .filter((pair) => pair.every(isNumber))
      .map((pair) => pair.map(Number));
    const [xs, ys] = [0, 1].map((index) => pairs.map((pair) => pair[index] ?? 0));
    const result = compute({ x: spread(xs!, xs!), y: spread(ys!, ys!), xy: spread(xs!, ys!) }, pairs.length);
    return pairs.length > 1 && Number.isFinite(result) ? result : null;
  };

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The sum of the products of the differences from the means. */
function spread(xs: readonly number[], ys: readonly number[]): number {
  const [x, y] = [mean(xs), mean(ys)];
  return xs.reduce((sum, one, index) => sum + (one - x) * ((ys[index] ?? 0) - y), 0);
}

function variance(numbers: readonly (bigint | number)[]): number | null {
  const all = numbers.map(Number);
  return all.length < 2 ? null : spread(all, all) / (all.length - 1);
}

const sorted = (values: readonly Value[]): readonly Value[] => values.toSorted(sortOrder);
const distinct = (values: readonly Value[]): readonly Value[] => [
  ...new Map(values.map((value) => [identity(value), value])).values(),
];

/** Between two values of the sorted ones: weighted, the middle, the lower, the higher or the nearest. */
export function percentile(values: readonly Value[], percent: number, way: Value = 'linear'): Value {
  const all = sorted(values);
  const position = ((all.length - 1) * percent) / 100;
  const [low = null, high = low] = [all[Math.floor(position)], all[Math.ceil(position)]];
  if (way === 'lower' || !isNumber(low) || !isNumber(high)) return low;
  const part = position - Math.floor(position);
  const weight =
    { higher: Math.ceil(part), midpoint: 0.5, nearest: Math.round(part) }[String(asText(way))] ?? part;
  return Number(low) + (Number(high) - Number(low)) * weight;
}

const distinctCount = ofValues((values) => BigInt(distinct(values).length));

const computations: Readonly<Record<string, Computation>> = {
  count: (rows, args) => (args.length === 0 ? BigInt(rows.length) : (countOf(rows, args) ?? 0n)),
  sum: ofNumbers(sum),
  avg: ofNumbers((numbers) => Number(sum(numbers)) / numbers.length),
  var: ofNumbers(variance),
  stddev: ofNumbers((numbers) => {
    const square = variance(numbers);
    return square === null ? null : Math.sqrt(square);
  }),
  min: ofValues((values) => sorted(values)[0] ?? null),
  max: ofValues((values) => sorted(values).at(-1) ?? null),
  median: ofValues((values) => percentile(values, 50)),
  first: ofValues((values) => values[0] ?? null),
  last: ofValues((values) => values.at(-1) ?? null),
  dc: distinctCount,
  estdc: distinctCount,
  values: ofValues((values) => distinct(sorted(values)).slice(0, 100)),
  array: ofValues((values) => values.slice(0, 100)),
  percentile: (rows, [value, percent, way]) => {
    const given = rows.map((row) => value?.value(row) ?? null).filter((one) => one !== null);
    return percentile(given, Number(percent?.constant), way?.constant);
  },
  corr: ofPairs(({ x, y, xy }) => xy / Math.sqrt(x * y)),
  cov: ofPairs(({ xy }, count) => xy / (count - 1)),
  slope: ofPairs(({ x, xy }) => xy / x),
};

const countOf = ofValues((values) => BigInt(values.length));

export interface Group {
  readonly keys: readonly Value[];
  readonly rows: Row[];
}

/** Sorted by their keys, null last. */
export function groupRows(rows: readonly Row[], keysOf: (row: Row) => readonly Value[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const keys = keysOf(row);
    const id = JSON.stringify(keys.map(identity));
    const group = groups.get(id) ?? { keys, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()].toSorted((one, other) => {
    const orders = one.keys.map((key, index) => nullLast(key, other.keys[index] ?? null));
    return orders.find((by) => by !== 0) ?? 0;
  });
}

function nullLast(left: Value, right: Value): number {
  return left === null || right === null
    ? Number(left === null) - Number(right === null)
    : sortOrder(left, right);
}

/** One row per group; all rows are one group without `by`. */
export function stats({ calls, by }: Aggregation, rows: readonly Row[]): Row[] {
  const groups = groupRows(rows, (row) => by.map((name) => row.get(name) ?? null));
  if (by.length === 0 && groups.length === 0) groups.push({ keys: [], rows: [] });
  return groups.map(({ keys, rows: within }) => {
    const fields = by.map((name, index): [string, Value] => [name, keys[index] ?? null]);
    return new Map([...fields, ...calls.map((call): [string, Value] => [call.as, call.compute(within)])]);
  });
}

/** Also the totals of each list of the group fields, in which the others hold the label. */
export function totals(
  aggregation: Aggregation,
  lists: readonly (readonly string[])[],
  label: string | undefined,
  rows: readonly Row[],
): Row[] {
  const { calls, by } = aggregation;
  const shown = label === undefined ? null : label.startsWith('"') ? unquote(label) : label;
  return lists.flatMap((list) =>
    stats({ calls, by: list }, rows).map((row) => {
      const rest = by.filter((name) => !list.includes(name)).map((name): [string, Value] => [name, shown]);
      return new Map([...rest, ...row]);
    }),
  );
}
