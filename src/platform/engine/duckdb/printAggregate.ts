import { bindExpression } from '../plan/bindExpression';
import { convert, toNumber } from '../plan/planNode';
import type { BoundExpression } from '../plan/planNode';
import { isInteger, isNumber } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { Aggregate } from '../plan/operator';
import { printConversion } from './printConversion';
import { printExpression } from './sqlExpression';
import { normalized, packMixed, toExactInteger } from './printMixed';
import { orderKey } from './printMixedNumbers';
import type { OrderKey } from './source';
import { sqlType } from './sqlValues';

/** How an aggregate is computed, over all rows or from partial results. */
export interface PrintedAggregate {
  readonly kind: Kind;
  /** Over all rows. */
  readonly whole: string;
  /** Over the rows of one batch, if partial results can be merged. */
  readonly partial?: PartialAggregate;
  /** Whether it depends on the order of rows. */
  readonly ordered?: boolean;
}

export interface PartialAggregate {
  readonly columns: readonly string[];
  /** Over partial results, given their column names. */
  merge(columns: readonly string[]): string;
}

/** The maximum number of items of `values` and `array`. */
const maxItems = 100;

/** `kind` is that of the result, if partial results of other kinds are merged with it. */
export function printAggregate(
  aggregate: Aggregate,
  schema: Schema,
  order: readonly OrderKey[],
  kind?: Kind,
): PrintedAggregate {
  if (!aggregate.argument) return printCount('count(*)');
  const bound = bindExpression(aggregate.argument, schema);
  const print = (expression: BoundExpression): string => printExpression(expression, schema);
  switch (aggregate.function) {
    case 'count':
      return printCount(`count(${print(bound)})`);
    case 'sum':
      return printSum(bound, print, kind === 'any');
    case 'avg':
      return printAverage(bound, print);
    case 'min':
    case 'max':
      return printExtreme(aggregate.function, bound, print, kind);
    case 'first':
    case 'last':
      return {
        kind: bound.kind,
        whole: byOrder(aggregate.function === 'first', print(bound), order),
        ordered: true,
      };
    case 'array': {
      const list = byOrder(true, print(convert(bound, 'json')), order, maxItems);
      return { kind: 'list', whole: `coalesce(to_json(${list}), CAST('[]' AS JSON))`, ordered: true };
    }
    default:
      return printWhole(aggregate, bound, print);
  }
}

type Print = (expression: BoundExpression) => string;

function printWhole(
  { function: name, percent }: Aggregate,
  bound: BoundExpression,
  print: Print,
): PrintedAggregate {
  const number = print(convert(bound, 'double'));
  const key = printGroupKey(print(bound), bound.kind);
  switch (name) {
    case 'dc':
      return { kind: 'long', whole: `count(DISTINCT ${key})` };
    case 'estdc':
      return { kind: 'long', whole: `approx_count_distinct(${key})` };
    case 'values':
      return { kind: 'list', whole: printValues(key, bound.kind) };
    case 'stddev':
      return { kind: 'double', whole: `stddev_samp(${number})` };
    case 'var':
      return { kind: 'double', whole: `var_samp(${number})` };
    default:
      return { kind: 'double', whole: `quantile_cont(${number}, ${(percent ?? 50) / 100})` };
  }
}

/** The distinct values in order, as JSON. */
function printValues(key: string, kind: Kind): string {
  const distinct = `list(DISTINCT ${key}) FILTER (WHERE ${key} IS NOT NULL)`;
  const isMixed = kind === 'any';
  const keyed = `list_transform(${distinct}, lambda item: struct_pack(key := ${orderKey('item')}, made := item))`;
  const first = `list_slice(list_sort(${isMixed ? keyed : distinct}), 1, ${maxItems})`;
  const item = printConversion(isMixed ? 'item.made' : 'item', kind, 'json');
  return `coalesce(to_json(list_transform(${first}, lambda item: ${item})), CAST('[]' AS JSON))`;
}

function printCount(count: string): PrintedAggregate {
  const merge = ([column = '']: readonly string[]): string => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`;
  return { kind: 'long', whole: count, partial: { columns: [count], merge } };
}

/** A sum of integers may have more bits than they have. */
function printSum(bound: BoundExpression, print: Print, isMixed: boolean): PrintedAggregate {
  if (isMixed || bound.kind === 'any' || bound.kind === 'string') return printMixedSum(bound, print);
  const number = toNumber(bound);
  const sum = `sum(${print(isNumber(number.kind) ? number : convert(bound, 'double'))})`;
  const merge = ([column = '']: readonly string[]): string => `sum(${column})`;
  const kind = isInteger(number.kind) ? 'hugeint' : 'double';
  return { kind, whole: sum, partial: { columns: [sum], merge } };
}

/** The integers are summed exactly; the sum is an integer if all are. */
function printMixedSum(bound: BoundExpression, print: Print): PrintedAggregate {
  const { integers, decimals } = printSums(bound, print);
  const combine = (whole: string, rest: string): string =>
    `CASE WHEN ${rest} IS NULL THEN ${packMixed(whole, 'hugeint')}
 ELSE ${packMixed(`(coalesce(CAST(${whole} AS DOUBLE), 0) + ${rest})`, 'double')} END`;
  const merge = ([whole = '', rest = '']: readonly string[]): string =>
    combine(`sum(${whole})`, `sum(${rest})`);
  const whole = combine(integers, decimals);
  return { kind: 'any', whole, partial: { columns: [integers, decimals], merge } };
}

function printSums(
  bound: BoundExpression,
  print: Print,
): { readonly integers: string; readonly decimals: string } {
  const number = toNumber(bound);
  const none = (type: Kind): string => `CAST(NULL AS ${sqlType(type)})`;
  if (isInteger(number.kind)) return { integers: `sum(${print(number)})`, decimals: none('double') };
  if (number.kind === 'double') return { integers: none('hugeint'), decimals: `sum(${print(number)})` };
  const value = print(bound);
  const integer = toExactInteger(value, bound.kind);
  const double = printConversion(value, bound.kind, 'double');
  return { integers: `sum(${integer})`, decimals: `sum(${double}) FILTER (WHERE ${integer} IS NULL)` };
}

function printAverage(bound: BoundExpression, print: Print): PrintedAggregate {
  const number = print(isInteger(bound.kind) ? bound : convert(bound, 'double'));
  // Uses the unconverted sum and count, which the engine shares with a `sum` of the same.
  const merge = ([sum = '', count = '']: readonly string[]): string =>
    `(CAST(sum(${sum}) AS DOUBLE) / nullif(sum(${count}), 0))`;
  const columns = [`sum(${number})`, `count(${number})`];
  return { kind: 'double', whole: `avg(${number})`, partial: { columns, merge } };
}

function printExtreme(
  name: 'min' | 'max',
  bound: BoundExpression,
  print: Print,
  kind: Kind = bound.kind,
): PrintedAggregate {
  const over = (value: string, of: Kind): string =>
    of === 'any' ? `arg_${name}(${value}, ${orderKey(value)})` : `${name}(${value})`;
  // Texts that are numbers are ordered like numbers only next to these.
  const isPlain = kind === bound.kind || (bound.kind !== 'any' && bound.kind !== 'string');
  const own = isPlain ? bound : convert(bound, kind);
  const whole = printConversion(over(print(own), own.kind), own.kind, kind);
  const merge = ([column = '']: readonly string[]): string => over(column, kind);
  return { kind, whole, partial: { columns: [whole], merge } };
}

/** Equal for equal values: 1 and 1.0 of a mixed field are one group. */
export function printGroupKey(value: string, kind: Kind): string {
  return kind === 'any' ? normalized(value) : value;
}

/** The value of the first or last row that has one, or the values of the first rows. */
function byOrder(first: boolean, value: string, order: readonly OrderKey[], items?: number): string {
  const isDescending = order[0]?.descending ?? false;
  const name = first === isDescending ? 'arg_max' : 'arg_min';
  // All parts in one direction: those that differ are row numbers.
  const parts = order.map(({ column, descending }) => (descending === isDescending ? column : `-${column}`));
  const key = `row(${parts.join(', ')})`;
  return items === undefined ? `${name}(${value}, ${key})` : `${name}(${value}, ${key}, ${items})`;
}
