import { bindExpression } from '../plan/bindExpression';
import { convert, strictly, toNumber } from '../plan/planNode';
import type { BoundExpression } from '../plan/planNode';
import { isInteger, isNumber } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';
import type { Aggregate, PercentileMethod } from '../plan/operator';
import { once } from './once';
import { printConversion } from './printConversion';
import { printExpression } from './sqlExpression';
import { field, normalized, packMixed } from './printMixed';
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
      return printWhole(aggregate, bound, schema, print);
  }
}

type Print = (expression: BoundExpression) => string;

function printWhole(
  aggregate: Aggregate,
  bound: BoundExpression,
  schema: Schema,
  print: Print,
): PrintedAggregate {
  const { function: name } = aggregate;
  const number = print(decimal(bound));
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
    case 'corr':
    case 'cov':
    case 'slope': {
      const other = aggregate.other ? print(decimal(bindExpression(aggregate.other, schema))) : 'NULL';
      return { kind: 'double', whole: pairFunctions[name](number, other) };
    }
    default:
      return printQuantile(aggregate, bound, print);
  }
}

/** The slope is that of the second value by the first. */
const pairFunctions = {
  corr: (x: string, y: string): string => `CASE WHEN isfinite(corr(${y}, ${x})) THEN corr(${y}, ${x}) END`,
  cov: (x: string, y: string): string => `covar_samp(${y}, ${x})`,
  slope: (x: string, y: string): string => `regr_slope(${y}, ${x})`,
};

/** Dates and texts have a median, too. */
function printQuantile(
  { percent, method }: Aggregate,
  bound: BoundExpression,
  print: Print,
): PrintedAggregate {
  if (percent === undefined && bound.kind === 'date')
    return { kind: 'date', whole: `quantile_cont(${print(bound)}, 0.5)` };
  if (percent === undefined && bound.kind === 'string')
    return { kind: 'string', whole: `quantile_disc(${print(bound)}, 0.5)` };
  const number = print(decimal(bound));
  if (method === undefined)
    return { kind: 'double', whole: `quantile_cont(${number}, ${(percent ?? 50) / 100})` };
  const sorted = `list_sort(list(${number}) FILTER (WHERE ${number} IS NOT NULL))`;
  const at = (cut: string): string =>
    `sorted[CAST(${cut}(${(percent ?? 50) / 100} * (len(sorted) - 1)) AS BIGINT) + 1]`;
  const between: Readonly<Record<PercentileMethod, string>> = {
    lower: at('floor'),
    higher: at('ceil'),
    nearest: at('round'),
    midpoint: `(${at('floor')} + ${at('ceil')}) / 2`,
  };
  return { kind: 'double', whole: once(sorted, 'sorted', between[method]) };
}

/** The distinct values in order, as JSON. */
function printValues(key: string, kind: Kind): string {
  const distinct = `list(DISTINCT ${key}) FILTER (WHERE ${key} IS NOT NULL)`;
  const first = `list_slice(list_sort(${distinct}), 1, ${maxItems})`;
  const item = printConversion('item', kind, 'json');
  return `coalesce(to_json(list_transform(${first}, lambda item: ${item})), CAST('[]' AS JSON))`;
}

function printCount(count: string): PrintedAggregate {
  const merge = ([column = '']: readonly string[]): string => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`;
  return { kind: 'long', whole: count, partial: { columns: [count], merge } };
}

/** A number as a decimal; null for what is none. */
function decimal(value: BoundExpression): BoundExpression {
  return isNumber(value.kind) ? convert(value, 'double') : strictly(value, 'double');
}

/** A sum of integers may have more bits than they have. */
function printSum(bound: BoundExpression, print: Print, isMixed: boolean): PrintedAggregate {
  const number = toNumber(bound);
  if (isMixed || number.kind === 'any') return printMixedSum(number, bound, print);
  const sum = `sum(${print(number)})`;
  const merge = ([column = '']: readonly string[]): string => `sum(${column})`;
  return {
    kind: isInteger(number.kind) ? 'hugeint' : 'double',
    whole: sum,
    partial: { columns: [sum], merge },
  };
}

/** The integers are summed exactly; the sum is an integer if all are. */
function printMixedSum(number: BoundExpression, bound: BoundExpression, print: Print): PrintedAggregate {
  const [integers, decimals] = printSums(number, print(bound), print);
  const combine = (whole: string, rest: string): string =>
    `CASE WHEN ${rest} IS NULL THEN ${packMixed(whole, 'hugeint')}
 ELSE ${packMixed(`(coalesce(CAST(${whole} AS DOUBLE), 0) + ${rest})`, 'double')} END`;
  const merge = ([whole = '', rest = '']: readonly string[]): string =>
    combine(`sum(${whole})`, `sum(${rest})`);
  return {
    kind: 'any',
    whole: combine(integers, decimals),
    partial: { columns: [integers, decimals], merge },
  };
}

function printSums(number: BoundExpression, mixed: string, print: Print): readonly [string, string] {
  const none = (kind: Kind): string => `CAST(NULL AS ${sqlType(kind)})`;
  if (isInteger(number.kind)) return [`sum(${print(number)})`, none('double')];
  if (number.kind === 'double') return [none('hugeint'), `sum(${print(number)})`];
  const [double, whole] = [field(mixed, 'd'), field(mixed, 'i')];
  return [
    `sum(${whole}) FILTER (WHERE ${double} IS NOT NULL)`,
    `sum(${double}) FILTER (WHERE ${whole} IS NULL)`,
  ];
}

function printAverage(bound: BoundExpression, print: Print): PrintedAggregate {
  const number = print(isInteger(bound.kind) ? bound : decimal(bound));
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
  const whole = printConversion(`${name}(${print(bound)})`, bound.kind, kind);
  const merge = ([column = '']: readonly string[]): string => `${name}(${column})`;
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
