import type { BoundExpression } from '../plan/planNode';
import { isNumber } from '../plan/kind';
import type { Kind } from '../plan/kind';
import { addressMacro } from './printAddress';
import { printConversion } from './printConversion';
import {
  field,
  hasType,
  mixedToText,
  ownValues,
  packMixed,
  ranks,
  readNumber,
  textToDouble,
  toMixedNumber,
} from './printMixed';
import type { MixedType } from './printMixed';

type Comparison = Extract<BoundExpression, { node: 'compare' }>;

interface Side {
  readonly sql: string;
  readonly kind: Kind;
  /** A constant number that doubles represent exactly, as do all numbers on its other side if they are near. */
  readonly isSmall: boolean;
  /** The text, if it is a constant one. */
  readonly text: string | undefined;
  /** Whether it is written on the right and names a network, which the addresses in it equal. */
  readonly isNetwork: boolean;
}

/**
 * Prints a comparison of printed operands. A text next to a value of another type is read as that type; values that
 * cannot be compared are different, and neither is less.
 */
export function printComparison({ operator, ...sides }: Comparison, left: string, right: string): string {
  const [one, other] = [{ ...sideOf(sides.left, left), isNetwork: false }, sideOf(sides.right, right)];
  if (one.kind === other.kind && one.kind !== 'any') {
    return `(${left} ${operator === '==' ? '=' : operator} ${right})`;
  }
  if (operator !== '!=') return printTest(one, operator === '==' ? '=' : operator, other);
  const present = [sides.left, sides.right]
    .flatMap((side, index) => {
      const isValue = side.node === 'literal' && side.value !== null;
      return isValue ? [] : [`${index === 0 ? left : right} IS NOT NULL`];
    })
    .map((test) => ` AND ${test}`);
  return `(NOT coalesce(${printTest(one, '=', other)}, false)${present.join('')})`;
}

function printTest(one: Side, operator: string, other: Side): string {
  if (isNumber(other.kind)) return compareWithNumber(one, operator, other);
  if (isNumber(one.kind)) return compareWithNumber(other, mirrored[operator] ?? operator, one);
  if (other.kind === 'string') return compareWithText(one, operator, other);
  if (one.kind === 'string') return compareWithText(other, mirrored[operator] ?? operator, one);
  return compareMixed(toMixed(one), operator, toMixed(other));
}

/** The comparison with exchanged sides. */
const mirrored: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Below it, doubles represent every integer exactly. */
const firstInexact = 9_007_199_254_740_992;

function sideOf(expression: BoundExpression, sql: string): Side {
  const value = expression.node === 'literal' ? expression.value : undefined;
  const isSmall =
    (typeof value === 'number' || typeof value === 'bigint') && Math.abs(Number(value)) < firstInexact;
  const text = typeof value === 'string' ? value : undefined;
  const isWritten = expression.node === 'literal' && expression.isConstant === undefined;
  return { sql, kind: expression.kind, isSmall, text, isNetwork: isWritten && text?.includes('/') === true };
}

function plainSide(sql: string, kind: Kind): Side {
  return { sql, kind, isSmall: false, text: undefined, isNetwork: false };
}

function toMixed({ sql, kind }: Side): string {
  return kind === 'any' ? sql : `(${packMixed(sql, kind)})`;
}

function compareWithNumber(one: Side, operator: string, number: Side): string {
  if (number.isSmall || one.isSmall) return `(${doubleOf(one)} ${operator} CAST(${number.sql} AS DOUBLE))`;
  return compareNumbers(numberOf(one), operator, numberOf(number));
}

/** The number of a value, also of a text that is one. */
function doubleOf({ sql, kind }: Side): string {
  if (isNumber(kind)) return `CAST(${sql} AS DOUBLE)`;
  if (kind === 'string') return textToDouble(sql);
  if (kind !== 'any') return 'CAST(NULL AS DOUBLE)';
  return `CASE WHEN ${hasType(sql, 'string')} THEN ${textToDouble(field(sql, 't'))} ELSE ${field(sql, 'd')} END`;
}

function numberOf(side: Side): string {
  if (side.kind === 'string') return `(${readNumber(side.sql)})`;
  if (side.kind !== 'any') return isNumber(side.kind) ? toMixed(side) : `(${toMixedNumber(toMixed(side))})`;
  return `(CASE WHEN ${hasType(side.sql, 'string')} THEN ${readNumber(field(side.sql, 't'))} ELSE ${toMixedNumber(side.sql)} END)`;
}

/** Compares two mixed values that are numbers, large ones as integers. */
function compareNumbers(left: string, operator: string, right: string): string {
  const [one, other] = [field(left, 'd'), field(right, 'd')];
  const whole = (value: string): string =>
    `coalesce(${field(value, 'i')}, TRY_CAST(${field(value, 'd')} AS HUGEINT))`;
  const isLarge = `${one} = ${other} AND abs(${one}) >= ${firstInexact} AND ${whole(left)} IS NOT NULL`;
  return `(CASE WHEN ${isLarge} THEN ${whole(left)} ${operator} ${whole(right)} ELSE ${one} ${operator} ${other} END)`;
}

/** What a constant text can be read as; others are decided per row. */
const readings: Readonly<Partial<Record<MixedType, RegExp>>> = {
  number: /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i,
  bool: /^(?:true|false)$/,
  date: /^\s*\d+-\d+-\d+/,
  ip: /[.:]/,
};

/** Compares a value with a text, which is read as the type of the value; no text is a list or map. */
function compareWithText({ sql, kind }: Side, operator: string, text: Side): string {
  const own = (type: MixedType): string => {
    switch (type) {
      case 'number':
        return compareNumbers(sql, operator, `(${readNumber(text.sql)})`);
      case 'bytes':
        return `${mixedToText(sql)} ${operator} ${text.sql}`;
      case 'bool':
      case 'date':
      case 'ip':
        return compareRead(kind === type ? sql : ownValues(sql)[type], operator, text, type);
      default:
        return `${field(sql, 't')} ${operator} ${text.sql}`;
    }
  };
  const canBe = (type: MixedType): boolean =>
    type !== 'list' &&
    type !== 'map' &&
    (readings[type]?.test(text.text ?? '') !== false || text.text === undefined);
  if (kind !== 'any')
    return canBe(kind as MixedType) ? `(${compareRead(sql, operator, text, kind)})` : 'false';
  const cases = (Object.keys(ranks) as MixedType[])
    .filter(canBe)
    .map((type) => `WHEN ${ranks[type]} THEN ${own(type)}`);
  return `(CASE ${field(sql, 'k')} ${cases.join(' ')} END)`;
}

function compareRead(value: string, operator: string, { sql, isNetwork }: Side, kind: Kind): string {
  if (kind === 'ip' && operator === '=' && isNetwork) return addressMacro('within', value, sql);
  if (kind === 'bytes') return `${printConversion(value, kind, 'string')} ${operator} ${sql}`;
  if (kind === 'bool')
    return `${value} ${operator} CASE ${sql} WHEN 'true' THEN true WHEN 'false' THEN false END`;
  return `${value} ${operator} ${printConversion(sql, 'string', kind)}`;
}

/** The types are known only per row. */
function compareMixed(left: string, operator: string, right: string): string {
  const text = (value: string): Side => plainSide(field(value, 't'), 'string');
  return `(CASE WHEN ${hasType(right, 'string')} THEN ${compareWithText(plainSide(left, 'any'), operator, text(right))}
 WHEN ${hasType(left, 'string')} THEN ${compareWithText(plainSide(right, 'any'), mirrored[operator] ?? operator, text(left))}
 WHEN ${hasType(left, 'number')} AND ${hasType(right, 'number')} THEN ${compareNumbers(left, operator, right)}
 WHEN ${field(left, 'k')} = ${field(right, 'k')} THEN coalesce(${field(left, 'i')} ${operator} ${field(right, 'i')}, ${field(left, 't')} ${operator} ${field(right, 't')}) END)`;
}
