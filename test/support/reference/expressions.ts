import { functions } from './functions';
import { within64Bits } from './numbers';
import { matchesWildcard } from './patterns';
import { Refusal } from './refusal';
import type { Scope } from './scope';
import { specialForms } from './specialForms';
import { stringAt, unquote } from './syntax';
import { asText, isNumber, isTrue, jsonText, kindOf, order } from './values';
import type { Row, Value } from './values';

/** An expression that is ready to be calculated for a row. */
export interface Expression {
  value(row: Row): Value;
  /** The value, if it is written as a constant. */
  readonly constant?: Value;
}

export function parseExpression(text: string, scope: Scope): Expression {
  const parser = new Parser(text, scope);
  const expression = parser.expression(0);
  parser.end();
  return expression;
}

/** Operators by precedence; the first bind loosest. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['==', '!='],
  ['>=', '<=', '>', '<'],
  ['+', '-'],
  ['*', '/'],
];

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?(?![\p{L}\d_:.]))|([\p{L}\d_.]+(?::[\p{L}\d_.]+)?)|(==|!=|>=|<=|[-+*/<>(),])|(?="))/uy;

class Parser {
  #at = 0;

  constructor(
    readonly text: string,
    readonly scope: Scope,
  ) {}

  end(): void {
    if (this.text.slice(this.#at).trim() !== '') throw new Refusal('90200');
  }

  expression(level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#sign();
    let left = this.expression(level + 1);
    for (;;) {
      const operator = operators.find((one) => this.#accept(one));
      if (operator === undefined) return left;
      left = combine(operator, left, this.expression(level + 1));
    }
  }

  #sign(): Expression {
    if (!this.#accept('-')) return this.#operand();
    const operand = this.#sign();
    const value = (row: Row): Value => calculate('-', 0n, operand.value(row));
    return 'constant' in operand ? { value, constant: value(new Map()) } : { value };
  }

  #operand(): Expression {
    if (this.#accept('(')) {
      const inner = this.expression(0);
      if (!this.#accept(')')) throw new Refusal('90202');
      return inner;
    }
    const start = this.#at + (/^\s*/.exec(this.text.slice(this.#at))?.[0].length ?? 0);
    if (this.text[start] === '"') {
      const string = stringAt(this.text, start);
      this.#at = start + string.length;
      return constant(unquote(string));
    }
    if (this.text.startsWith('$', start)) {
      this.#at = start + 1;
      return this.#call('$', start);
    }
    return this.#word(start);
  }

  #word(start: number): Expression {
    tokenPattern.lastIndex = start;
    const [whole = '', number, name] = tokenPattern.exec(this.text) ?? [];
    this.#at = start + whole.length;
    if (number !== undefined) return constant(number.includes('.') ? Number(number) : BigInt(number));
    if (name === undefined) throw new Refusal('90100');
    if (name in words) return constant(words[name] ?? null);
    return /^\s*\(/.test(this.text.slice(this.#at)) ? this.#call(name, start) : fieldNamed(name);
  }

  /** A call that is no function of a row is the field of that name, which `stats` makes. */
  #call(name: string, start: number): Expression {
    const args: Expression[] = [];
    this.#accept('(');
    while (!this.#accept(')')) {
      if (name === 'datetrunc') this.#skip(/\s*(?:span|offset)=/y);
      args.push(this.expression(0));
      if (!this.#accept(',') && !/^\s*\)/.test(this.text.slice(this.#at))) throw new Refusal('90202');
    }
    const special = specialForms[name];
    if (special) return { value: special(args, this.scope) };
    const apply = functions[name];
    if (apply) return { value: (row) => apply(...args.map((arg) => arg.value(row))) };
    if (!/^(count|sum|avg|min|max|median|first|last|dc|estdc|values|array|stddev|var)$/.test(name)) {
      throw new Refusal('90900');
    }
    return fieldNamed(this.text.slice(start, this.#at));
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    this.#at += pattern.exec(this.text)?.[0].length ?? 0;
  }

  #accept(token: string): boolean {
    tokenPattern.lastIndex = this.#at;
    const [whole = '', , name, operator] = tokenPattern.exec(this.text) ?? [];
    if ((name ?? operator) !== token) return false;
    this.#at += whole.length;
    return true;
  }
}

const words: Readonly<Record<string, Value>> = { true: true, false: false, null: null };

const constant = (value: Value): Expression => ({ constant: value, value: () => value });

const fieldNamed = (name: string): Expression => ({ value: (row) => row.get(name) ?? null });

function combine(operator: string, left: Expression, right: Expression): Expression {
  switch (operator) {
    case 'or':
      return { value: (row) => decide(true, left.value(row), right.value(row)) };
    case 'and':
      return { value: (row) => decide(false, left.value(row), right.value(row)) };
    case '+':
    case '-':
    case '*':
    case '/':
      return { value: (row) => calculate(operator, left.value(row), right.value(row)) };
    default:
      return { value: (row) => compare(operator, left.value(row), right.value(row), right.constant) };
  }
}

/** One side may decide; otherwise null, if a side is null. */
function decide(deciding: boolean, left: Value, right: Value): Value {
  const sides = [left, right].map((side) => side !== null && isTrue(side) === deciding);
  if (sides.includes(true)) return deciding;
  return left === null || right === null ? null : !deciding;
}

/** A comparison with null is false. A `*` counts in a constant on the right of `==` and `!=`. */
function compare(operator: string, left: Value, right: Value, constantRight: Value | undefined): boolean {
  if (left === null || right === null) return false;
  if (operator === '==' || operator === '!=') {
    const hasWildcard = typeof constantRight === 'string' && constantRight.includes('*');
    const equal = hasWildcard ? matchesWildcard(asText(left) ?? '', constantRight) : isEqual(left, right);
    return equal === (operator === '==');
  }
  const by = order(left, right);
  if (by === undefined) return false;
  return holds(operator, by);
}

function holds(operator: string, by: number): boolean {
  if (operator === '<') return by < 0;
  if (operator === '<=') return by <= 0;
  return operator === '>' ? by > 0 : by >= 0;
}

function isEqual(left: Value, right: Value): boolean {
  const kind = kindOf(left);
  if (kind === kindOf(right) && (kind === 'list' || kind === 'map'))
    return jsonText(left) === jsonText(right);
  return order(left, right) === 0;
}

/** Null unless both are numbers; integers beyond 64 bits are null, a quotient is a decimal. */
function calculate(operator: string, left: Value, right: Value): Value {
  if (typeof left === 'bigint' && typeof right === 'bigint' && operator !== '/') {
    return within64Bits(integers[operator]?.(left, right));
  }
  if (!isNumber(left) || !isNumber(right)) return null;
  return decimals[operator]?.(Number(left), Number(right)) ?? null;
}

const integers: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
};

const decimals: Readonly<Record<string, (left: number, right: number) => number | null>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? null : left / right),
};
