import type { BoundCall, BoundExpression } from '../plan/expression';
import type { Kind } from '../plan/kind';
import { engineDateFormat, zoneMarks } from './dateFormat';
import { addressFunctions } from './printAddress';
import { isJson } from './printConversion';
import { printBucket, timeMacro } from './localTime';
import { joinFunctions } from './printJoin';
import { patternFunctions } from './printPattern';
import { printLiteral, quoteText } from './sqlText';
import { limitText } from './textLimit';

type Printer = (given: readonly string[], call: BoundCall) => string;

/** Prints a call with printed arguments. */
export function printFunction(call: BoundCall, given: readonly string[]): string {
  const printer = printers[call.name];
  return printer ? limitText(call, given, printer(given, call)) : `${call.name}(${given.join(', ')})`;
}

function at(given: readonly string[], place: number): string {
  return given[place] ?? 'NULL';
}

/** The constant argument at a position; the binder has checked that it is one. */
function constant(call: BoundCall, place: number): string {
  const argument = call.arguments[place];
  return argument?.node === 'literal' && argument.value !== null ? String(argument.value) : '';
}

function wrap(name: string): Printer {
  return (given) => `${name}(${given.join(', ')})`;
}

const conversions: Readonly<Record<string, Printer>> = {
  date: (given, call) => {
    const format = engineDateFormat(constant(call, 1), 'read');
    const read = `CAST(try_strptime(${at(given, 0)}, ${quoteText(format)}) AS TIMESTAMP)`;
    return /%z/i.test(format) ? read : timeMacro('from_local', read);
  },
  formatdate: (given, call) => printMomentAs(at(given, 0), constant(call, 1)),
  int: ([value = '']) => `CASE WHEN ${value} BETWEEN -2147483648 AND 2147483647 THEN ${value} END`,
  array: (given) => (given.length === 0 ? `CAST('[]' AS JSON)` : `json_array(${given.join(', ')})`),
  dict: (given, call) => printDictionary(given, call),
  fromhex: ([value = '']) => `TRY(decode(unhex(${value})))`,
  tohex: ([value = '']) => `lower(hex(${value}))`,
  frombase64: ([value = '']) => `TRY(decode(from_base64(${value})))`,
  tobase64: ([value = '']) => `to_base64(encode(${value}))`,
  hash: (given, call) => `${constant(call, 0) || 'md5'}(${at(given, 1)})`,
};

function printDictionary(given: readonly string[], call: BoundCall): string {
  const pairs = given.map((value, place) => (place % 2 === 0 ? `(${value} ->> '$')` : value));
  if (call.arguments.length % 2 === 1) pairs.push('NULL');
  return pairs.length === 0 ? `CAST('{}' AS JSON)` : `CAST(json_object(${pairs.join(', ')}) AS JSON)`;
}

/** Fills in the parts of the time zone that depend on the time. */
function printMomentAs(moment: string, pattern: string): string {
  const format = engineDateFormat(pattern, 'write');
  const offset = timeMacro('zone_offset', moment);
  const iso = (text: string): string => `CASE WHEN ${offset} = '+0000' THEN 'Z' ELSE ${text} END`;
  const filled: Readonly<Record<keyof typeof zoneMarks, string>> = {
    offset,
    name: timeMacro('zone_name'),
    isoHours: iso(`left(${offset}, 3)`),
    isoPlain: iso(offset),
    isoColon: iso(`left(${offset}, 3) || ':' || right(${offset}, 2)`),
  };
  return (Object.keys(filled) as (keyof typeof zoneMarks)[])
    .filter((mark) => format.includes(zoneMarks[mark]))
    .reduce(
      (written, mark) => `replace(${written}, ${quoteText(zoneMarks[mark])}, ${filled[mark]})`,
      `strftime(${timeMacro('to_local', moment)}, ${quoteText(format)})`,
    );
}

const tests: Readonly<Record<string, Printer>> = {
  isnull: ([value = '']) => `(${value} IS NULL)`,
  isnotnull: ([value = '']) => `(${value} IS NOT NULL)`,
  isnum: (given, call) => printKindTest(given, call, ['long', 'double'], ['UBIGINT', 'BIGINT', 'DOUBLE']),
  isstr: (given, call) => printKindTest(given, call, ['string'], ['VARCHAR']),
  typeof: ([value = ''], call) => printTypeName(value, call.arguments[0]),
  case: (given) => printCase(given),
  nvl: wrap('coalesce'),
  not: ([value = '']) => `(NOT coalesce(${value}, false))`,
  contains: (given) => `coalesce(contains(${given.join(', ')}), false)`,
};

function printKindTest(
  given: readonly string[],
  call: BoundCall,
  kinds: readonly Kind[],
  types: readonly string[],
): string {
  const kind = call.arguments[0]?.kind ?? 'null';
  if (kind !== 'any') return kinds.includes(kind) ? `(${at(given, 0)} IS NOT NULL)` : 'false';
  return `coalesce(json_type(${at(given, 0)}) IN (${types.map(quoteText).join(', ')}), false)`;
}

function printTypeName(value: string, argument: BoundExpression | undefined): string {
  const kind = argument?.kind ?? 'null';
  if (isJson(kind)) {
    return `CASE json_type(${value}) WHEN 'VARCHAR' THEN 'string' WHEN 'BOOLEAN' THEN 'bool' WHEN 'DOUBLE' THEN 'double'
 WHEN 'ARRAY' THEN 'list' WHEN 'OBJECT' THEN 'map' WHEN 'NULL' THEN NULL ELSE 'long' END`;
  }
  if (kind !== 'long') return `CASE WHEN ${value} IS NOT NULL THEN ${quoteText(kind)} END`;
  return `CASE WHEN ${value} BETWEEN -2147483648 AND 2147483647 THEN 'int' WHEN ${value} IS NOT NULL THEN 'long' END`;
}

function printCase(given: readonly string[]): string {
  const branches: string[] = [];
  for (let place = 0; place + 1 < given.length; place += 2) {
    branches.push(`WHEN ${at(given, place)} THEN ${at(given, place + 1)}`);
  }
  return `CASE ${branches.join(' ')} ELSE ${given.at(-1) ?? 'NULL'} END`;
}

const numbers: Readonly<Record<string, Printer>> = {
  abs: ([value = '']) => `TRY(abs(${value}))`,
  ceil: (given, call) => printCut('ceil', given, call),
  floor: (given, call) => printCut('floor', given, call),
  round: (given, call) =>
    call.kind === 'long'
      ? `TRY_CAST(round(${at(given, 0)}) AS BIGINT)`
      : `round(${at(given, 0)}, ${printDigits(at(given, 1))})`,
  sqrt: ([value = '']) => `CASE WHEN ${value} >= 0 THEN sqrt(${value}) END`,
  pow: (given) => `TRY(pow(${given.join(', ')}))`,
  exp: ([value = '']) => `TRY(exp(${value}))`,
  log: ([value = '']) => `CASE WHEN ${value} > 0 THEN ln(${value}) END`,
  log10: ([value = '']) => `CASE WHEN ${value} > 0 THEN log10(${value}) END`,
  mod: (given) => `TRY(${at(given, 0)} % nullif(${at(given, 1)}, 0))`,
  min: wrap('least'),
  max: wrap('greatest'),
  rand: ([bound]) => (bound === undefined ? 'random()' : `CAST(floor(random() * ${bound}) AS BIGINT)`),
};

function printDigits(digits: string): string {
  return `CAST(least(greatest(${digits}, -18), 18) AS INTEGER)`;
}

function printCut(name: 'ceil' | 'floor', given: readonly string[], call: BoundCall): string {
  if (call.kind === 'long') return `TRY_CAST(${name}(${at(given, 0)}) AS BIGINT)`;
  const scale = `pow(10, ${printDigits(at(given, 1))})`;
  // 1.1 * 10 is slightly more than 11 and would be rounded up to 12.
  return `(${name}(round(${at(given, 0)} * ${scale}, 6)) / ${scale})`;
}

const parts: Readonly<Record<string, string>> = {
  year: 'year',
  mon: 'month',
  day: 'day',
  hour: 'hour',
  min: 'minute',
  sec: 'second',
  msec: 'millisecond',
  week: 'week',
  dow: 'dow',
  doy: 'doy',
};

const dates: Readonly<Record<string, Printer>> = {
  // Numbers of this size are milliseconds: as seconds they would be after the year 5000.
  epoch: ([value = '']) =>
    `TRY(make_timestamp_ms(CASE WHEN abs(${value}) < 100000000000 THEN ${value} * 1000 ELSE ${value} END))`,
  dateadd: (given, call) => printDateAdd(given, constant(call, 1)),
  datediff: (given, call) => printDifference(at(given, 0), at(given, 1), constant(call, 2)),
  datepart: (given, call) =>
    constant(call, 1) === 'msec'
      ? `(date_part('millisecond', ${at(given, 0)}) % 1000)`
      : `date_part(${quoteText(parts[constant(call, 1)] ?? 'year')}, ${timeMacro('to_local', at(given, 0))})`,
  datetrunc: (given, call) => printBucket(constant(call, 1), at(given, 0)),
};

/** Calendar units vary in length and depend on the time zone. */
const calendarUnits: ReadonlySet<string> = new Set(['year', 'mon', 'week', 'day']);

function printDifference(from: string, to: string, unit: string): string {
  const name = quoteText(parts[unit] ?? 'second');
  const [start, end] = calendarUnits.has(unit)
    ? [timeMacro('to_local', from), timeMacro('to_local', to)]
    : [from, to];
  return `date_sub(${name}, ${start}, ${end})`;
}

function printDateAdd(given: readonly string[], unit: string): string {
  const name = `to_${parts[unit] ?? 'second'}s`;
  if (!calendarUnits.has(unit)) return `TRY(${at(given, 0)} + ${name}(${at(given, 2)}))`;
  const amount = `TRY_CAST(${at(given, 2)} AS INTEGER)`;
  return `TRY(${timeMacro('from_local', `${timeMacro('to_local', at(given, 0))} + ${name}(${amount})`)})`;
}

/** The maximum width of padding, to limit memory. */
const widestText = 10_000n;

const texts: Readonly<Record<string, Printer>> = {
  concat: wrap('concat'),
  joined: (given) => `concat(${given.map((part) => `coalesce(${part}, 'null')`).join(', ')})`,
  fixed: (given, call) =>
    `printf(${quoteText(`%.${Math.min(Number(constant(call, 1)), 30)}f`)}, ${at(given, 0)})`,
  hexnumber: ([value = '']) => `printf('%x', ${value})`,
  widenleft: (given) =>
    `CASE WHEN length(${at(given, 0)}) < ${at(given, 1)} THEN lpad(${at(given, 0)}, CAST(${at(given, 1)} AS INTEGER), ${at(given, 2)}) ELSE ${at(given, 0)} END`,
  widenright: (given) =>
    `CASE WHEN length(${at(given, 0)}) < ${at(given, 1)} THEN rpad(${at(given, 0)}, CAST(${at(given, 1)} AS INTEGER), ${at(given, 2)}) ELSE ${at(given, 0)} END`,
  guid: () => 'CAST(uuid() AS VARCHAR)',
  indexof: (given) => printIndex(given),
  lastindexof: (given) => printLastIndex(at(given, 0), at(given, 1)),
  left: (given) => `left(${at(given, 0)}, greatest(${at(given, 1)}, 0))`,
  right: (given) => `right(${at(given, 0)}, greatest(${at(given, 1)}, 0))`,
  len: wrap('length'),
  listlen: ([value = '']) =>
    `CASE WHEN json_type(${value}) = 'ARRAY' THEN CAST(json_array_length(${value}) AS BIGINT) ELSE length(${value} ->> '$') END`,
  lpad: (given) => printPadding('lpad', given),
  rpad: (given) => printPadding('rpad', given),
  split: (given) => `to_json(string_split(${given.join(', ')}))`,
  substr: (given) => printSubstring(given),
  urldecode: ([value = '']) => `TRY(url_decode(replace(${value}, '+', ' ')))`,
  urlencode: ([value = '']) => `url_encode(${value})`,
  // The unit separator, which logs do not contain, keeps a match from spanning two values.
  rowtext: (given) => (given.length === 0 ? "''" : `concat_ws(chr(31), ${given.join(', ')})`),
};

function printIndex(given: readonly string[]): string {
  if (given[2] === undefined) return `(instr(${given.join(', ')}) - 1)`;
  const start = `greatest(${given[2]}, 0)`;
  const found = `instr(substr(${at(given, 0)}, ${start} + 1), ${at(given, 1)})`;
  return `CASE WHEN ${found} = 0 THEN -1 ELSE ${found} + ${start} - 1 END`;
}

function printLastIndex(text: string, part: string): string {
  const reversed = `instr(reverse(${text}), reverse(${part}))`;
  return `CASE WHEN ${reversed} = 0 THEN -1 ELSE length(${text}) - ${reversed} - length(${part}) + 1 END`;
}

function printPadding(name: string, given: readonly string[]): string {
  const width = `CAST(least(greatest(${at(given, 1)}, 0), ${printLiteral(widestText, 'long')}) AS INTEGER)`;
  const pad = given[2] ?? "' '";
  // The engine rejects an empty pad, which leaves the text unchanged.
  const filled = `${name}(${at(given, 0)}, ${width}, nullif(${pad}, ''))`;
  return `CASE WHEN length(${at(given, 0)}) >= ${width} OR ${pad} = '' THEN ${at(given, 0)} ELSE ${filled} END`;
}

function printSubstring(given: readonly string[]): string {
  const begin = `greatest(${at(given, 1)}, 0)`;
  if (given[2] === undefined) return `substr(${at(given, 0)}, ${begin} + 1)`;
  return `substr(${at(given, 0)}, ${begin} + 1, greatest(${given[2]} - ${begin}, 0))`;
}

const printers: Readonly<Record<string, Printer>> = {
  ...conversions,
  ...tests,
  ...numbers,
  ...dates,
  ...texts,
  ...addressFunctions,
  ...patternFunctions,
  ...joinFunctions,
};
