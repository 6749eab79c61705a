import { isNumber, sortOrder } from './values';
import type { RowFunction } from './values';

/** Of numbers only; all else, texts too, gives null. */
const decimal =
  (apply: (number: number) => number): RowFunction =>
  (value = null) =>
    isNumber(value) ? apply(Number(value)) : null;

/** Rounds to digits after the point, or before it if negative. */
const rounding =
  (apply: (number: number) => number): RowFunction =>
  (value = null, digits) => {
    if (!isNumber(value) || (digits !== undefined && typeof digits !== 'bigint')) return null;
    if (digits === undefined) return typeof value === 'bigint' ? value : BigInt(apply(value));
    const shifted = apply(shift(Number(value), Number(digits)));
    const rounded = shift(shifted, -Number(digits));
    return typeof value === 'bigint' ? BigInt(rounded) : rounded;
  };

/** Moves the decimal point, without the error of a multiplication. */
function shift(number: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

const extreme =
  (sign: 1 | -1): RowFunction =>
  (...args) => {
    const numbers = args.map((arg) => arg ?? null).filter(isNumber);
    return numbers.toSorted((one, other) => sign * sortOrder(one, other))[0] ?? null;
  };

export const numberFunctions: Readonly<Record<string, RowFunction>> = {
  abs: (value = null) => {
    if (typeof value === 'bigint') return value < 0n ? within64Bits(-value) : value;
    return typeof value === 'number' ? Math.abs(value) : null;
  },
  exp: decimal(Math.exp),
  log: decimal(Math.log),
  log10: decimal(Math.log10),
  sqrt: decimal(Math.sqrt),
  sin: decimal(Math.sin),
  cos: decimal(Math.cos),
  tan: decimal(Math.tan),
  asin: decimal(Math.asin),
  acos: decimal(Math.acos),
  atan: decimal(Math.atan),
  pow: (base = null, power = null) =>
    isNumber(base) && isNumber(power) ? Number(base) ** Number(power) : null,
  ceil: rounding(Math.ceil),
  floor: rounding(Math.floor),
  round: rounding((number) => Math.sign(number) * Math.floor(Math.abs(number) + 0.5)),
  max: extreme(-1),
  min: extreme(1),
  mod: (value = null, by = null) => {
    if (!isNumber(value) || !isNumber(by) || Number(by) === 0) return null;
    return typeof value === 'bigint' && typeof by === 'bigint' ? value % by : Number(value) % Number(by);
  },
  rand: (bound = null) => (isNumber(bound) ? BigInt(Math.floor(Math.random() * Number(bound))) : null),
};

/** An integer if all are. */
export function sum(numbers: readonly (bigint | number)[]): bigint | number {
  const integers = numbers.filter((number) => typeof number === 'bigint');
  const whole = integers.reduce((total, number) => total + number, 0n);
  if (integers.length === numbers.length) return whole;
  return numbers.reduce<number>(
    (total, one) => (typeof one === 'number' ? total + one : total),
    Number(whole),
  );
}

export function within64Bits(whole = 0n): bigint | null {
  return BigInt.asIntN(64, whole) === whole ? whole : null;
}
