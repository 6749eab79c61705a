import { convert } from './planNode';
import type { BoundExpression, CompareOperator } from './planNode';
import { commonKind, isInteger } from './kind';
import type { Kind } from './kind';

/** Converts both sides to one kind, if they are of one; others are compared by value. */
export function bindComparison(
  operator: CompareOperator,
  left: BoundExpression,
  right: BoundExpression,
): BoundExpression {
  const pieces = wildcardPieces(operator, right);
  if (pieces) {
    const operand = convert(left, 'string');
    return { node: 'wildcard', kind: 'bool', operand, pieces, negated: operator === '!=' };
  }
  const kind = comparedKind(left.kind, right.kind);
  if (kind === undefined) return { node: 'compare', kind: 'bool', operator, left, right };
  return { node: 'compare', kind: 'bool', operator, left: convert(left, kind), right: convert(right, kind) };
}

function wildcardPieces(operator: CompareOperator, right: BoundExpression): readonly string[] | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  if (right.node !== 'literal' || right.kind !== 'string' || typeof right.value !== 'string')
    return undefined;
  if (right.isConstant) return undefined;
  return right.value.includes('*') ? right.value.split('*') : undefined;
}

const comparedAsText: ReadonlySet<Kind> = new Set(['null', 'list', 'map', 'bytes']);

/** Undefined if the values are compared as they are. */
function comparedKind(left: Kind, right: Kind): Kind | undefined {
  const common = commonKind(left, right);
  if (comparedAsText.has(common)) return 'string';
  const isOne = left === 'null' || right === 'null' || (isInteger(left) && isInteger(right));
  return isOne ? common : undefined;
}
