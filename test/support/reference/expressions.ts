import { commonKind, compareValues, isNumber, numberOf, textOf, widen } from './values';
import type { Field, Kind, Row, Value } from './values';

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** An expression that can be printed and interpreted. */
export type Expression =
  | { readonly node: 'field'; readonly name: string }
  | { readonly node: 'constant'; readonly value: bigint | number | string | boolean | null }
  | Pair<'compare', CompareOperator>
  | Pair<'arithmetic', '+' | '-' | '*'>
  | Pair<'logic', 'and' | 'or'>
  | { readonly node: 'call'; readonly name: CallName; readonly given: readonly Expression[] };

export type CallName =
  | 'not'
  | 'isnull'
  | 'isnotnull'
  | 'if'
  | 'nvl'
  | 'concat'
  | 'lower'
  | 'upper'
  | 'len'
  | 'string';

interface Pair<Node extends string, Operator extends string> {
  readonly node: Node;
  readonly operator: Operator;
  readonly left: Expression;
  readonly right: Expression;
}

export function writeExpression(expression: Expression): string {
  switch (expression.node) {
    case 'field':
      return expression.name;
    case 'constant':
      return writeConstant(expression.value);
    case 'call':
      return `${expression.name}(${expression.given.map(writeExpression).join(', ')})`;
    default:
      return `(${writeExpression(expression.left)} ${expression.operator} ${writeExpression(expression.right)})`;
  }
}

function writeConstant(value: bigint | number | string | boolean | null): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'number' && Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** The kind of an expression over fields of known kinds. */
export function kindOf(expression: Expression, fields: readonly Field[]): Kind {
  const kind = (part: Expression | undefined): Kind => (part ? kindOf(part, fields) : 'null');
  switch (expression.node) {
    case 'field':
      return fields.find(({ name }) => name === expression.name)?.kind ?? 'null';
    case 'constant':
      return constantKind(expression.value);
    case 'compare':
    case 'logic':
      return 'bool';
    case 'arithmetic':
      return commonKind(numberKind(kind(expression.left)), numberKind(kind(expression.right)));
    case 'call':
      return callKind(expression.name, expression.given.map(kind));
    default:
      return expression satisfies never;
  }
}

function constantKind(value: Value): Kind {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'number') return 'double';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

function numberKind(kind: Kind): Kind {
  if (isNumber(kind)) return kind;
  return kind === 'null' ? 'long' : 'double';
}

function callKind(name: CallName, [first = 'null', second = 'null', third = 'null']: readonly Kind[]): Kind {
  switch (name) {
    case 'not':
    case 'isnull':
    case 'isnotnull':
      return 'bool';
    case 'if':
      return commonKind(second, third);
    case 'nvl':
      return commonKind(first, second);
    case 'len':
      return 'long';
    default:
      return 'string';
  }
}

/** The value of an expression for a row. */
export function evaluate(expression: Expression, row: Row, fields: readonly Field[]): Value {
  const value = (part: Expression): Value => evaluate(part, row, fields);
  switch (expression.node) {
    case 'field':
      return row[expression.name] ?? null;
    case 'constant':
      return expression.value;
    case 'compare':
      return compare(expression, value(expression.left), value(expression.right), fields);
    case 'logic':
      return combine(expression.operator, value(expression.left), value(expression.right));
    case 'arithmetic':
      return calculate(expression, value, kindOf(expression, fields));
    case 'call':
      return callFunction(expression.name, expression.given.map(value), kindOf(expression, fields));
    default:
      return expression satisfies never;
  }
}

type Comparison = Extract<Expression, { node: 'compare' }>;

/** A comparison with null is false. */
function compare(
  { operator, ...sides }: Comparison,
  left: Value,
  right: Value,
  fields: readonly Field[],
): boolean {
  if (left === null || right === null) return false;
  const isEquality = operator === '==' || operator === '!=';
  if (isEquality && sides.right.node === 'constant' && typeof right === 'string' && right.includes('*')) {
    return matchesWildcard(textOf(left) ?? '', right) === (operator === '==');
  }
  const [leftKind, rightKind] = [kindOf(sides.left, fields), kindOf(sides.right, fields)];
  const order = orderOf(left, leftKind, right, rightKind);
  return order !== undefined && holds(operator, order);
}

function matchesWildcard(text: string, pattern: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(text);
}

/** Undefined if the values cannot be compared. */
function orderOf(left: Value, leftKind: Kind, right: Value, rightKind: Kind): number | undefined {
  const kinds = [leftKind, rightKind];
  if (kinds.some(isText) && kinds.some(isNumber)) return orderOfNumbers(left, right);
  if (kinds.every(isNumber) && leftKind !== rightKind) return compareValues(Number(left), Number(right));
  if (leftKind !== rightKind) return compareValues(textOf(left), textOf(right));
  return leftKind === 'any' ? orderOfAny(left, right) : compareValues(left, right);
}

function orderOfAny(left: Value, right: Value): number | undefined {
  const hasNumber = [left, right].some((value) => typeof value === 'bigint' || typeof value === 'number');
  return hasNumber ? orderOfNumbers(left, right) : compareValues(textOf(left), textOf(right));
}

function isText(kind: Kind): boolean {
  return kind === 'string' || kind === 'any';
}

function orderOfNumbers(left: Value, right: Value): number | undefined {
  const [one, other] = [left, right].map((value) =>
    typeof value === 'number' ? value : numberOf(textOf(value)),
  );
  if (one === undefined || other === undefined) return undefined;
  if (typeof one === 'bigint' && typeof other === 'bigint') return compareValues(one, other);
  return compareValues(Number(one), Number(other));
}

function holds(operator: CompareOperator, order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return operator satisfies never;
  }
}

/** As in SQL: unknown stays unknown unless the other side decides. */
function combine(operator: 'and' | 'or', left: Value, right: Value): Value {
  const deciding = operator === 'or';
  if (left === deciding || right === deciding) return deciding;
  return left === null || right === null ? null : !deciding;
}

const largestLong = 2n ** 63n - 1n;

function calculate(
  { operator, left, right }: Extract<Expression, { node: 'arithmetic' }>,
  value: (part: Expression) => Value,
  kind: Kind,
): Value {
  const [one, other] = [left, right].map((part) => toNumber(value(part)));
  if (one === undefined || other === undefined) return null;
  if (kind === 'double') return apply(operator, Number(one), Number(other));
  const result = apply(operator, BigInt(one), BigInt(other));
  // Integers beyond 64 bits become null.
  return typeof result === 'bigint' && (result > largestLong || result < -largestLong - 1n) ? null : result;
}

function toNumber(value: Value): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  const read = numberOf(textOf(value));
  return read === undefined ? undefined : Number(read);
}

function apply<Size extends bigint | number>(
  operator: '+' | '-' | '*',
  left: Size,
  right: Size,
): bigint | number {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (operator === '*') return left * right;
    return operator === '+' ? left + right : left - right;
  }
  const [one, other] = [Number(left), Number(right)];
  if (operator === '*') return one * other;
  return operator === '+' ? one + other : one - other;
}

function callFunction(name: CallName, given: readonly Value[], kind: Kind): Value {
  return functions[name](given, kind);
}

const functions: Readonly<Record<CallName, (given: readonly Value[], kind: Kind) => Value>> = {
  not: ([value = null]) => value !== true,
  isnull: ([value = null]) => value === null,
  isnotnull: ([value = null]) => value !== null,
  if: ([condition, yes = null, no = null], kind) => widen(condition === true ? yes : no, kind),
  nvl: ([value = null, instead = null], kind) => widen(value ?? instead, kind),
  concat: (given) => given.map((value) => textOf(value) ?? '').join(''),
  lower: ([value = null]) => textOf(value)?.toLowerCase() ?? null,
  upper: ([value = null]) => textOf(value)?.toUpperCase() ?? null,
  string: ([value = null]) => textOf(value),
  len: ([value = null]) => (value === null ? null : BigInt(Array.from(textOf(value) ?? '').length)),
};
