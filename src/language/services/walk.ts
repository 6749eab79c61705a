import { type Command, type Query } from '../ast';
import { type Expression } from '../expression';

/** Every command in the order of the text, those of subqueries after the command that they belong to. */
export function* walkCommands(query: Pick<Query, 'commands'>): Generator<Command> {
  for (const command of query.commands) {
    yield command;
    for (const subquery of command.subqueries) yield* walkCommands(subquery.query);
  }
}

/** The expressions of a command, option values among them. */
export function expressionsOf(command: Command): readonly Expression[] {
  const values = command.options.flatMap(({ value }) => (value.kind === 'parameter' ? [value] : []));
  switch (command.kind) {
    case 'search':
      return [...values, command.condition];
    case 'eval':
      return command.assignments.map(({ value }) => value);
    case 'set':
      return [command.value];
    case 'stats':
    case 'timechart':
      return [...values, ...command.aggregates.flatMap((aggregate) => aggregate.arguments)];
    case 'limit':
      return [command.offset, command.maximum].filter((value) => value !== undefined);
    default:
      return values;
  }
}

/** Visits an expression and all inside it. Without recursion to the left, where long conditions grow. */
export function walkExpressions(expression: Expression, visit: (expression: Expression) => void): void {
  const waiting: Expression[] = [expression];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    visit(next);
    waiting.push(...childrenOf(next).toReversed());
  }
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'binary':
      return [expression.left, expression.right];
    case 'unary':
      return [expression.operand];
    case 'call':
      return expression.arguments;
    case 'parameter':
      return expression.fallback ? [expression.fallback] : [];
    default:
      return [];
  }
}
