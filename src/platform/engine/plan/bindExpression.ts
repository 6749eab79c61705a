import { bindCall } from './bindCall';
import { bindComparison } from './bindComparison';
import { convert, nullOf, toNumber } from './planNode';
import type { ArithmeticOperator, BoundExpression, Expression } from './planNode';
import { arithmeticKind, findColumn } from './kind';
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
      const left = convert(bind(expression.left), 'bool');
      const right = convert(bind(expression.right), 'bool');
      return { node: 'logic', kind: 'bool', operator: expression.operator, left, right };
    }
    case 'call':
      return bindCall(expression.name, expression.arguments.map(bind), schema);
    default:
      return expression satisfies never;
  }
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
