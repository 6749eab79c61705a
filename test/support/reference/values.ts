import { isIPv4, isIPv6 } from 'node:net';

/** The values of the query language: an integer is a bigint, a decimal a number, a list an array. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Date
  | Address
  | Uint8Array
  | readonly Value[]
  | ReadonlyMap<string, Value>;

/** A function of the values of its arguments; one that is absent is undefined. */
export type RowFunction = (...args: readonly (Value | undefined)[]) => Value;

/** A field that is absent is null. */
export type Row = ReadonlyMap<string, Value>;

/** An IP address of 4 or 16 bytes. */
export class Address {
  constructor(readonly bytes: readonly number[]) {}

  toString(): string {
    if (this.bytes.length === 4) return this.bytes.join('.');
    const part = (index: number): string =>
      ((this.bytes[index] ?? 0) * 256 + (this.bytes[index + 1] ?? 0)).toString(16);
    return [0, 2, 4, 6, 8, 10, 12, 14].map(part).join(':');
  }
}

export function readAddress(written: string): Address | null {
  const text = written.replace(/^\//, '');
  if (isIPv4(text)) return new Address(text.split('.').map(Number));
  if (!isIPv6(text)) return null;
  const [before = [], after = []] = text
    .split('::')
    .map((half) => half.split(':').filter((word) => word !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const words = [...before, ...zeros, ...after].map((word) => parseInt(word, 16));
  return new Address(words.flatMap((word) => [word >> 8, word & 255]));
}

export type Kind = 'null' | 'bool' | 'number' | 'date' | 'string' | 'address' | 'bytes' | 'list' | 'map';

export function kindOf(value: Value): Kind {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'bool';
  if (isNumber(value)) return 'number';
  if (typeof value === 'string') return 'string';
  if (value instanceof Date) return 'date';
  if (value instanceof Address) return 'address';
  if (value instanceof Uint8Array) return 'bytes';
  return value instanceof Map ? 'map' : 'list';
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isMap = (value: Value): value is ReadonlyMap<string, Value> => value instanceof Map;

/** What holds in `if`, `case`, `and`, `or` and `not`. */
export const isTrue = (value: Value): boolean => value !== null && value !== false;

export function asText(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value instanceof Date) return dateText(value);
  if (value instanceof Address) return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return isList(value) || isMap(value) ? jsonText(value) : String(value);
}

function dateText(date: Date): string {
  return `${date.toISOString().replace('T', ' ').replace('.000', '').replace('Z', '')}+0000`;
}

export function jsonText(value: Value): string {
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (isMap(value)) {
    return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(',')}}`;
  }
  if (isNumber(value) || typeof value === 'boolean') return asText(value) ?? '';
  return JSON.stringify(value instanceof Address ? `/${String(value)}` : asText(value));
}

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The number that a text is. */
export function numberIn(text: string): bigint | number | null {
  if (!numberPattern.test(text)) return null;
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : Number(text);
}

/** The order of two values for `<` and the others; undefined if they cannot be compared. */
export function order(left: Value, right: Value): number | undefined {
  const [kind, other] = [kindOf(left), kindOf(right)];
  if (kind === other) return uncomparable.has(kind) ? undefined : orderOfKind(left, right);
  if (typeof left === 'string') return negated(order(right, left));
  const read = typeof right === 'string' ? (readers[kind]?.(right) ?? null) : null;
  return read === null ? undefined : orderOfKind(left, read);
}

const uncomparable: ReadonlySet<Kind> = new Set(['null', 'list', 'map']);

const negated = (value: number | undefined): number | undefined => (value === undefined ? value : -value);

/** How a text is read that is compared with another type. */
const readers: Readonly<Partial<Record<Kind, (text: string) => Value>>> = {
  number: numberIn,
  address: readAddress,
  bool: (text) => (text === 'true' ? true : text === 'false' ? false : null),
};

function orderOfKind(left: Value, right: Value): number {
  const [one, other] = [sortedAs(left), sortedAs(right)];
  // JavaScript compares a bigint with a number by their mathematical values.
  return one < other ? -1 : Number(one > other);
}

function sortedAs(value: Value): string | number | bigint {
  if (isNumber(value)) return value;
  if (value instanceof Date) return value.getTime();
  if (!(value instanceof Address)) return asText(value) ?? '';
  return value.bytes.reduce((total, byte) => total * 256n + BigInt(byte), BigInt(value.bytes.length));
}

const sortedKinds: readonly Kind[] = [
  'null',
  'bool',
  'number',
  'date',
  'address',
  'string',
  'list',
  'map',
  'bytes',
];

/** The order of `sort`: null first, then by kind. */
export function sortOrder(left: Value, right: Value): number {
  const byKind = sortedKinds.indexOf(kindOf(left)) - sortedKinds.indexOf(kindOf(right));
  return byKind === 0 ? orderOfKind(left, right) : byKind;
}

/** Equal texts for equal values only: 1 and 1.0 are equal, "1" is not. */
export function identity(value: Value): string {
  const whole = typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
  return `${kindOf(value)} ${asText(whole) ?? ''}`;
}

export const isSame = (left: Value, right: Value): boolean => identity(left) === identity(right);
