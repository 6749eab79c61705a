import { convert } from './convert';
import { type BoundExpression, type CompareOperator } from './expression';
import { commonKind, isNumber, type Kind } from './kind';

/** Both sides become one kind first: beside a number, a text is read as a number where it is one. */
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
  return { node: 'compare', kind: 'bool', operator, left: convert(left, kind), right: convert(right, kind) };
}

function wildcardPieces(operator: CompareOperator, right: BoundExpression): readonly string[] | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  if (right.node !== 'literal' || right.kind !== 'string' || typeof right.value !== 'string')
    return undefined;
  return right.value.includes('*') ? right.value.split('*') : undefined;
}

const comparedAsText: ReadonlySet<Kind> = new Set(['null', 'list', 'map']);

function comparedKind(left: Kind, right: Kind): Kind {
  const common = commonKind(left, right);
  if (comparedAsText.has(common)) return 'string';
  if (common !== 'any') return common;
  const kinds: readonly Kind[] = [left, right];
  if (kinds.some(isNumber)) return 'double';
  return kinds.find((kind) => kind === 'bool' || kind === 'date') ?? (left === right ? 'any' : 'string');
}
