import type { Command, Query } from '../../../language/ast';
import type { Operator, Pipeline, PipelineCommand } from '../plan/operator';
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
  const commands = pipelineCommands(query, context.text);
  return { index: query.from, commands, operators, subqueries };
}

export function pipelineCommands(query: Query, text: string): readonly PipelineCommand[] {
  return query.commands.map((command) => ({
    name: command.kind === 'comment' ? '#' : command.name.text,
    text: normalizedText(command, text),
  }));
}

/** The text of a command with single spaces, except in strings. */
function normalizedText(command: Command, text: string): string {
  return text
    .slice(command.from, command.to)
    .trim()
    .replaceAll(/"[^"\\]*(?:\\[^][^"\\]*)*"|\s+/g, (part) => (part.startsWith('"') ? part : ' '));
}
