import { remembered } from '../plan/planFunctions';
import type { BoundCall } from '../plan/planNode';
import { isInteger } from '../plan/kind';
import type { Kind } from '../plan/kind';
import { addressFunctions } from './printAddress';
import { printBucket, timeMacro } from './localTime';
import { printDate } from './printDate';
import { collectionFunctions } from './printCollection';
import { formatFunctions } from './printFormat';
import { ownFunction } from './ownFunctions';
import { field, hasType, mixedToText, ranks, readMixed, toMixedNumber, writeMixed } from './printMixed';
import type { MixedType } from './printMixed';
import { mixedFunctions, roundDecimal, roundInteger, roundToInteger } from './printMixedNumbers';
import { patternFunctions } from './printPattern';
import { readDate } from './readDate';
import { quoteText } from '../../store/sqlText';
import { sqlType } from './sqlValues';
import { limitText } from './textLimit';

/** Prints a call with printed arguments. */
export function printFunction(call: BoundCall, args: readonly string[]): string {
  const mixed = call.kind === 'any' ? mixedFunctions[call.name]?.(...args) : undefined;
  const printed = mixed ?? printers[call.name]?.(...args) ?? callPrinters[call.name]?.(call, ...args);
  return printed === undefined ? `${call.name}(${args.join(', ')})` : limitText(call, args, printed);
}

/** A function of its printed arguments. The binder has checked their number; optional ones may be missing. */
type Printer = (...args: string[]) => string;

/** Also depends on the kinds of the arguments, or on constants among them. */
type CallPrinter = (call: BoundCall, ...args: string[]) => string;

/** The constant argument at a position; the binder has checked that it is one. */
function constant(call: BoundCall, index: number): string {
  const argument = call.arguments[index];
  return argument?.node === 'literal' && argument.value !== null ? String(argument.value) : '';
}

function wrap(name: string): Printer {
  return (...args) => `${name}(${args.join(', ')})`;
}

function printKindTest(value: string, kind: Kind, kinds: readonly Kind[], type: MixedType): string {
  if (kind === 'any') return `coalesce(${hasType(value, type)}, false)`;
  return kinds.includes(kind) ? `(${value} IS NOT NULL)` : 'false';
}

function printTypeName(value: string, kind: Kind): string {
  if (kind === 'any') return printMixedTypeName(value);
  if (kind === 'ip') return printAddressType(value);
  if (!isInteger(kind)) return `CASE WHEN ${value} IS NOT NULL THEN ${quoteText(kind)} END`;
  return `CASE WHEN ${value} IS NOT NULL THEN ${printIntegerType(value)} END`;
}

function printIntegerType(value: string): string {
  return `CASE WHEN ${value} BETWEEN -2147483648 AND 2147483647 THEN 'int' ELSE 'long' END`;
}

function printAddressType(key: string): string {
  return `'ipv' || ${key}[1]`;
}

function printMixedTypeName(value: string): string {
  const whole = field(value, 'i');
  const names: Readonly<Partial<Record<MixedType, string>>> = {
    number: `CASE WHEN ${whole} IS NULL THEN 'double' ELSE ${printIntegerType(whole)} END`,
    ip: printAddressType(field(value, 't')),
  };
  const cases = (Object.keys(ranks) as MixedType[]).map(
    (type) => `WHEN ${ranks[type]} THEN ${names[type] ?? quoteText(type)}`,
  );
  return `CASE ${field(value, 'k')} ${cases.join(' ')} END`;
}

function printCase(args: readonly string[]): string {
  const last = args.length - 1;
  const word = (index: number): string => (index === last ? 'ELSE' : index % 2 === 0 ? 'WHEN' : 'THEN');
  return `CASE ${args.map((part, index) => `${word(index)} ${part}`).join(' ')} END`;
}

/** An integer without digits does not get here. */
function printRounding(call: BoundCall, value: string, digits?: string): string {
  if (digits === undefined) return roundToInteger(call.name, value);
  if (!isInteger(call.kind)) return roundDecimal(call.name, value, digits);
  return `TRY_CAST(${roundInteger(call.name, value, digits)} AS ${sqlType(call.kind)})`;
}

/** Numbers of this size are milliseconds: as seconds they would be after the year 5000. */
function printEpoch(value: string): string {
  const milliseconds = `CASE WHEN abs(${value}) < 100000000000 THEN round(${value} * 1000) ELSE trunc(${value}) END`;
  return `TRY(make_timestamp_ms(CAST(${milliseconds} AS BIGINT)))`;
}

function printPart(timestamp: string, part: string): string {
  return part === 'msec'
    ? `(date_part('millisecond', ${timestamp}) % 1000)`
    : `date_part(${quoteText(part || 'year')}, ${timeMacro('to_local', timestamp)})`;
}

/** Calendar units vary in length and depend on the time zone. */
const calendarUnits: ReadonlySet<string> = new Set(['year', 'mon', 'week', 'day']);

function printDifference(from: string, to: string, unit: string): string {
  const [start, end] = calendarUnits.has(unit)
    ? [timeMacro('to_local', from), timeMacro('to_local', to)]
    : [from, to];
  return `date_sub(${quoteText(unit || 'sec')}, ${start}, ${end})`;
}

/** Looked up, because the name is not quoted. */
const additions: Readonly<Record<string, string>> = {
  year: 'to_years',
  mon: 'to_months',
  day: 'to_days',
  hour: 'to_hours',
  min: 'to_minutes',
  msec: 'to_milliseconds',
};

function printDateAdd(timestamp: string, unit: string, amount: string): string {
  const name = additions[unit] ?? 'to_seconds';
  if (!calendarUnits.has(unit)) return `TRY(${timestamp} + ${name}(${amount}))`;
  const sum = `${timeMacro('to_local', timestamp)} + ${name}(TRY_CAST(${amount} AS INTEGER))`;
  return `TRY(${timeMacro('from_local', sum)})`;
}

/** The maximum width of padding, to limit memory. */
const maxTextWidth = 10_000n;

const maxTextLength = 2_000_000_000;

/** Null stays null, which the engine's `greatest` ignores. No text is longer than the maximum. */
function notNegative(count: string): string {
  return `CASE WHEN ${count} < 0 THEN 0 WHEN ${count} > ${maxTextLength} THEN ${maxTextLength} ELSE ${count} END`;
}

function printWidened(name: 'lpad' | 'rpad', text: string, width: string, filler: string): string {
  const widened = `${name}(${text}, CAST(${width} AS INTEGER), ${filler})`;
  return `CASE WHEN length(${text}) < ${width} THEN ${widened} ELSE ${text} END`;
}

function printIndex(text: string, part: string, from?: string): string {
  if (from === undefined) return `(instr(${text}, ${part}) - 1)`;
  const start = `(${notNegative(from)})`;
  const found = `instr(substr(${text}, ${start} + 1), ${part})`;
  return `CASE WHEN ${found} = 0 THEN -1 ELSE ${found} + ${start} - 1 END`;
}

/** The length of all before the last occurrence. Reversed text would change combined characters. */
function printLastIndex(text: string, part: string): string {
  const before = `regexp_extract(${text}, '(?s)^(.*)' || regexp_escape(${part}), 1)`;
  return `CASE WHEN contains(${text}, ${part}) THEN length(${before}) WHEN ${text} IS NOT NULL AND ${part} IS NOT NULL THEN -1 END`;
}

function printPadding(name: 'lpad' | 'rpad', text: string, args: string, pad = "' '"): string {
  const width = `CAST(CASE WHEN ${args} > ${maxTextWidth} THEN ${maxTextWidth} ELSE ${notNegative(args)} END AS INTEGER)`;
  // The engine rejects an empty pad, which leaves the text unchanged.
  const filled = `${name}(${text}, ${width}, nullif(${pad}, ''))`;
  return `CASE WHEN ${args} IS NULL THEN NULL WHEN length(${text}) >= ${width} OR ${pad} = '' THEN ${text} ELSE ${filled} END`;
}

function printSubstring(text: string, from: string, to?: string): string {
  const begin = `(${notNegative(from)})`;
  const length = to === undefined ? '' : `, ${notNegative(`(${to} - ${begin})`)}`;
  return `substr(${text}, ${begin} + 1${length})`;
}

const printers: Readonly<Record<string, Printer>> = {
  int: (value) => `CASE WHEN ${value} BETWEEN -2147483648 AND 2147483647 THEN ${value} END`,
  array: (...args) => (args.length === 0 ? `CAST('[]' AS JSON)` : `json_array(${args.join(', ')})`),
  fromhex: (value) => `CASE WHEN length(${value}) % 2 = 0 THEN TRY(unhex(${value})) END`,
  tohex: (value) => `lower(hex(${value}))`,
  frombase64: (value) => `TRY(from_base64(${value}))`,
  tobase64: (value) => `to_base64(${value})`,
  isnull: (value) => `(${value} IS NULL)`,
  isnotnull: (value) => `(${value} IS NOT NULL)`,
  case: (...args) => printCase(args),
  nvl: wrap('coalesce'),
  not: (value) => `(NOT coalesce(${value}, false))`,
  contains: (text, part) => `coalesce(contains(${text}, ${part}), false)`,
  abs: (value) => `TRY(abs(${value}))`,
  sqrt: (value) => `CASE WHEN ${value} >= 0 THEN sqrt(${value}) END`,
  pow: (base, exponent) => `TRY(pow(${base}, ${exponent}))`,
  exp: (value) => `TRY(exp(${value}))`,
  log: (value) => `CASE WHEN ${value} > 0 THEN ln(${value}) END`,
  log10: (value) => `CASE WHEN ${value} > 0 THEN log10(${value}) END`,
  mod: (value, divisor) => `TRY(${value} % nullif(${divisor}, 0))`,
  min: wrap('least'),
  max: wrap('greatest'),
  rand: (bound?: string) => (bound === undefined ? 'random()' : `CAST(floor(random() * ${bound}) AS BIGINT)`),
  concat: wrap('concat'),
  joined: (...args) => `concat(${args.map((part) => `coalesce(${part}, 'null')`).join(', ')})`,
  widenleft: (text, width, filler) => printWidened('lpad', text, width, filler),
  widenright: (text, width, filler) => printWidened('rpad', text, width, filler),
  guid: () => 'CAST(uuid() AS VARCHAR)',
  indexof: printIndex,
  lastindexof: printLastIndex,
  left: (text, count) => `left(${text}, ${notNegative(count)})`,
  right: (text, count) => `right(${text}, ${notNegative(count)})`,
  len: wrap('length'),
  mixedlen: (value) =>
    `CASE WHEN ${hasType(value, 'list')} THEN CAST(json_array_length(${field(value, 't')}) AS BIGINT)
 WHEN ${hasType(value, 'bytes')} THEN length(${field(value, 't')}) // 2 ELSE length(${mixedToText(value)}) END`,
  byteslen: wrap('octet_length'),
  listlen: (value) => `CAST(json_array_length(${value}) AS BIGINT)`,
  lpad: (text, width, pad) => printPadding('lpad', text, width, pad),
  rpad: (text, width, pad) => printPadding('rpad', text, width, pad),
  split: (text, separator) => `to_json(string_split(${text}, ${separator}))`,
  substr: printSubstring,
  urldecode: (value) => `TRY(url_decode(replace(${value}, '+', ' ')))`,
  urlencode: (value) => `url_encode(${value})`,
  // The unit separator, which logs do not contain, keeps a match from spanning two values.
  rowtext: (...args) => (args.length === 0 ? "''" : `concat_ws(chr(31), ${args.join(', ')})`),
  ...addressFunctions,
  epoch: printEpoch,
};

const callPrinters: Readonly<Record<string, CallPrinter>> = {
  date: (call, text) => readDate(text, constant(call, 1)),
  formatdate: (call, timestamp) => printDate(timestamp, constant(call, 1)),
  formatmixed: (call, value, _format, timestamp) =>
    `CASE WHEN ${hasType(value, 'date')} THEN ${printDate(timestamp, constant(call, 1))} ELSE ${mixedToText(value)} END`,
  dateadd: (call, timestamp, _unit, amount) => printDateAdd(timestamp, constant(call, 1), amount),
  datediff: (call, from, to) => printDifference(from, to, constant(call, 2)),
  datepart: (call, timestamp) => printPart(timestamp, constant(call, 1)),
  datetrunc: (call, timestamp) => printBucket(constant(call, 1), timestamp),
  ceil: printRounding,
  floor: printRounding,
  round: printRounding,
  tonumber: (call, value) => toMixedNumber(value, kindOf(call)),
  isnum: (call, value) => printKindTest(value, kindOf(call), ['long', 'hugeint', 'double'], 'number'),
  isstr: (call, value) => printKindTest(value, kindOf(call), ['string'], 'string'),
  typeof: (call, value) => printTypeName(value, kindOf(call)),
  hash: (call, _algorithm, text) => `${constant(call, 0) || 'md5'}(${text})`,
  [remembered]: (_call, name = '') => readMixed(ownFunction('remembered', name)),
  'evtctxget ': (_call, ...args) => readMixed(ownFunction('context', ...args)),
  'evtctxgetvar ': (_call, ...args) => readMixed(ownFunction('variable', ...args)),
  'evtctxsetvar ': (_call, owner = '', topic = '', key = '', name = '', value = '') =>
    `coalesce(${ownFunction('setvariable', owner, topic, key, name, writeMixed(value))} = 'true', false)`,
  ...patternFunctions,
  ...collectionFunctions,
  ...formatFunctions,
};

function kindOf(call: BoundCall): Kind {
  return call.arguments[0]?.kind ?? 'null';
}
