import type { Kind } from '../plan/kind';
import { once } from './once';
import { field, packMixed } from './printMixed';

const [smallest, largest] = ['-9223372036854775808', '9223372036854775807'];

/** Null if the result of 64-bit integers has more bits: integers do not silently grow. */
export function withinBits(result: string, ...operands: readonly string[]): string {
  const isLong = (value: string): string => `${value} BETWEEN ${smallest} AND ${largest}`;
  const areLong = operands.map(isLong).join(' AND ');
  return once(`TRY(${result})`, 'made', `CASE WHEN ${isLong('made')} OR NOT (${areLong}) THEN made END`);
}

/** Computes with mixed numbers: integers exactly, otherwise as decimals. */
function compute(values: readonly string[], integer: string, double: string): string {
  const areIntegers = values.map((value) => `${field(value, 'i')} IS NOT NULL`).join(' AND ');
  const checked = withinBits(integer, ...values.map((value) => field(value, 'i')));
  return `CASE WHEN ${areIntegers} THEN ${once(checked, 'made', packMixed('made', 'hugeint'))}
 ELSE ${once(double, 'made', packMixed('made', 'double'))} END`;
}

export function mixedArithmetic(operator: string, left: string, right: string): string {
  const print = (name: 'i' | 'd'): string => `${field(left, name)} ${operator} ${field(right, name)}`;
  return compute([left, right], print('i'), print('d'));
}

export function mixedNegation(value: string): string {
  return compute([value], `-(${field(value, 'i')})`, `-(${field(value, 'd')})`);
}

/** Functions of mixed numbers. */
export const mixedFunctions: Readonly<Record<string, (...args: string[]) => string>> = {
  abs: (value) => compute([value], `abs(${field(value, 'i')})`, `abs(${field(value, 'd')})`),
  mod: (left, right) =>
    compute(
      [left, right],
      `${field(left, 'i')} % nullif(${field(right, 'i')}, 0)`,
      `${field(left, 'd')} % nullif(${field(right, 'd')}, 0)`,
    ),
  round: (value, digits) => rounding('round', value, digits),
  ceil: (value, digits) => rounding('ceil', value, digits),
  floor: (value, digits) => rounding('floor', value, digits),
};

function rounding(name: 'round' | 'ceil' | 'floor', value: string, digits?: string): string {
  const [whole, double] = [field(value, 'i'), field(value, 'd')];
  const [cut, kind]: readonly [string, Kind] =
    digits === undefined
      ? [roundToInteger(name, double), 'hugeint']
      : [roundDecimal(name, double, digits), 'double'];
  const integer =
    digits === undefined
      ? value
      : once(roundInteger(name, whole, digits), 'made', packMixed('made', 'hugeint'));
  return `CASE WHEN ${whole} IS NOT NULL THEN ${integer} ELSE ${once(cut, 'made', packMixed('made', kind))} END`;
}

/** The integer may have more than 64 bits. */
export function roundToInteger(name: string, double: string): string {
  return `TRY_CAST(${name}(${double}) AS HUGEINT)`;
}

function cappedDigits(digits: string): string {
  return `CAST(CASE WHEN ${digits} < -18 THEN -18 WHEN ${digits} > 18 THEN 18 ELSE ${digits} END AS INTEGER)`;
}

/** Halves are rounded away from zero. */
export function roundDecimal(name: string, double: string, digits: string): string {
  if (name === 'round') return `round(${double}, ${cappedDigits(digits)})`;
  const scale = `pow(10, ${cappedDigits(digits)})`;
  // 1.1 * 10 is slightly more than 11 and would be rounded up to 12.
  return `(${name}(round(${double} * ${scale}, 6)) / ${scale})`;
}

/** An integer has no decimal places; with negative digits it is rounded to tens, hundreds and so on. */
export function roundInteger(name: string, whole: string, digits: string): string {
  const integer = `CAST(${whole} AS HUGEINT)`;
  const unit = `CAST(pow(10, -${cappedDigits(digits)}) AS HUGEINT)`;
  const down = (value: string): string => `(${value} - ((${value} % ${unit}) + ${unit}) % ${unit})`;
  const rounded: Readonly<Record<string, string>> = {
    floor: down(integer),
    ceil: `(-${down(`(-${integer})`)})`,
    round: `(CASE WHEN ${whole} < 0 THEN -1 ELSE 1 END * ${down(`(abs(${integer}) + ${unit} // 2)`)})`,
  };
  return `CASE WHEN ${digits} >= 0 THEN ${integer} WHEN ${digits} < 0 THEN ${rounded[name] ?? integer} END`;
}
