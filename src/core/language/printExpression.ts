import type {
  BinaryExpression,
  Expression,
  Literal,
  ParameterReference,
  UnaryExpression,
} from './expression';
import { precedenceOf } from './expression';

/** The expression in canonical form, with as few parentheses as possible. */
function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'field':
      return printFieldName(expression.name);
    case 'parameter':
      return printParameter(expression);
    case 'call':
      return printCall(expression.function.text, expression.arguments);
    case 'unary':
    case 'binary':
      return printOperation(expression);
    case 'missing':
      return '';
    default:
      return printLiteral(expression);
  }
}

function printLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'string':
      return printString(literal.value);
    case 'number':
      return literal.text;
    case 'boolean':
      return String(literal.value);
    case 'null':
      return 'null';
  }
}

function printOperation(expression: UnaryExpression | BinaryExpression): string {
  if (expression.kind === 'unary') return `-${printOperand(expression.operand, 7)}`;
  const precedence = precedenceOf(expression.operator);
  const left = printOperand(expression.left, precedence);
  return `${left} ${expression.operator} ${printOperand(expression.right, precedence + 1)}`;
}

function printParameter({ name, fallback }: ParameterReference): string {
  return fallback ? `$(${printString(name)}, ${printExpression(fallback)})` : `$(${printString(name)})`;
}

export function printCall(name: string, parsed: readonly Expression[]): string {
  return `${name}(${parsed.map(printExpression).join(', ')})`;
}

export function printString(value: string): string {
  const escapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };
  return `"${value.replace(/[\\"\n\r\t]/g, (character) => `\\${escapes[character] ?? character}`)}"`;
}

/** Undefined for an integer that may be rounded. */
export function printNumber(value: number): string | undefined {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  const [sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)\.?(\d*)(?:e-(\d+))?$/.exec(String(value))?.slice(1) ?? [];
  // The language has no exponents.
  return exponent === undefined
    ? String(value)
    : `${sign}0.${'0'.repeat(Number(exponent) - whole.length)}${whole}${fraction}`;
}

/**
 * A name that contains characters other than letters, digits, `_` and `.`, or that is a literal, requires
 * `field()`.
 */
export function printFieldName(name: string): string {
  const isPlain = /^[\p{L}\p{N}\p{M}_.]+$/u.test(name) && !/^[\d.]+$/.test(name) && !reserved.has(name);
  return isPlain ? name : `field(${printString(name)})`;
}

const reserved: ReadonlySet<string> = new Set(['and', 'or', 'by', 'true', 'false', 'null']);

function printOperand(operand: Expression, lowest: number): string {
  const text = printExpression(operand);
  return operand.kind === 'binary' && precedenceOf(operand.operator) < lowest ? `(${text})` : text;
}
