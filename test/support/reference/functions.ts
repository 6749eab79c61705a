import { createHash } from 'node:crypto';
import { dateFunctions } from './dates';
import { formatText } from './format';
import { listFunctions } from './lists';
import { numberFunctions } from './numbers';
import { javaPattern, javaReplacement } from './patterns';
import { Address, asText, isList, isNumber, isTrue, kindOf, numberIn, readAddress } from './values';
import type { RowFunction, Value } from './values';

const text = (value: Value | undefined): string | null => asText(value ?? null);

/** A function of a text that is null for null. */
const ofText =
  (apply: (input: string, ...rest: readonly (Value | undefined)[]) => Value): RowFunction =>
  (value, ...rest) => {
    const input = text(value);
    return input === null ? null : apply(input, ...rest);
  };

const choice: Readonly<Record<string, RowFunction>> = {
  isnull: (value = null) => value === null,
  isnotnull: (value = null) => value !== null,
  isnum: (value = null) => isNumber(value),
  isstr: (value) => typeof value === 'string',
  typeof: (value = null) => typeName(value),
  if: (condition = null, yes = null, no = null) => (isTrue(condition) ? yes : no),
  case: (...args) => {
    const found = args.findIndex(
      (arg, index) => index % 2 === 0 && index + 1 < args.length && isTrue(arg ?? null),
    );
    return (found >= 0 ? args[found + 1] : args.length % 2 === 1 ? args.at(-1) : null) ?? null;
  },
  match: (value, pattern) => text(value) !== null && javaPattern(text(pattern) ?? '').test(text(value) ?? ''),
  nvl: (value = null, instead = null) => value ?? instead,
  not: (value = null) => !isTrue(value),
};

function typeName(value: Value): string | null {
  if (value instanceof Address) return value.bytes.length === 4 ? 'ipv4' : 'ipv6';
  if (typeof value === 'bigint') return BigInt.asIntN(32, value) === value ? 'int' : 'long';
  const kind = kindOf(value);
  return kind === 'null' ? null : kind === 'number' ? 'double' : kind;
}

const bytesOf = (value: Value | undefined): Buffer | null =>
  value instanceof Uint8Array ? Buffer.from(value) : null;

const conversion: Readonly<Record<string, RowFunction>> = {
  string: (value, format, zone) =>
    value instanceof Date && typeof format === 'string'
      ? (dateFunctions['string']?.(value, format, zone) ?? null)
      : text(value),
  double: ofText((input) => {
    const number = numberIn(input);
    return number === null ? null : Number(number);
  }),
  int: (value = null) =>
    isList(value) ? value.map((item) => (isList(item) ? null : toInt(item))) : toInt(value),
  long: (value = null) => (value instanceof Address ? unsigned(value) : whole(value, 64)),
  ip: (value = null) => {
    if (typeof value === 'string') return readAddress(value);
    return typeof value === 'bigint' ? addressOf(value) : value instanceof Address ? value : null;
  },
  ip2int: ofText((input) => toInt(readAddress(input))),
  ip2long: ofText((input) => unsigned(readAddress(input))),
  long2ip: (value = null) => (typeof value === 'bigint' ? String(addressOf(value)) : null),
  network: (value = null, bits = null) => {
    const address = value instanceof Address ? value : readAddress(text(value) ?? '');
    const left = (index: number): number => Math.min(8, Math.max(0, Number(bits) - 8 * index));
    return address && new Address(address.bytes.map((byte, index) => byte & (256 - 2 ** (8 - left(index)))));
  },
  reverseip: (value = null) => {
    const address = value instanceof Address ? value : readAddress(text(value) ?? '');
    return address?.bytes.length === 4 ? address.bytes.toReversed().join('.') : null;
  },
  binary: ofText((input) => Buffer.from(input)),
  encode: (value) => (typeof value === 'string' ? Buffer.from(value) : null),
  decode: (value) => bytesOf(value)?.toString() ?? null,
  fromhex: ofText((input) => (/^([0-9a-f]{2})*$/i.test(input) ? Buffer.from(input, 'hex') : null)),
  tohex: (value) => bytesOf(value)?.toString('hex') ?? null,
  tobase64: (value) => bytesOf(value)?.toString('base64') ?? null,
  hash: (name, value) => {
    const bytes = bytesOf(value);
    return (
      bytes &&
      createHash(text(name) ?? '')
        .update(bytes)
        .digest()
    );
  },
  frombase64: ofText((input) => Buffer.from(input, 'base64')),
};

function toInt(value: Value): Value {
  const address = value instanceof Address ? unsigned(value) : null;
  return typeof address === 'bigint' ? BigInt.asIntN(32, address) : whole(value, 32);
}

function unsigned(address: Address | null): bigint | null {
  if (address?.bytes.length !== 4) return null;
  return address.bytes.reduce((total, byte) => total * 256n + BigInt(byte), 0n);
}

function addressOf(number: bigint): Address {
  return new Address([24n, 16n, 8n, 0n].map((shift) => Number((number >> shift) & 255n)));
}

/** The integer of a number or of a text, without its decimals. */
function whole(value: Value, bits: number): bigint | null {
  const number = isNumber(value) ? value : typeof value === 'string' ? numberIn(value) : null;
  if (number === null) return null;
  const cut = typeof number === 'bigint' ? number : BigInt(Math.trunc(number));
  return BigInt.asIntN(bits, cut) === cut ? cut : null;
}

const place = (value: Value | undefined): number | null => (isNumber(value ?? null) ? Number(value) : null);

const texts: Readonly<Record<string, RowFunction>> = {
  concat: (...args) => args.map((arg) => text(arg) ?? '').join(''),
  contains: (value, part) => text(value)?.includes(text(part) ?? '\u0000') ?? false,
  format: (...args) => formatText(args.map((arg) => arg ?? null)),
  indexof: (value, part, from) => find(value, part, (input, found) => input.indexOf(found, place(from) ?? 0)),
  lastindexof: (value, part, from) =>
    find(value, part, (input, found) => input.lastIndexOf(found, place(from) ?? Infinity)),
  left: ofText((input, count) => input.slice(0, place(count) ?? 0)),
  right: ofText((input, count) => input.slice(Math.max(0, input.length - (place(count) ?? 0)))),
  len: (value = null) => BigInt((isList(value) ? value : (text(value) ?? '')).length),
  lower: ofText((input) => input.toLowerCase()),
  upper: ofText((input) => input.toUpperCase()),
  lpad: ofText((input, length, pad) =>
    padded(length, pad, (size, by) => input.slice(0, size).padStart(size, by)),
  ),
  rpad: ofText((input, length, pad) =>
    padded(length, pad, (size, by) => input.slice(0, size).padEnd(size, by)),
  ),
  replace: ofText((input, pattern, by, mode) => {
    if (mode !== 're') return input.replaceAll(text(pattern) ?? '', () => text(by) ?? '');
    return input.replaceAll(javaPattern(text(pattern) ?? '', 'g'), (...groups) => {
      return javaReplacement(text(by) ?? '', groups.map(String));
    });
  }),
  split: ofText((input, by, limit) => {
    const parts = input.split(text(by) ?? '');
    const most = place(limit) ?? parts.length;
    return parts.length <= most
      ? parts
      : [...parts.slice(0, most - 1), parts.slice(most - 1).join(text(by) ?? '')];
  }),
  substr: ofText((input, begin, end) => {
    const [from, to] = [begin, end ?? BigInt(input.length)].map((value) =>
      fromEnd(place(value), input.length),
    );
    if (from === undefined || to === undefined || from >= input.length) return null;
    return input.slice(from, Math.max(from, to));
  }),
  trim: ofText((input) => input.trim()),
  groups: ofText((input, pattern) => {
    const found = javaPattern(text(pattern) ?? '').exec(input);
    return found?.slice(1).map((group: string | undefined) => group ?? null) ?? null;
  }),
  urlencode: ofText((input) => encodeURIComponent(input)),
  urldecode: ofText((input) => decodeURIComponent(input.replaceAll('+', ' '))),
};

function find(
  value: Value | undefined,
  part: Value | undefined,
  at: (input: string, part: string) => number,
): Value {
  const [input, wanted] = [text(value), text(part)];
  return input === null || wanted === null ? null : BigInt(at(input, wanted));
}

function padded(
  length: Value | undefined,
  pad: Value | undefined,
  apply: (size: number, by: string) => string,
): Value {
  const size = place(length);
  return size === null || pad === null ? null : apply(size, pad === undefined ? ' ' : (text(pad) ?? ''));
}

function fromEnd(at: number | null, length: number): number {
  return at === null ? 0 : at < 0 ? Math.max(0, length + at) : at;
}

export const functions: Readonly<Record<string, RowFunction>> = {
  ...dateFunctions,
  ...numberFunctions,
  ...listFunctions,
  ...choice,
  ...conversion,
  ...texts,
  str: (...args) => conversion['string']?.(...args) ?? null,
};
