import type { Kind } from '../plan/kind';
import { timeMacro } from './localTime';
import { addressMacro } from './printAddress';

/**
 * A value of kind `any`: `k` is the rank of its type, `d` its number if it is one, `i` its exact integer, `t` its text,
 * which is JSON for lists and maps, a key for addresses and hexadecimal for bytes. The engine compares these fields from left to
 * right, so that mixed values are ordered by type, then by value. VARIANT was tried: it cannot compare a text
 * with a number, and sorts 2.5 after 100.
 * A decimal has no `i`.
 */
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
      return struct('bool', { i: value });
    case 'long':
    case 'hugeint':
      return struct('number', { d: value, i: value });
    case 'double':
      return struct('number', { d: value });
    case 'date':
      return struct('date', { i: `epoch_us(${value})` });
    case 'ip':
    case 'list':
    case 'map':
      return struct(from, { t: `CAST(${value} AS VARCHAR)` });
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

/**
 * JSON has no dates, addresses and bytes: in lists and maps they are texts after one of these characters, which Unicode
 * keeps for such purposes. They are left out of what is shown or stored. An address is shown with a slash.
 */
export const itemMarks: Readonly<Partial<Record<Kind, string>>> = {
  date: 'chr(64976)',
  ip: `chr(64977) || '/'`,
  bytes: 'chr(64978)',
};

/** Text of JSON without marks. */
export function shownText(text: string): string {
  return `translate(${text}, chr(64976) || chr(64977) || chr(64978), '')`;
}

/** A text of JSON as what it is by its mark. */
function markedItem(text: string): string {
  const plain = `${text}[2:]`;
  return `CASE unicode(${text}) WHEN 64976 THEN ${packed(timeMacro('read_time', plain), 'date')}
 WHEN 64977 THEN ${packed(addressMacro('key', plain), 'ip')} WHEN 64978 THEN ${struct('bytes', { t: `upper(${plain})` })}
 ELSE ${packed(text, 'string')} END`;
}

/** The value of an item of a list or map. Integers have up to 38 digits; with more they are decimals. */
function jsonToMixed(json: string): string {
  const text = `(${json} ->> '$')`;
  return `CASE coalesce(json_type(${json}), 'NULL') WHEN 'VARCHAR' THEN ${markedItem(text)} WHEN 'NULL' THEN NULL
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
function textToInteger(text: string): string {
  return `TRY_CAST(CASE WHEN NOT ${hasPoint(text)} THEN ${text} END AS HUGEINT)`;
}

/** The number of a value as a mixed value, null if it is none. */
export function toMixedNumber(value: string): string {
  return `CASE WHEN ${hasType(value, 'number')} THEN ${value} END`;
}

/** The number that a text is, as a mixed value. */
export function readNumber(text: string): string {
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

/** Java writes NaN and Infinity. */
export function doubleText(value: string): string {
  return `CASE WHEN isfinite(${value}) THEN CAST(${value} AS VARCHAR) WHEN isnan(${value}) THEN 'NaN' WHEN ${value} > 0 THEN 'Infinity' WHEN ${value} < 0 THEN '-Infinity' END`;
}

const textPrinters: Readonly<Partial<Record<MixedType, (value: string) => string>>> = {
  number: (value) => `coalesce(CAST(${field(value, 'i')} AS VARCHAR), ${doubleText(field(value, 'd'))})`,
  bool: (value) => `CASE WHEN ${field(value, 'i')} = 1 THEN 'true' ELSE 'false' END`,
  date: (value) => timeMacro('time_text', timestampOf(value)),
  ip: (value) => addressMacro('text', field(value, 't')),
  bytes: (value) => `lower(${field(value, 't')})`,
};

function bytesOf(value: string): string {
  return `TRY(unhex(${field(value, 't')}))`;
}

function timestampOf(value: string): string {
  return `make_timestamp(TRY_CAST(${field(value, 'i')} AS BIGINT))`;
}

export function mixedToText(value: string): string {
  const cases = (Object.keys(textPrinters) as MixedType[]).map(
    (type) => `WHEN ${ranks[type]} THEN ${textPrinters[type]?.(value) ?? ''}`,
  );
  return `CASE ${field(value, 'k')} ${cases.join(' ')} ELSE ${shownText(field(value, 't'))} END`;
}

/**
 * As JSON, in which times, addresses and bytes are marked texts and a number that is not finite is null. The engine may compute a common part for
 * all types, so no cast may fail.
 */
function mixedToJson(value: string): string {
  const double = field(value, 'd');
  const number = `CASE WHEN ${field(value, 'i')} IS NOT NULL THEN CAST(${field(value, 'i')} AS VARCHAR) WHEN isfinite(${double}) THEN CAST(${double} AS VARCHAR) END`;
  return `CASE WHEN ${hasType(value, 'number')} THEN TRY_CAST(${number} AS JSON)
 WHEN ${hasType(value, 'list', 'map')} THEN TRY_CAST(${field(value, 't')} AS JSON)
 WHEN ${hasType(value, 'bool')} THEN TRY_CAST(${mixedToText(value)} AS JSON) ELSE to_json(${marked(value)}${mixedToText(value)}) END`;
}

function marked(value: string): string {
  const cases = Object.entries(itemMarks).map(
    ([type, mark]) => `WHEN ${ranks[type as MixedType]} THEN ${mark}`,
  );
  return `CASE ${field(value, 'k')} ${cases.join(' ')} ELSE '' END || `;
}

/** Converts to another kind; null if the value cannot be converted. `convert` converts a plain value. */
export function unpackMixed(
  value: string,
  to: Kind,
  convertPlain: (value: string, from: Kind) => string,
): string {
  const text = field(value, 't');
  const whole = `coalesce(${convertPlain(field(value, 'i'), 'hugeint')}, ${convertPlain(field(value, 'd'), 'double')})`;
  const cases = (...from: readonly MixedType[]): string =>
    `CASE ${field(value, 'k')} ${from.map((type) => `WHEN ${ranks[type]} THEN ${made[type]}`).join(' ')} END`;
  const made: Readonly<Record<MixedType, string>> = {
    ...ownValues(value),
    number: to === 'double' ? field(value, 'd') : whole,
    ip: to === 'ip' ? text : convertPlain(text, 'ip'),
    string: convertPlain(text, 'string'),
  };
  if (to === 'string') return mixedToText(value);
  if (to === 'json') return mixedToJson(value);
  // Others are numbers.
  return cases(...(readableTypes[to] ?? (['number', 'string', 'ip'] as const)));
}

/** The types whose values can be converted to a kind. */
const readableTypes: Readonly<Partial<Record<Kind, readonly MixedType[]>>> = {
  list: ['list'],
  map: ['map'],
  bytes: ['bytes'],
  bool: ['bool', 'string'],
  ip: ['ip', 'number', 'string'],
  date: ['date', 'number', 'string'],
};

/** The value if it is of a type; null, not its conversion, if it is of another. */
export function unpackStrictly(value: string, kind: MixedType): string {
  return `CASE WHEN ${hasType(value, kind)} THEN ${ownValues(value)[kind]} END`;
}

/** A mixed value as each of the types. */
export function ownValues(value: string): Readonly<Record<MixedType, string>> {
  const text = field(value, 't');
  const json = `TRY_CAST(${text} AS JSON)`;
  return {
    bool: `(${field(value, 'i')} = 1)`,
    number: value,
    date: timestampOf(value),
    ip: text,
    string: text,
    list: json,
    map: json,
    bytes: bytesOf(value),
  };
}
