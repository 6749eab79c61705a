import type { BoundExpression, Literal } from './expression';
import { isNumber } from './kind';
import type { Kind } from './kind';

/** Converts to another kind; null if it cannot be converted. */
export function convert(operand: BoundExpression, kind: Kind): BoundExpression {
  if (operand.kind === kind) return operand;
  if (operand.kind === 'null') return nullOf(kind);
  return { node: 'convert', kind, operand };
}

export function toNumber(operand: BoundExpression): BoundExpression {
  if (isNumber(operand.kind)) return operand;
  return convert(operand, operand.kind === 'null' ? 'long' : 'double');
}

export function nullOf(kind: Kind): Literal {
  return { node: 'literal', kind, value: null };
}
