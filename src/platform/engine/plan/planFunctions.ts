import type { Kind } from './kind';

/**
 * `value` accepts any kind unchanged. A `number`, a `real`, which is a decimal, a `date`, `bytes` or a `text` must be
 * one: others are null. A `condition` holds unless it is null or false. For all others the argument is converted.
 */
export type ParameterKind = Kind | 'value' | 'number' | 'real' | 'text' | 'condition';

export interface FunctionShape {
  readonly parameters: readonly ParameterKind[];
  /** How many of the last parameters are optional. */
  readonly optional?: number;
  /** The kind of all further arguments; without it there are none. */
  readonly rest?: ParameterKind;
  /** `same` is the kind of the first argument, `common` the narrowest kind for all `value` arguments. */
  readonly result: Kind | 'same' | 'common';
  /** The positions of arguments that must be constants, because the engine needs them before it starts. */
  readonly constants?: readonly number[];
}

const text: FunctionShape = { parameters: ['string'], result: 'string' };
const inCharset: FunctionShape = { parameters: ['string', 'string'], optional: 1, result: 'string' };
const cipher: FunctionShape = {
  parameters: ['string', 'bytes', 'bytes', 'bytes'],
  optional: 1,
  result: 'bytes',
};
const real: FunctionShape = { parameters: ['real'], result: 'double' };
const test: FunctionShape = { parameters: ['value'], result: 'bool' };
const pad: FunctionShape = { parameters: ['string', 'long', 'string'], optional: 1, result: 'string' };

/**
 * The function behind `tojson`, with a name that queries cannot use: pairs of names and values, or all
 * fields, as JSON text.
 */
export const rowJson = 'tojson ';

/** The value that `evalc` kept, with a name that queries cannot use. */
export const remembered = 'remembered ';

/**
 * Functions on event contexts. The planner adds the account as the first argument, and a blank to the name, which
 * queries cannot use.
 */
export const contextFunctions: ReadonlySet<string> = new Set(['evtctxget', 'evtctxgetvar', 'evtctxsetvar']);

/** All supported functions, except those that depend only on the time or the account. */
export const functions: Readonly<Record<string, FunctionShape>> = {
  date: { parameters: ['string', 'string', 'string'], optional: 1, result: 'date', constants: [1, 2] },
  double: { parameters: ['value'], result: 'double' },
  int: { parameters: ['value'], result: 'long' },
  long: { parameters: ['value'], result: 'long' },
  string: { parameters: ['value', 'string', 'string'], optional: 2, result: 'string', constants: [1, 2] },
  ip: { parameters: ['ip'], result: 'ip' },
  array: { parameters: [], rest: 'json', result: 'list' },
  dict: { parameters: [], rest: 'json', result: 'map' },
  binary: { ...inCharset, result: 'bytes' },
  encode: { parameters: ['text', 'string'], optional: 1, result: 'bytes' },
  decode: { parameters: ['bytes', 'string'], optional: 1, result: 'string' },
  fromhex: { parameters: ['string'], result: 'bytes' },
  tohex: { parameters: ['bytes'], result: 'string' },
  frombase64: { parameters: ['string'], result: 'bytes' },
  tobase64: { parameters: ['bytes'], result: 'string' },
  groups: { parameters: ['string', 'string'], result: 'list' },

  isnull: test,
  isnotnull: test,
  isnum: test,
  isstr: test,
  typeof: { parameters: ['value'], result: 'string' },

  if: { parameters: ['condition', 'value', 'value'], result: 'common' },
  case: { parameters: ['condition', 'value'], rest: 'value', result: 'common' },
  in: { parameters: ['value', 'value'], rest: 'value', result: 'bool' },
  match: { parameters: ['string', 'string'], result: 'bool' },
  nvl: { parameters: ['value', 'value'], result: 'common' },
  not: { parameters: ['condition'], result: 'bool' },
  field: { parameters: ['string'], result: 'any' },

  concat: { parameters: ['string'], rest: 'string', result: 'string' },
  contains: { parameters: ['string', 'string'], result: 'bool' },
  format: { parameters: ['string'], rest: 'json', result: 'string' },
  guid: { parameters: [], result: 'string' },
  indexof: { parameters: ['string', 'string', 'long'], optional: 1, result: 'long' },
  lastindexof: { parameters: ['string', 'string', 'long'], optional: 1, result: 'long' },
  left: { parameters: ['string', 'long'], result: 'string' },
  right: { parameters: ['string', 'long'], result: 'string' },
  len: { parameters: ['value'], result: 'long' },
  lower: text,
  upper: text,
  lpad: pad,
  rpad: pad,
  replace: {
    parameters: ['string', 'string', 'string', 'string'],
    optional: 1,
    result: 'string',
    constants: [3],
  },
  reverseip: { parameters: ['ip'], result: 'string' },
  split: { parameters: ['string', 'string', 'long'], optional: 1, result: 'list' },
  strjoin: { parameters: ['string', 'list'], result: 'string', constants: [0] },
  substr: { parameters: ['string', 'long', 'long'], optional: 1, result: 'string' },
  trim: text,
  urldecode: inCharset,
  urlencode: inCharset,
  kvjoin: { parameters: ['string', 'string', 'string'], optional: 1, result: 'string', constants: [2] },
  rowtext: { parameters: [], result: 'string' },

  abs: { parameters: ['number'], result: 'same' },
  ceil: { parameters: ['number', 'value'], optional: 1, result: 'double' },
  floor: { parameters: ['number', 'value'], optional: 1, result: 'double' },
  round: { parameters: ['number', 'value'], optional: 1, result: 'double' },
  sqrt: real,
  pow: { parameters: ['real', 'real'], result: 'double' },
  exp: real,
  log: real,
  log10: real,
  mod: { parameters: ['number', 'number'], result: 'common' },
  min: { parameters: ['value'], rest: 'value', result: 'common' },
  max: { parameters: ['value'], rest: 'value', result: 'common' },
  rand: { parameters: ['long', 'long'], optional: 2, result: 'same' },
  randbytes: { parameters: ['long'], result: 'bytes', constants: [0] },
  seq: { parameters: [], result: 'long' },
  sin: real,
  cos: real,
  tan: real,
  asin: real,
  acos: real,
  atan: real,

  epoch: { parameters: ['double'], result: 'date' },
  dateadd: { parameters: ['date', 'string', 'long'], result: 'date', constants: [1] },
  datediff: { parameters: ['date', 'date', 'string'], result: 'long', constants: [2] },
  datepart: { parameters: ['date', 'string'], result: 'long', constants: [1] },
  daterange: { parameters: ['date', 'date', 'string'], optional: 1, result: 'list', constants: [2] },
  datetrunc: { parameters: ['date', 'string', 'string'], optional: 1, result: 'date', constants: [1, 2] },

  ip2int: { parameters: ['ip'], result: 'long' },
  ip2long: { parameters: ['ip'], result: 'long' },
  long2ip: { parameters: ['number'], result: 'string' },
  network: { parameters: ['ip', 'long'], result: 'ip' },
  [remembered]: { parameters: ['string'], result: 'any' },
  'evtctxget ': { parameters: ['string', 'string', 'string', 'string'], result: 'any' },
  'evtctxgetvar ': { parameters: ['string', 'string', 'string', 'string'], result: 'any' },
  'evtctxsetvar ': { parameters: ['string', 'string', 'string', 'string', 'any'], result: 'bool' },
  [rowJson]: { parameters: [], rest: 'json', result: 'string' },
  hash: { parameters: ['string', 'bytes'], result: 'bytes', constants: [0] },
  encrypt: cipher,
  decrypt: cipher,

  flatten: { parameters: ['value'], result: 'same' },
  foreach: { parameters: ['value', 'value'], rest: 'value', result: 'list' },
  subarray: { parameters: ['list', 'long', 'long'], optional: 1, result: 'list' },
  sumarray: { parameters: ['list'], result: 'any' },
  unique: { parameters: ['value'], result: 'list' },
  valueof: { parameters: ['value', 'value'], result: 'any' },
};

/** Aliases of functions. */
export const functionAliases: Readonly<Record<string, string>> = { str: 'string' };

const unitWords = ['year', 'mon', 'day', 'hour', 'min', 'sec', 'msec'] as const;

const hashAlgorithms = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const;

const dateParts = [
  ...[
    'century',
    'decade',
    'millenium',
    'year',
    'isoyear',
    'quarter',
    'mon',
    'month',
    'week',
    'day',
    'doy',
    'dow',
  ],
  ...['isodow', 'hour', 'min', 'minute', 'sec', 'seconds', 'msec', 'milliseconds', 'microseconds', 'epoch'],
  ...['timezone', 'timezone_hour', 'timezone_minute'],
];

/** The allowed values of constant arguments. */
export const allowedConstants: Readonly<Record<string, readonly string[]>> = {
  dateadd: unitWords,
  datediff: unitWords,
  datepart: dateParts,
  hash: hashAlgorithms,
};
