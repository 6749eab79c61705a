import { convert } from './convert';
import { type BoundExpression, type CompareOperator } from './expression';
import { commonKind, isNumber, type Kind } from './kind';

/**
 * Both sides become one kind first. Only a text beside a number stays as it is: it is read as a number where it is
 * one, which no kind of number could hold exactly, and compares as false where it is none.
 */
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
  if (isTextBesideNumber(left.kind, right.kind) || isTextBesideNumber(right.kind, left.kind)) {
    return { node: 'compare', kind: 'bool', operator, left, right };
  }
  const kind = comparedKind(left.kind, right.kind);
  return { node: 'compare', kind: 'bool', operator, left: convert(left, kind), right: convert(right, kind) };
}

function wildcardPieces(operator: CompareOperator, right: BoundExpression): readonly string[] | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  if (right.node !== 'literal' || right.kind !== 'string' || typeof right.value !== 'string')
    return undefined;
  if (right.isGiven) return undefined;
  return right.value.includes('*') ? right.value.split('*') : undefined;
}

function isTextBesideNumber(text: Kind, number: Kind): boolean {
  return (text === 'string' || text === 'any') && isNumber(number);
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
