import { commonKind, compareNumbers, compareTexts, numberOf, asText } from './values';
import type { Field, Kind, Row, Value } from './values';

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** An expression that can be printed and interpreted. */
export type Expression =
  | { readonly node: 'field'; readonly name: string }
  | { readonly node: 'constant'; readonly value: bigint | number | string | boolean | null }
  | { readonly node: 'parameter'; readonly name: string; readonly value: Value }
  | Pair<'compare', CompareOperator>
  | Pair<'arithmetic', '+' | '-' | '*'>
  | Pair<'logic', 'and' | 'or'>
  | { readonly node: 'call'; readonly name: CallName; readonly args: readonly Expression[] };

export type CallName =
  | 'not'
  | 'isnull'
  | 'isnotnull'
  | 'isnum'
  | 'isstr'
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
    case 'parameter':
      return `$("${expression.name}")`;
    case 'call':
      return `${expression.name}(${expression.args.map(writeExpression).join(', ')})`;
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
    case 'parameter':
      return valueKind(expression.value);
    case 'compare':
    case 'logic':
      return 'bool';
    case 'arithmetic':
      return arithmeticKind(kind(expression.left), kind(expression.right));
    case 'call':
      return callKind(expression.name, expression.args.map(kind));
    default:
      return expression satisfies never;
  }
}

export function valueKind(value: Value): Kind {
  if (value === null) return 'null';
  if (value instanceof Date) return 'date';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'number') return 'double';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** Of a text or a mixed value, the number may be an integer or a decimal. */
function arithmeticKind(left: Kind, right: Kind): Kind {
  const kinds = [left, right].map((kind) =>
    kind === 'null' || kind === 'bool' || kind === 'date' ? 'long' : kind,
  );
  if (kinds.every((kind) => kind === 'long')) return 'long';
  return kinds.every((kind) => kind === 'long' || kind === 'double') ? 'double' : 'any';
}

function callKind(name: CallName, [first = 'null', second = 'null', third = 'null']: readonly Kind[]): Kind {
  if (name === 'if') return commonKind(second, third);
  if (name === 'nvl') return commonKind(first, second);
  return callKinds[name] ?? 'string';
}

const callKinds: Readonly<Partial<Record<CallName, Kind>>> = {
  not: 'bool',
  isnull: 'bool',
  isnotnull: 'bool',
  isnum: 'bool',
  isstr: 'bool',
  len: 'long',
};

/** The value of an expression for a row. */
export function evaluate(expression: Expression, row: Row): Value {
  const value = (part: Expression): Value => evaluate(part, row);
  switch (expression.node) {
    case 'field':
      return row[expression.name] ?? null;
    case 'constant':
    case 'parameter':
      return expression.value;
    case 'compare':
      return compare(expression, value(expression.left), value(expression.right));
    case 'logic':
      return combine(expression.operator, value(expression.left), value(expression.right));
    case 'arithmetic':
      return calculate(expression, value);
    case 'call':
      return functions[expression.name](expression.args.map(value));
    default:
      return expression satisfies never;
  }
}

type Comparison = Extract<Expression, { node: 'compare' }>;

/** A comparison with null is false. */
function compare({ operator, right: written }: Comparison, left: Value, right: Value): boolean {
  if (left === null || right === null) return false;
  const isEquality = operator === '==' || operator === '!=';
  if (isEquality && written.node === 'constant' && typeof right === 'string' && right.includes('*')) {
    return matchesWildcard(asText(left) ?? '', right) === (operator === '==');
  }
  const order = orderOf(left, right);
  return order !== undefined && holds(operator, order);
}

function matchesWildcard(text: string, pattern: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(text);
}

/** Undefined if the values cannot be compared. */
function orderOf(left: Value, right: Value): number | undefined {
  if (isNumeric(left) || isNumeric(right)) {
    const [one, other] = [numberOf(left), numberOf(right)];
    return one === undefined || other === undefined ? undefined : compareNumbers(one, other);
  }
  if (typeof left === 'boolean' || typeof right === 'boolean') return orderOfBooleans(left, right);
  if (left instanceof Date !== right instanceof Date) return undefined;
  return compareTexts(asText(left) ?? '', asText(right) ?? '');
}

function isNumeric(value: Value): boolean {
  return typeof value === 'bigint' || typeof value === 'number';
}

/** A text is read as a boolean. */
function orderOfBooleans(left: Value, right: Value): number | undefined {
  const [one, other] = [left, right].map((value) => booleans[(asText(value) ?? '').toLowerCase()]);
  return one === undefined || other === undefined ? undefined : Number(one) - Number(other);
}

const booleans: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

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

const isLong = (value: bigint): boolean => BigInt.asIntN(64, value) === value;

function calculate(
  { operator, left, right }: Extract<Expression, { node: 'arithmetic' }>,
  value: (part: Expression) => Value,
): Value {
  const [one, other] = [left, right].map((part) => numberOf(value(part)));
  if (one === undefined || other === undefined) return null;
  if (typeof one !== 'bigint' || typeof other !== 'bigint') {
    return apply(operator, Number(one), Number(other));
  }
  const result = apply(operator, one, other);
  // The result of 64-bit integers is null if it has more bits.
  return isLong(BigInt(result)) || !isLong(one) || !isLong(other) ? result : null;
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

const functions: Readonly<Record<CallName, (args: readonly Value[]) => Value>> = {
  not: ([value = null]) => value !== true,
  isnull: ([value = null]) => value === null,
  isnotnull: ([value = null]) => value !== null,
  isnum: ([value = null]) => isNumeric(value),
  isstr: ([value = null]) => typeof value === 'string',
  if: ([condition, yes = null, no = null]) => (condition === true ? yes : no),
  nvl: ([value = null, instead = null]) => value ?? instead,
  concat: (args) => args.map((value) => asText(value) ?? '').join(''),
  lower: ([value = null]) => asText(value)?.toLowerCase() ?? null,
  upper: ([value = null]) => asText(value)?.toUpperCase() ?? null,
  string: ([value = null]) => asText(value),
  len: ([value = null]) => {
    if (value === null) return null;
    return BigInt(Array.isArray(value) ? value.length : Array.from(asText(value) ?? '').length);
  },
};
