import type { Aggregate as WrittenAggregate, CommandOf } from '../../../language/ast';
import { aggregateFunctions } from '../plan/operator';
import type { Aggregate, AggregateFunction } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { OperatorBody, PlanningContext } from './planningContext';
import type { CommandPlanning } from './commandOptionValues';
import { planExpression } from './planExpression';

const defaultSpan = '1h';

export function planAggregation(
  command: CommandOf<'stats'> | CommandOf<'timechart'>,
  { context, options }: CommandPlanning,
): readonly OperatorBody[] {
  const by = command.by.map(({ name }) => name);
  const fields = command.kind === 'timechart' ? ['_time'] : by;
  const aggregates = planAggregates(command.aggregates, fields, context);
  if (aggregates.length === 0) throw new QueryRejection('missing-stats-function');
  // The values of one field become columns, so a second field is not possible.
  if (command.kind === 'timechart' && by.length > 1) throw new QueryRejection('unexpected-term');
  const span = command.kind === 'timechart' ? (options.text('span') ?? defaultSpan) : undefined;
  return [{ operator: 'aggregate', aggregates, by, span, totals: totalsOf(command.name.text, by) }];
}

/** Each field doubles the groupings of a cube. */
const maxCubeFields = 8;

function totalsOf(name: string, by: readonly string[]): 'rollup' | 'cube' | undefined {
  if (name !== 'rollup' && name !== 'cube') return undefined;
  if (name === 'cube' && by.length > maxCubeFields) throw new QueryRejection('unexpected-term');
  return name;
}

export function planPivot(
  command: CommandOf<'pivot'>,
  { context }: CommandPlanning,
): readonly OperatorBody[] {
  const aggregates = planAggregates(command.aggregates, [], context);
  const rows = command.rowFields.map(({ name }) => name);
  const columns = command.columnFields.map(({ name }) => name);
  return [{ operator: 'pivot', aggregates, rows, columns }];
}

/**
 * A name given with `as` replaces a field of the same name, as those of `eval` do. Any other aggregate gets a
 * number, so that `stats count by count` keeps both.
 */
function planAggregates(
  written: readonly WrittenAggregate[],
  fields: readonly string[],
  context: PlanningContext,
): readonly Aggregate[] {
  const taken = new Set(fields);
  return written.map((one) => {
    const planned = planAggregate(one, context);
    let column = planned.column;
    for (let times = 2; !one.alias && taken.has(column); times++) column = `${planned.column} (${times})`;
    taken.add(column);
    return { ...planned, column };
  });
}

function planAggregate(written: WrittenAggregate, context: PlanningContext): Aggregate {
  const name = aggregateFunctions.find((known) => known === written.function.text);
  if (!name) throw new QueryRejection('invalid-aggregation-function');
  checkArgumentCount(name, written.arguments.length);
  const [argument, share] = written.arguments.map((part) => planExpression(part, context));
  const percent = name === 'percentile' && share?.node === 'literal' ? Number(share.value) : undefined;
  if (name === 'percentile' && !(percent !== undefined && percent >= 0 && percent <= 100)) {
    throw new QueryRejection('invalid-aggregation-function');
  }
  return { function: name, argument, percent, column: written.column };
}

function checkArgumentCount(name: AggregateFunction, count: number): void {
  const needed = name === 'percentile' ? 2 : 1;
  if (count === needed || (name === 'count' && count === 0)) return;
  throw new QueryRejection('invalid-aggregation-function');
}
