import type { Query } from '../../../language/ast';
import type { Operator, Pipeline } from '../plan/operator';
import type { OperatorBody, PlanningContext } from './planningContext';
import { planCommand } from './planCommand';

/** Plans a query and its subqueries. Throws the reason if the query is rejected. */
export function planPipeline(query: Query, context: PlanningContext): Pipeline {
  const subqueries: Pipeline[] = [];
  const addSubquery = (subquery: Query): number => {
    const parameters = context.scopes?.get(subquery) ?? context.parameters;
    return subqueries.push(planPipeline(subquery, { ...context, parameters })) - 1;
  };
  const operators = query.commands.flatMap((command, index): Operator[] => {
    const bodies: readonly OperatorBody[] = planCommand(command, context, addSubquery);
    return bodies.map((body) => ({ ...body, command: index }));
  });
  return { index: query.from, operators, subqueries };
}
