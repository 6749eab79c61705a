import type { Kind } from '../plan/kind';
import { timeMacro } from './localTime';
import { addressMacro } from './printAddress';
import { sqlType } from './sqlValues';

/**
 * A value of kind `any`: `k` is the rank of its type, `d` its number and `i` its exact integer, `t` its text,
 * which is JSON for lists and maps, a key for addresses and hexadecimal for bytes. The engine compares these fields from left to
 * right, so that mixed values are ordered by type, then by value. VARIANT was tried: it cannot compare a text
 * with a number, and sorts 2.5 after 100.
 */
const mixedType = sqlType('any');

/** The order of types. A decimal has no `i`. */
export const ranks = { bool: 1, number: 2, date: 3, ip: 4, string: 5, list: 6, map: 7, bytes: 8 } as const;

export type MixedType = keyof typeof ranks;

export function field(value: string, name: 'k' | 'd' | 'i' | 't'): string {
  return `struct_extract(${value}, '${name}')`;
}

export function hasType(value: string, ...types: readonly MixedType[]): string {
  const numbers = types.map((type) => ranks[type]);
  return numbers.length === 1
    ? `${field(value, 'k')} = ${numbers.join('')}`
    : `${field(value, 'k')} IN (${numbers.join(', ')})`;
}

interface Fields {
  readonly d?: string;
  readonly i?: string;
  readonly t?: string;
}

function struct(type: MixedType, { d = 'NULL', i = 'NULL', t = 'NULL' }: Fields): string {
  return `struct_pack(k := CAST(${ranks[type]} AS UTINYINT), d := CAST(${d} AS DOUBLE), i := CAST(${i} AS HUGEINT), t := CAST(${t} AS VARCHAR))`;
}

/** The mixed value of a value that is not null. */
function packed(value: string, from: Kind): string {
  switch (from) {
    case 'bool':
      return struct('bool', { d: `CAST(${value} AS INTEGER)`, i: value });
    case 'long':
    case 'hugeint':
      return struct('number', { d: value, i: value });
    case 'double':
      return struct('number', { d: value });
    case 'date':
      return struct('date', { d: `epoch_ms(${value})`, i: `epoch_us(${value})` });
    case 'ip':
    case 'list':
    case 'map':
      return struct(from, { t: value });
    case 'bytes':
      return struct('bytes', { t: `hex(${value})` });
    default:
      return struct('string', { t: value });
  }
}

/** A mixed value as a text, and back. Null is an empty text. */
export function writeMixed(value: string): string {
  return `coalesce(nullif(CAST(to_json(${value}) AS VARCHAR), 'null'), '')`;
}

export function readMixed(text: string): string {
  return `from_json(nullif(${text}, ''), '{"k":"UTINYINT","d":"DOUBLE","i":"HUGEINT","t":"VARCHAR"}')`;
}

export function packMixed(value: string, from: Kind): string {
  if (from === 'json') return jsonToMixed(value);
  return `CASE WHEN ${value} IS NOT NULL THEN ${packed(value, from)} END`;
}

/** The value of an item of a list or map. Integers have up to 38 digits; with more they are decimals. */
function jsonToMixed(json: string): string {
  const text = `(${json} ->> '$')`;
  return `CASE coalesce(json_type(${json}), 'NULL') WHEN 'VARCHAR' THEN ${packed(text, 'string')} WHEN 'NULL' THEN NULL
 WHEN 'BOOLEAN' THEN ${packed(`(${text} = 'true')`, 'bool')}
 WHEN 'ARRAY' THEN ${packed(text, 'list')} WHEN 'OBJECT' THEN ${packed(text, 'map')}
 ELSE ${struct('number', { d: `TRY_CAST(${text} AS DOUBLE)`, i: textToInteger(text) })} END`;
}

/** Faster than a pattern. */
function hasPoint(text: string): string {
  return `(contains(${text}, '.') OR contains(${text}, 'e') OR contains(${text}, 'E'))`;
}

/** The finite number in a text, as a double. The engine also accepts `1_000`, `nan` and `inf`. */
export function textToDouble(text: string): string {
  const double = `TRY_CAST(${text} AS DOUBLE)`;
  return `CASE WHEN isfinite(${double}) AND NOT contains(${text}, '_') THEN ${double} END`;
}

/** The exact integer in a text that is a number and has no point or exponent. */
export function textToInteger(text: string): string {
  return `TRY_CAST(CASE WHEN NOT ${hasPoint(text)} THEN ${text} END AS HUGEINT)`;
}

/** The number of a mixed value, as a double; null if it is none. */
export function mixedToDouble(value: string): string {
  const text = field(value, 't');
  return `CASE WHEN ${hasType(value, 'string')} THEN ${textToDouble(text)} ELSE ${field(value, 'd')} END`;
}

/** The exact integer of a mixed value or text; null if it is none. Not part of a struct, which takes longer. */
export function toExactInteger(value: string, from: Kind): string {
  if (from !== 'any') return `CASE WHEN ${textToDouble(value)} IS NOT NULL THEN ${textToInteger(value)} END`;
  const text = field(value, 't');
  return `CASE ${field(value, 'k')} WHEN ${ranks.string} THEN (${toExactInteger(text, 'string')})
 WHEN ${ranks.date} THEN CAST(${field(value, 'd')} AS HUGEINT) ELSE ${field(value, 'i')} END`;
}

/** The number of a value as a mixed value, null if it is none: of a text, exactly; of a time, its milliseconds. */
export function toMixedNumber(value: string, from: Kind): string {
  if (from === 'string') return textToMixedNumber(value);
  if (from !== 'any') return `CAST(NULL AS ${mixedType})`;
  const milliseconds = `CAST(${field(value, 'd')} AS HUGEINT)`;
  return `CASE ${field(value, 'k')} WHEN ${ranks.number} THEN ${value}
 WHEN ${ranks.string} THEN ${textToMixedNumber(field(value, 't'))}
 WHEN ${ranks.bool} THEN ${packed(field(value, 'i'), 'long')} WHEN ${ranks.date} THEN ${packed(milliseconds, 'long')} END`;
}

function textToMixedNumber(text: string): string {
  const double = `TRY_CAST(${text} AS DOUBLE)`;
  const number = struct('number', { d: double, i: textToInteger(text) });
  return `CASE WHEN isfinite(${double}) AND NOT contains(${text}, '_') THEN ${number} END`;
}

/** Equal values have equal structs: a decimal without a fraction becomes an integer. */
export function normalized(value: string): string {
  const double = field(value, 'd');
  const isWhole = `${hasType(value, 'number')} AND ${field(value, 'i')} IS NULL AND ${double} = trunc(${double}) AND abs(${double}) < 1e38`;
  return `CASE WHEN ${isWhole} THEN ${struct('number', { d: double, i: `TRY_CAST(${double} AS HUGEINT)` })} ELSE ${value} END`;
}

const textPrinters: Readonly<Partial<Record<MixedType, (value: string) => string>>> = {
  number: (value) => `coalesce(CAST(${field(value, 'i')} AS VARCHAR), CAST(${field(value, 'd')} AS VARCHAR))`,
  bool: (value) => `CASE WHEN ${field(value, 'i')} = 1 THEN 'true' ELSE 'false' END`,
  date: (value) => timeMacro('time_text', timestampOf(value)),
  ip: (value) => addressMacro('text', field(value, 't')),
  bytes: (value) => bytesToText(bytesOf(value)),
};

function bytesOf(value: string): string {
  return `TRY(unhex(${field(value, 't')}))`;
}

/** Bytes that are not UTF-8 are written with escapes such as \xFF. */
export function bytesToText(bytes: string): string {
  return `coalesce(TRY(decode(${bytes})), CAST(${bytes} AS VARCHAR))`;
}

function timestampOf(value: string): string {
  return `make_timestamp(TRY_CAST(${field(value, 'i')} AS BIGINT))`;
}

export function mixedToText(value: string): string {
  const cases = (Object.keys(textPrinters) as MixedType[]).map(
    (type) => `WHEN ${ranks[type]} THEN ${textPrinters[type]?.(value) ?? ''}`,
  );
  return `CASE ${field(value, 'k')} ${cases.join(' ')} ELSE ${field(value, 't')} END`;
}

/**
 * As JSON, in which times and addresses are texts and a number that is not finite is null. The engine may compute a common part for
 * all types, so no cast may fail.
 */
function mixedToJson(value: string): string {
  const double = field(value, 'd');
  const number = `CASE WHEN ${field(value, 'i')} IS NOT NULL THEN CAST(${field(value, 'i')} AS VARCHAR) WHEN isfinite(${double}) THEN CAST(${double} AS VARCHAR) END`;
  return `CASE WHEN ${hasType(value, 'number')} THEN TRY_CAST(${number} AS JSON)
 WHEN ${hasType(value, 'list', 'map')} THEN TRY_CAST(${field(value, 't')} AS JSON)
 WHEN ${hasType(value, 'bool')} THEN TRY_CAST(${mixedToText(value)} AS JSON) ELSE to_json(${mixedToText(value)}) END`;
}

/** Converts to another kind; null if the value cannot be converted. `convert` converts a plain value. */
export function unpackMixed(
  value: string,
  to: Kind,
  convertPlain: (value: string, from: Kind) => string,
): string {
  const text = field(value, 't');
  switch (to) {
    case 'string':
      return mixedToText(value);
    case 'double':
      return mixedToDouble(value);
    case 'json':
      return mixedToJson(value);
    case 'list':
    case 'map':
      return `CASE WHEN ${hasType(value, to)} THEN TRY_CAST(${text} AS JSON) END`;
    case 'date':
      return `CASE ${field(value, 'k')} WHEN ${ranks.date} THEN ${timestampOf(value)} WHEN ${ranks.string} THEN ${convertPlain(text, 'string')}
 WHEN ${ranks.number} THEN ${convertPlain(field(value, 'd'), 'double')} END`;
    case 'ip':
      return `CASE ${field(value, 'k')} WHEN ${ranks.ip} THEN ${text} WHEN ${ranks.string} THEN ${convertPlain(text, 'string')} END`;
    case 'bytes':
      return `CASE ${field(value, 'k')} WHEN ${ranks.bytes} THEN ${bytesOf(value)} ELSE ${convertPlain(mixedToText(value), 'string')} END`;
    default:
      // Integers and booleans.
      return `CASE ${field(value, 'k')} WHEN ${ranks.string} THEN ${convertPlain(text, 'string')}
 WHEN ${ranks.number} THEN coalesce(${convertPlain(field(value, 'i'), 'hugeint')}, ${convertPlain(field(value, 'd'), 'double')})
 WHEN ${ranks.bool} THEN ${convertPlain(`(${field(value, 'i')} = 1)`, 'bool')}
 WHEN ${ranks.date} THEN ${convertPlain(timestampOf(value), 'date')} ELSE ${convertPlain(mixedToText(value), 'string')} END`;
  }
}
