import { remembered } from '../plan/planFunctions';
import type { BoundCall } from '../plan/planNode';
import { isInteger } from '../plan/kind';
import type { Kind } from '../plan/kind';
import { addressFunctions, addressMacro } from './printAddress';
import { byteFunctions } from './printBytes';
import { printBucket, timeMacro } from './localTime';
import { printConversion } from './printConversion';
import { printDate } from './printDate';
import { printDates } from './printDateRange';
import { collectionFunctions } from './printCollection';
import { field, hasType, ranks, readMixed, toMixedNumber, unpackStrictly, writeMixed } from './printMixed';
import type { MixedType } from './printMixed';
import { mixedFunctions, roundDecimal, roundInteger, roundToInteger } from './printMixedNumbers';
import { patternFunctions } from './printPattern';
import {
  notNegative,
  printIndex,
  printLastIndex,
  printPadding,
  printSubstring,
  printSplit,
} from './printText';
import { readDate } from './readDate';
import { ownFunction } from './ownFunctions';
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

/** The items of a list, or the characters of another value. */
function printLength(value: string, kind: Kind): string {
  const items = `CAST(json_array_length(${printConversion(value, kind, 'list')}) AS BIGINT)`;
  if (kind === 'list') return `coalesce(${items}, 0)`;
  const characters = `length(${printConversion(value, kind, 'string')})`;
  return `coalesce(${kind === 'any' ? `CASE WHEN ${hasType(value, 'list')} THEN ${items} ELSE ${characters} END` : characters}, 0)`;
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

/** Numbers that are after the year 9999 as seconds are milliseconds. */
function printEpoch(value: string): string {
  const milliseconds = `CASE WHEN abs(${value}) <= 253402300799 THEN round(${value} * 1000) ELSE trunc(${value}) END`;
  return `TRY(make_timestamp_ms(CAST(${milliseconds} AS BIGINT)))`;
}

/** Parts with names of their own, and those that do not come from the local time. */
const partNames: Readonly<Record<string, string>> = {
  millenium: 'millennium',
  mon: 'month',
  min: 'minute',
  sec: 'second',
  seconds: 'second',
};

function printPart(timestamp: string, part: string): string {
  const local = timeMacro('to_local', timestamp);
  const ahead = `date_diff('second', ${timestamp}, ${local})`;
  switch (part) {
    case 'msec':
      return `(date_part('millisecond', ${timestamp}) % 1000)`;
    case 'epoch':
      return `epoch_ms(${timestamp}) // 1000`;
    case 'timezone':
      return ahead;
    case 'timezone_hour':
      return `${ahead} // 3600`;
    case 'timezone_minute':
      return `${ahead} % 3600 // 60`;
    default:
      return `date_part(${quoteText(partNames[part] ?? (part || 'year'))}, ${local})`;
  }
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

const notANumber = `CAST('nan' AS DOUBLE)`;

function printLogarithm(name: 'ln' | 'log10', value: string): string {
  const special = `WHEN ${value} < 0 THEN ${notANumber} WHEN ${value} = 0 THEN CAST('-inf' AS DOUBLE)`;
  return `CASE ${special} ELSE ${name}(${value}) END`;
}

const printers: Readonly<Record<string, Printer>> = {
  int: (value) => `CASE WHEN ${value} BETWEEN -2147483648 AND 2147483647 THEN ${value} END`,
  array: (...args) => (args.length === 0 ? `CAST('[]' AS JSON)` : `json_array(${args.join(', ')})`),
  isnull: (value) => `(${value} IS NULL)`,
  isnotnull: (value) => `(${value} IS NOT NULL)`,
  case: (...args) => printCase(args),
  nvl: wrap('coalesce'),
  not: (value) => `(NOT coalesce(${value}, false))`,
  contains: (text, part) => `coalesce(contains(${text}, ${part}), false)`,
  abs: (value) => `TRY(abs(${value}))`,
  sqrt: (value) => `CASE WHEN ${value} < 0 THEN ${notANumber} ELSE sqrt(${value}) END`,
  pow: (base, exponent) => `TRY(pow(${base}, ${exponent}))`,
  exp: (value) => `TRY(exp(${value}))`,
  log: (value) => printLogarithm('ln', value),
  log10: (value) => printLogarithm('log10', value),
  asin: (value) =>
    `CASE WHEN ${value} BETWEEN -1 AND 1 THEN asin(${value}) WHEN ${value} IS NOT NULL THEN ${notANumber} END`,
  acos: (value) =>
    `CASE WHEN ${value} BETWEEN -1 AND 1 THEN acos(${value}) WHEN ${value} IS NOT NULL THEN ${notANumber} END`,
  mod: (value, divisor) => `TRY(${value} % nullif(${divisor}, 0))`,
  min: wrap('least'),
  max: wrap('greatest'),
  rand: (bound?: string, seed?: string) => {
    if (bound === undefined) return 'random()';
    // A seed always gives the same number.
    return seed === undefined
      ? `CAST(floor(random() * ${bound}) AS BIGINT)`
      : `CAST(hash(${seed}) % ${bound} AS BIGINT)`;
  },
  concat: wrap('concat'),
  guid: () => 'CAST(uuid() AS VARCHAR)',
  indexof: printIndex,
  lastindexof: printLastIndex,
  left: (text, count) => `left(${text}, ${notNegative(count)})`,
  right: (text, count) => `right(${text}, ${notNegative(count)})`,
  lpad: (text, width, pad) => printPadding('lpad', text, width, pad),
  rpad: (text, width, pad) => printPadding('rpad', text, width, pad),
  split: printSplit,
  substr: printSubstring,
  trim: (text) => `trim(${text}, chr(32) || chr(9) || chr(10) || chr(13))`,
  format: (pattern, ...values) =>
    ownFunction('format', pattern, `CAST(json_array(${values.join(', ')}) AS VARCHAR)`),
  truth: (value) => `(${value} IS NOT NULL AND NOT (${hasType(value, 'bool')} AND ${field(value, 'i')} = 0))`,
  tonumber: toMixedNumber,
  // The unit separator, which logs do not contain, keeps a match from spanning two values.
  rowtext: (...args) => (args.length === 0 ? "''" : `concat_ws(chr(31), ${args.join(', ')})`),
  ...addressFunctions,
  ...byteFunctions,
  epoch: printEpoch,
};

const callPrinters: Readonly<Record<string, CallPrinter>> = {
  date: (call, text) => readDate(text, constant(call, 1), constant(call, 2) || 'en'),
  formatdate: (call, timestamp) => printDate(timestamp, constant(call, 1), constant(call, 2)),
  dateadd: (call, timestamp, _unit, amount) => printDateAdd(timestamp, constant(call, 1), amount),
  datediff: (call, from, to) => printDifference(from, to, constant(call, 2)),
  datepart: (call, timestamp) => printPart(timestamp, constant(call, 1)),
  datetrunc: (call, timestamp) => printBucket(constant(call, 1), timestamp, constant(call, 2) || undefined),
  daterange: (call, from, to) => printDates(from, to, constant(call, 2) || '1d'),
  ceil: printRounding,
  floor: printRounding,
  round: printRounding,
  isnum: (call, value) => printKindTest(value, kindOf(call), ['long', 'hugeint', 'double'], 'number'),
  isstr: (call, value) => printKindTest(value, kindOf(call), ['string'], 'string'),
  typeof: (call, value) => printTypeName(value, kindOf(call)),
  [remembered]: (_call, name = '') => readMixed(ownFunction('remembered', name)),
  'evtctxget ': (_call, ...args) => readMixed(ownFunction('context', ...args)),
  'evtctxgetvar ': (_call, ...args) => readMixed(ownFunction('variable', ...args)),
  'evtctxsetvar ': (_call, owner = '', topic = '', key = '', name = '', value = '') =>
    `coalesce(${ownFunction('setvariable', owner, topic, key, name, writeMixed(value))} = 'true', false)`,
  // A negative number is one of 32 bits with a sign.
  long2ip: (call, value) =>
    addressMacro('text', printConversion(printConversion(value, kindOf(call), 'hugeint'), 'hugeint', 'ip')),
  len: (call, value) => printLength(value, kindOf(call)),
  strictly: (call, value) =>
    call.kind === 'double' ? field(value, 'd') : unpackStrictly(value, call.kind as MixedType),
  ...patternFunctions,
  ...collectionFunctions,
};

function kindOf(call: BoundCall): Kind {
  return call.arguments[0]?.kind ?? 'null';
}
