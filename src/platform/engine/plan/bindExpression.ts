import { bindCall } from './bindCall';
import { bindComparison } from './bindComparison';
import { convert, nullOf, toNumber, truth } from './planNode';
import type { ArithmeticOperator, BoundExpression, Expression } from './planNode';
import { arithmeticKind, findColumn } from './kind';
import { QueryRejection } from './queryRejection';
import type { Schema } from './kind';

/** Determines the kind of every node, given the columns. A missing field is null. */
export function bindExpression(expression: Expression, schema: Schema): BoundExpression {
  const bind = (part: Expression): BoundExpression => bindExpression(part, schema);
  switch (expression.node) {
    case 'literal':
      return expression;
    case 'field': {
      const column = findColumn(schema, expression.name);
      return column ? { node: 'column', ...column } : nullOf('null');
    }
    case 'negate': {
      const operand = toNumber(bind(expression.operand));
      return { node: 'negate', kind: operand.kind, operand };
    }
    case 'arithmetic':
      return bindArithmetic(expression.operator, bind(expression.left), bind(expression.right));
    case 'compare':
      return bindComparison(expression.operator, bind(expression.left), bind(expression.right));
    case 'logic': {
      const left = truth(bind(expression.left));
      const right = truth(bind(expression.right));
      return { node: 'logic', kind: 'bool', operator: expression.operator, left, right };
    }
    case 'call':
      if (expression.name === 'foreach') return bindForEach(expression.arguments, schema);
      return bindCall(expression.name, expression.arguments.map(bind), schema);
    default:
      return expression satisfies never;
  }
}

/** The expression is computed for the items of the lists, which are `_1`, `_2` in it. */
function bindForEach([body, ...lists]: readonly Expression[], schema: Schema): BoundExpression {
  if (!body || lists.length === 0) throw new QueryRejection('broken-expression');
  const items = lists.map((_, index) => ({ name: `_${index + 1}`, kind: 'any' }) as const);
  const isHidden = (name: string): boolean => items.some((item) => item.name === name);
  // Columns have the same positions in both schemas.
  const visible = [
    ...schema.map((column) => (isHidden(column.name) ? { ...column, name: '' } : column)),
    ...items,
  ];
  const computed = bindExpression(body, visible);
  return {
    node: 'foreach',
    kind: 'list',
    body: convert(computed, 'json'),
    schema: visible,
    arguments: lists.map((list) => bindExpression(list, schema)),
  };
}

function bindArithmetic(
  operator: ArithmeticOperator,
  leftOperand: BoundExpression,
  rightOperand: BoundExpression,
): BoundExpression {
  const left = toNumber(leftOperand);
  const right = toNumber(rightOperand);
  const kind = operator === '/' ? 'double' : arithmeticKind(left.kind, right.kind);
  return { node: 'arithmetic', kind, operator, left: convert(left, kind), right: convert(right, kind) };
}
