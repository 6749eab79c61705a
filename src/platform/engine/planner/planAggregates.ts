import type { Aggregate as WrittenAggregate } from '../../../core/language/ast';
import { aggregateFunctions } from '../../../core/language/catalog/aggregates';
import type { AggregateFunction } from '../../../core/language/catalog/aggregates';
import { findAggregate, takes } from '../../../core/language/catalog/catalog';
import type { Aggregate } from '../plan/operator';
import type { Expression } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import { planExpression } from './planExpression';
import type { PlanningContext } from './planningContext';

/**
 * A name given with `as` replaces a field of the same name, as those of `eval` do. Any other aggregate gets a
 * number, so that `stats count by count` keeps both.
 */
export function planAggregates(
  written: readonly WrittenAggregate[],
  fields: readonly string[],
  context: PlanningContext,
): readonly Aggregate[] {
  const taken = new Set(fields);
  if (written.length === 0) throw new QueryRejection('missing-stats-function');
  return written.map((one) => {
    const planned = planAggregate(one, context);
    let column = planned.column;
    for (let times = 2; !one.alias && taken.has(column); times++) column = `${planned.column} (${times})`;
    taken.add(column);
    return { ...planned, column };
  });
}

function planAggregate(written: WrittenAggregate, context: PlanningContext): Aggregate {
  const name = written.function.text;
  const aggregate = findAggregate(name);
  if (!isAggregate(name) || !aggregate) throw new QueryRejection('invalid-aggregation-function');
  if (!takes(aggregate, written.arguments.length)) throw new QueryRejection('invalid-aggregation-arguments');
  const [argument, ...others] = written.arguments.map((part) => planExpression(part, context));
  const { percent, method } = percentileOf(name === 'percentile' ? others : []);
  const [other] = name === 'percentile' ? [] : others;
  return { function: name, argument, other, percent, method, column: written.column };
}

function percentileOf([share, method]: readonly Expression[]): Pick<Aggregate, 'percent' | 'method'> {
  if (!share) return { percent: undefined };
  const percent = share.node === 'literal' ? Number(share.value) : Number.NaN;
  const written = method?.node === 'literal' ? method.value : 'linear';
  const known = percentileMethods.find((one) => one === written);
  if (!(percent >= 0 && percent <= 100) || (written !== 'linear' && !known))
    throw new QueryRejection('invalid-aggregation-arguments');
  return { percent, method: known };
}

const percentileMethods = ['lower', 'higher', 'nearest', 'midpoint'] as const;

function isAggregate(name: string): name is AggregateFunction {
  return Object.hasOwn(aggregateFunctions, name);
}
