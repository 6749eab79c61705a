import type { BoundExpression } from '../plan/planNode';
import { isNumber } from '../plan/kind';
import type { Kind } from '../plan/kind';
import { timeMacro } from './localTime';
import { addressMacro } from './printAddress';

import {
  field,
  hasType,
  mixedToDouble,
  mixedToText,
  packMixed,
  ranks,
  textToDouble,
  toMixedNumber,
} from './printMixed';

type Comparison = Extract<BoundExpression, { node: 'compare' }>;

interface Side {
  readonly sql: string;
  readonly kind: Kind;
  /** A constant number that doubles represent exactly, as do all numbers on its other side if they are near. */
  readonly isSmall: boolean;
  /** Whether it is a constant that names a network, which addresses in it equal. */
  readonly isNetwork: boolean;
}

/** Prints a comparison of printed operands; null if the values cannot be compared. */
export function printComparison({ operator, ...sides }: Comparison, left: string, right: string): string {
  const word = operator === '==' ? '=' : operator;
  const [one, other] = [sideOf(sides.left, left), sideOf(sides.right, right)];
  if (one.kind === other.kind && one.kind !== 'any') return `(${left} ${word} ${right})`;
  if (isNumber(other.kind)) return compareWithNumber(one, word, other);
  if (isNumber(one.kind)) return compareWithNumber(other, mirrored[word] ?? word, one);
  if (other.kind === 'string') return compareWithText(one, word, other);
  if (one.kind === 'string') return compareWithText(other, mirrored[word] ?? word, one);
  return compareMixed(toMixed(one), word, toMixed(other));
}

/** The comparison with exchanged sides. */
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Below it, doubles represent every integer exactly. */
const firstInexact = 9_007_199_254_740_992;

function sideOf(expression: BoundExpression, sql: string): Side {
  const value = expression.node === 'literal' ? expression.value : undefined;
  const isSmall =
    (typeof value === 'number' || typeof value === 'bigint') && Math.abs(Number(value)) < firstInexact;
  return { sql, kind: expression.kind, isSmall, isNetwork: typeof value === 'string' && value.includes('/') };
}

function toMixed({ sql, kind }: Side): string {
  return kind === 'any' ? sql : `(${packMixed(sql, kind)})`;
}

/** Compares a number, a text or a mixed value with a number. A text counts as its number, if it is one. */
function compareWithNumber(one: Side, operator: string, number: Side): string {
  if (number.isSmall || one.isSmall) {
    return `(${doubleOf(one)} ${operator} CAST(${number.sql} AS DOUBLE))`;
  }
  return compareNumbers(toNumber(one), operator, toNumber(number));
}

function doubleOf({ sql, kind }: Side): string {
  if (isNumber(kind)) return `CAST(${sql} AS DOUBLE)`;
  if (kind === 'string') return textToDouble(sql);
  return mixedToDouble(sql);
}

function toNumber(side: Side): string {
  return isNumber(side.kind) ? toMixed(side) : `(${toMixedNumber(side.sql, side.kind)})`;
}

/** Compares two mixed values that are numbers, large ones as integers. */
function compareNumbers(left: string, operator: string, right: string): string {
  const [one, other] = [field(left, 'd'), field(right, 'd')];
  const whole = (value: string): string =>
    `coalesce(${field(value, 'i')}, TRY_CAST(${field(value, 'd')} AS HUGEINT))`;
  const isLarge = `${one} = ${other} AND abs(${one}) >= ${firstInexact} AND ${whole(left)} IS NOT NULL`;
  return `(CASE WHEN ${isLarge} THEN ${whole(left)} ${operator} ${whole(right)} ELSE ${one} ${operator} ${other} END)`;
}

/** Compares a mixed value with a text, which is read as the type of the value. */
function compareWithText({ sql }: Side, operator: string, { sql: text, isNetwork }: Side): string {
  const number = compareNumbers(sql, operator, `(${toMixedNumber(text, 'string')})`);
  return `(CASE ${field(sql, 'k')} WHEN ${ranks.number} THEN ${number}
 WHEN ${ranks.bool} THEN (${field(sql, 'i')} = 1) ${operator} TRY_CAST(${text} AS BOOLEAN)
 WHEN ${ranks.date} THEN make_timestamp(CAST(${field(sql, 'i')} AS BIGINT)) ${operator} ${timeMacro('read_time', text)}
 WHEN ${ranks.ip} THEN ${compareAddress(field(sql, 't'), operator, text, isNetwork)}
 WHEN ${ranks.bytes} THEN ${mixedToText(sql)} ${operator} ${text}
 ELSE ${field(sql, 't')} ${operator} ${text} END)`;
}

function compareAddress(key: string, operator: string, text: string, isNetwork: boolean): string {
  if (!isNetwork || (operator !== '=' && operator !== '!=')) {
    return `${key} ${operator} ${addressMacro('key', text)}`;
  }
  const within = addressMacro('within', key, text);
  return operator === '=' ? within : `NOT ${within}`;
}

/** The types are known only per row: those of one type compare by value, others as the more specific type. */
function compareMixed(left: string, operator: string, right: string): string {
  const number = compareNumbers(
    `(${toMixedNumber(left, 'any')})`,
    operator,
    `(${toMixedNumber(right, 'any')})`,
  );
  const other = (value: string): Side => ({ sql: value, kind: 'any', isSmall: false, isNetwork: false });
  const text = (value: string): Side => ({ ...other(field(value, 't')), kind: 'string' });
  return `(CASE WHEN ${hasType(left, 'number')} OR ${hasType(right, 'number')} THEN ${number}
 WHEN ${hasType(right, 'string')} THEN ${compareWithText(other(left), operator, text(right))}
 WHEN ${hasType(left, 'string')} THEN ${compareWithText(other(right), mirrored[operator] ?? operator, text(left))}
 WHEN ${field(left, 'k')} = ${field(right, 'k')} THEN coalesce(${field(left, 'i')} ${operator} ${field(right, 'i')}, ${field(left, 't')} ${operator} ${field(right, 't')})
 WHEN ${hasType(left, 'list', 'map')} AND ${hasType(right, 'list', 'map')} THEN ${field(left, 't')} ${operator} ${field(right, 't')} END)`;
}
