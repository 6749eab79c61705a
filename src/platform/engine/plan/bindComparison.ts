import { convert } from './expression';
import type { BoundExpression, CompareOperator } from './expression';
import { commonKind, isNumber } from './kind';
import type { Kind } from './kind';

/**
 * Converts both sides to one kind. Only a text next to a number is kept: it is compared as a number if it is
 * one, which no numeric kind could represent exactly, and is false otherwise.
 */
export function bindComparison(
  operator: CompareOperator,
  left: BoundExpression,
  right: BoundExpression,
): BoundExpression {
  if (isAddress(left) || isAddress(right)) return bindAddresses(operator, left, right);
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

function isAddress(side: BoundExpression): boolean {
  return side.node === 'call' && (side.name === 'ip' || side.name === 'network');
}

/** Addresses compare by value, not as text; a constant such as `10.0.0.0/8` equals all addresses in it. */
function bindAddresses(
  operator: CompareOperator,
  left: BoundExpression,
  right: BoundExpression,
): BoundExpression {
  const network = right.node === 'literal' && String(right.value).includes('/') ? right : undefined;
  if (network && (operator === '==' || operator === '!=')) {
    return addressCall(operator === '==' ? 'withinnetwork' : 'outsidenetwork', 'bool', left, network);
  }
  const [one, other] = [left, right].map((side) => addressCall('addresskey', 'string', side));
  return one && other ? { node: 'compare', kind: 'bool', operator, left: one, right: other } : left;
}

function addressCall(name: string, kind: Kind, ...given: readonly BoundExpression[]): BoundExpression {
  return { node: 'call', name, kind, arguments: given.map((argument) => convert(argument, 'string')) };
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
