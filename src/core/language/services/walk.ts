import type { Command, Query } from '../ast';
import type { Expression } from '../expression';
import { fieldSteps } from './fieldFlow';

/** Every command in order of the text, with subqueries after their command. */
export function walkCommands({ commands }: Pick<Query, 'commands'>): readonly Command[] {
  return commands.flatMap((command) => [
    command,
    ...command.subqueries.flatMap(({ query }) => walkCommands(query)),
  ]);
}

/** The same without a list, which would be slow for a long query. */
export function visitCommands(commands: readonly Command[], visit: (command: Command) => void): void {
  for (const command of commands) {
    visit(command);
    for (const { query } of command.subqueries) visitCommands(query.commands, visit);
  }
}

/** The expressions of a command, including option values. */
export function expressionsOf(command: Command): readonly Expression[] {
  return fieldSteps(command).flatMap((step) => {
    if (step.kind === 'compute') return step.values;
    return step.kind === 'assign' || step.kind === 'parameter' ? [step.value] : [];
  });
}

/** Visits an expression and its parts. Iterative, because long conditions nest deeply on their left side. */
export function walkExpressions(expression: Expression, visit: (expression: Expression) => void): void {
  const waiting: Expression[] = [expression];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    visit(next);
    addParts(waiting, next);
  }
}

/** The first part last, because the last is visited first. */
function addParts(waiting: Expression[], expression: Expression): void {
  switch (expression.kind) {
    case 'binary':
      waiting.push(expression.right, expression.left);
      break;
    case 'unary':
      waiting.push(expression.operand);
      break;
    case 'call':
      for (const part of expression.arguments.toReversed()) waiting.push(part);
      break;
    case 'parameter':
      if (expression.fallback) waiting.push(expression.fallback);
      break;
    default:
  }
}

/** The conditions that all have to hold. Iterative on their left side, where long conditions nest deeply. */
export function conjuncts(expression: Expression): readonly Expression[] {
  const right: Expression[] = [];
  let left = expression;
  for (; left.kind === 'binary' && left.operator === 'and'; left = left.left) right.push(left.right);
  return [left, ...right.toReversed().flatMap(conjuncts)];
}
