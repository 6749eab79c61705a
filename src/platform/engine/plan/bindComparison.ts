import { convert } from './planNode';
import type { BoundExpression, CompareOperator } from './planNode';
import { commonKind, isInteger, isNumber } from './kind';
import type { Kind } from './kind';

/**
 * Converts both sides to one kind. Numbers of different kinds, a text next to a number and values of kind
 * `any` are kept: they are compared by value, which no common kind could represent.
 */
export function bindComparison(
  operator: CompareOperator,
  left: BoundExpression,
  right: BoundExpression,
): BoundExpression {
  const network = networkCall(operator, left, right);
  if (network) return network;
  const pieces = wildcardPieces(operator, right);
  if (pieces) {
    const operand = convert(left, 'string');
    return { node: 'wildcard', kind: 'bool', operand, pieces, negated: operator === '!=' };
  }
  const kind = comparedKind(left.kind, right.kind);
  if (kind === undefined) return { node: 'compare', kind: 'bool', operator, left, right };
  return { node: 'compare', kind: 'bool', operator, left: convert(left, kind), right: convert(right, kind) };
}

/** A constant such as `10.0.0.0/8` equals all addresses in it. */
function networkCall(
  operator: CompareOperator,
  left: BoundExpression,
  right: BoundExpression,
): BoundExpression | undefined {
  if (left.kind !== 'ip' || right.node !== 'literal' || !String(right.value).includes('/')) return undefined;
  if (operator !== '==' && operator !== '!=') return undefined;
  const name = operator === '==' ? 'withinnetwork' : 'outsidenetwork';
  return { node: 'call', name, kind: 'bool', arguments: [left, convert(right, 'string')] };
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
  const kinds: readonly Kind[] = [left, right];
  const common = commonKind(left, right);
  if (comparedAsText.has(common)) return 'string';
  if (kinds.includes('null')) return common;
  if (kinds.every(isInteger)) return common;
  if (kinds.includes('any') || kinds.every(comparedByValue)) return left === right ? left : undefined;
  if (common !== 'any') return common;
  if (kinds.some(isNumber)) return 'double';
  return kinds.find((kind) => kind === 'ip' || kind === 'bool' || kind === 'date') ?? 'string';
}

function comparedByValue(kind: Kind): boolean {
  return isNumber(kind) || kind === 'string';
}
