import { bindExpression } from '../plan/bindExpression';
import { convert, toNumber } from '../plan/expression';
import type { BoundExpression } from '../plan/expression';
import type { Kind, Schema } from '../plan/kind';
import type { Aggregate } from '../plan/operator';
import { printExpression } from './printExpression';
import type { OrderKey } from './source';

/** How an aggregate is computed, over all rows or from partial results. */
export interface PrintedAggregate {
  readonly kind: Kind;
  /** Over all rows. */
  readonly whole: string;
  /** Over the rows of one batch, if partial results can be merged. */
  readonly partial?: PartialAggregate;
  /** Whether it depends on the order of rows. */
  readonly ordered: boolean;
}

export interface PartialAggregate {
  readonly columns: readonly string[];
  /** Over partial results, given their column names. */
  merge(columns: readonly string[]): string;
}

/** The maximum number of items of `values` and `array`. */
const maxItems = 100;

export function printAggregate(
  aggregate: Aggregate,
  schema: Schema,
  order: readonly OrderKey[],
): PrintedAggregate {
  if (!aggregate.argument) return printCount('count(*)');
  const bound = bindExpression(aggregate.argument, schema);
  const print = (expression: BoundExpression): string => printExpression(expression, schema);
  switch (aggregate.function) {
    case 'count':
      return printCount(`count(${print(bound)})`);
    case 'sum':
      return printSum(toNumber(bound), print);
    case 'avg':
      return printAverage(print(toNumber(bound)));
    case 'min':
    case 'max':
      return printExtreme(aggregate.function, bound, print);
    case 'first':
    case 'last':
      return {
        kind: bound.kind,
        whole: byOrder(aggregate.function === 'first', print(bound), order),
        ordered: true,
      };
    case 'array': {
      const list = byOrder(true, print(convert(bound, 'any')), order, maxItems);
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
  switch (name) {
    case 'dc':
      return { kind: 'long', whole: `count(DISTINCT ${print(bound)})`, ordered: false };
    case 'estdc':
      return { kind: 'long', whole: `approx_count_distinct(${print(bound)})`, ordered: false };
    case 'values': {
      const items = `list_sort(list(DISTINCT ${print(bound)}) FILTER (WHERE ${print(bound)} IS NOT NULL))`;
      const list = `to_json(list_slice(${items}, 1, ${maxItems}))`;
      return { kind: 'list', whole: `coalesce(${list}, CAST('[]' AS JSON))`, ordered: false };
    }
    case 'stddev':
      return { kind: 'double', whole: `stddev_samp(${number})`, ordered: false };
    case 'var':
      return { kind: 'double', whole: `var_samp(${number})`, ordered: false };
    default:
      return { kind: 'double', whole: `quantile_cont(${number}, ${(percent ?? 50) / 100})`, ordered: false };
  }
}

function printCount(count: string): PrintedAggregate {
  const merge = ([column = '']: readonly string[]): string => `CAST(coalesce(sum(${column}), 0) AS BIGINT)`;
  return { kind: 'long', whole: count, partial: { columns: [count], merge }, ordered: false };
}

function printSum(bound: BoundExpression, print: Print): PrintedAggregate {
  // A sum of integers is wider than they are; if it does not fit, it is null.
  const narrow = (sum: string): string => (bound.kind === 'long' ? `TRY_CAST(${sum} AS BIGINT)` : sum);
  const sum = `sum(${print(bound)})`;
  const merge = ([column = '']: readonly string[]): string => narrow(`sum(${column})`);
  return { kind: bound.kind, whole: narrow(sum), partial: { columns: [sum], merge }, ordered: false };
}

function printAverage(number: string): PrintedAggregate {
  // Uses the unconverted sum and count, which the engine shares with a `sum` of the same.
  const merge = ([sum = '', count = '']: readonly string[]): string =>
    `(CAST(sum(${sum}) AS DOUBLE) / nullif(sum(${count}), 0))`;
  const columns = [`sum(${number})`, `count(${number})`];
  return { kind: 'double', whole: `avg(${number})`, partial: { columns, merge }, ordered: false };
}

function printExtreme(name: 'min' | 'max', bound: BoundExpression, print: Print): PrintedAggregate {
  const whole = `${name}(${print(bound)})`;
  if (bound.kind !== 'any') {
    const merge = ([column = '']: readonly string[]): string => `${name}(${column})`;
    return { kind: bound.kind, whole, partial: { columns: [whole], merge }, ordered: false };
  }
  const number = print(convert(bound, 'double'));
  const text = print(convert(bound, 'string'));
  const numbers = `to_json(${name}(${number}))`;
  const mixed = `CASE WHEN count(${number}) = count(${text}) THEN ${numbers} ELSE to_json(${name}(${text})) END`;
  return { kind: 'any', whole: mixed, ordered: false };
}

/** The value of the first or last row that has one, or the values of the first rows. */
function byOrder(first: boolean, value: string, order: readonly OrderKey[], items?: number): string {
  const ascending = !(order[0]?.descending ?? false);
  const name = first === ascending ? 'arg_min' : 'arg_max';
  const key = `row(${order.map(({ column }) => column).join(', ')})`;
  return items === undefined ? `${name}(${value}, ${key})` : `${name}(${value}, ${key}, ${items})`;
}
