import { type BoundCall, type BoundExpression } from '../plan/expression';
import { type DateUnit } from '../plan/functions';
import { type Kind } from '../plan/kind';
import { engineDateFormat } from './dateFormat';
import { addressFunctions } from './printAddress';
import { isJson } from './printConversion';
import { engineInterval } from './interval';
import { enginePattern } from './regularExpression';
import { printLiteral, quoteText } from './sqlText';

type Printer = (given: readonly string[], call: BoundCall) => string;

/** Prints a call whose arguments are printed already. */
export function printFunction(call: BoundCall, given: readonly string[]): string {
  const printer = printers[call.name];
  return printer ? printer(given, call) : `${call.name}(${given.join(', ')})`;
}

function at(given: readonly string[], place: number): string {
  return given[place] ?? 'NULL';
}

/** The constant at a place; the binder has made sure that it is one. */
function constant(call: BoundCall, place: number): string {
  const argument = call.arguments[place];
  return argument?.node === 'literal' && argument.value !== null ? String(argument.value) : '';
}

function wrap(name: string): Printer {
  return (given) => `${name}(${given.join(', ')})`;
}

const conversions: Readonly<Record<string, Printer>> = {
  date: (given, call) => {
    const format = quoteText(engineDateFormat(constant(call, 1), 'read'));
    return `CAST(try_strptime(${at(given, 0)}, ${format}) AS TIMESTAMP)`;
  },
  formatdate: (given, call) =>
    `strftime(${at(given, 0)}, ${quoteText(engineDateFormat(constant(call, 1), 'write'))})`,
  int: ([value = '']) => `CASE WHEN ${value} BETWEEN -2147483648 AND 2147483647 THEN ${value} END`,
  array: (given) => (given.length === 0 ? `CAST('[]' AS JSON)` : `json_array(${given.join(', ')})`),
  dict: (given, call) => printDictionary(given, call),
  fromhex: ([value = '']) => `TRY(decode(unhex(${value})))`,
  tohex: ([value = '']) => `lower(hex(${value}))`,
  frombase64: ([value = '']) => `TRY(decode(from_base64(${value})))`,
  tobase64: ([value = '']) => `to_base64(encode(${value}))`,
  groups: (given, call) => printGroups(at(given, 0), constant(call, 1)),
  hash: (given, call) => `${constant(call, 0) || 'md5'}(${at(given, 1)})`,
};

function printDictionary(given: readonly string[], call: BoundCall): string {
  const pairs = given.map((value, place) => (place % 2 === 0 ? `(${value} ->> '$')` : value));
  if (call.arguments.length % 2 === 1) pairs.push('NULL');
  return pairs.length === 0 ? `CAST('{}' AS JSON)` : `CAST(json_object(${pairs.join(', ')}) AS JSON)`;
}

function printGroups(value: string, pattern: string): string {
  const { text, groupCount } = enginePattern(pattern);
  const regex = quoteText(text);
  const groups = Array.from(
    { length: groupCount },
    (_, place) => `regexp_extract(${value}, ${regex}, ${place + 1})`,
  );
  const list = groups.length === 0 ? `CAST('[]' AS JSON)` : `json_array(${groups.join(', ')})`;
  return `CASE WHEN regexp_matches(${value}, ${regex}) THEN ${list} END`;
}

const tests: Readonly<Record<string, Printer>> = {
  isnull: ([value = '']) => `(${value} IS NULL)`,
  isnotnull: ([value = '']) => `(${value} IS NOT NULL)`,
  isnum: (given, call) => printKindTest(given, call, ['long', 'double'], ['UBIGINT', 'BIGINT', 'DOUBLE']),
  isstr: (given, call) => printKindTest(given, call, ['string'], ['VARCHAR']),
  typeof: ([value = ''], call) => printTypeName(value, call.arguments[0]),
  case: (given) => printCase(given),
  match: (given, call) =>
    `coalesce(regexp_matches(${at(given, 0)}, ${quoteText(enginePattern(constant(call, 1)).text)}), false)`,
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
  ceil: ([value = '']) => `TRY_CAST(ceil(${value}) AS BIGINT)`,
  floor: ([value = '']) => `TRY_CAST(floor(${value}) AS BIGINT)`,
  round: (given, call) =>
    call.kind === 'long'
      ? `TRY_CAST(round(${at(given, 0)}) AS BIGINT)`
      : `round(${at(given, 0)}, CAST(least(greatest(${at(given, 1)}, -18), 18) AS INTEGER))`,
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

const parts: Readonly<Record<string, string>> = {
  year: 'year',
  mon: 'month',
  day: 'day',
  hour: 'hour',
  min: 'minute',
  sec: 'second',
  week: 'week',
  dow: 'dow',
  doy: 'doy',
};

const dates: Readonly<Record<string, Printer>> = {
  // Numbers of this size are milliseconds: as seconds they would lie beyond the year 5000.
  epoch: ([value = '']) =>
    `TRY(make_timestamp_ms(CASE WHEN abs(${value}) < 100000000000 THEN ${value} * 1000 ELSE ${value} END))`,
  dateadd: (given, call) => printDateAdd(given, constant(call, 1)),
  datediff: (given, call) =>
    `date_sub(${quoteText(constant(call, 2) === 'msec' ? 'millisecond' : (parts[constant(call, 2)] ?? 'second'))}, ${at(given, 0)}, ${at(given, 1)})`,
  datepart: (given, call) =>
    constant(call, 1) === 'msec'
      ? `(date_part('millisecond', ${at(given, 0)}) % 1000)`
      : `date_part(${quoteText(parts[constant(call, 1)] ?? 'year')}, ${at(given, 0)})`,
  datetrunc: (given, call) => `time_bucket(${engineInterval(constant(call, 1))}, ${at(given, 0)})`,
};

const intervalFunctions: Readonly<Record<DateUnit, string>> = {
  year: 'to_years',
  mon: 'to_months',
  day: 'to_days',
  hour: 'to_hours',
  min: 'to_minutes',
  sec: 'to_seconds',
  msec: 'to_milliseconds',
};

function printDateAdd(given: readonly string[], unit: string): string {
  const name = Object.entries(intervalFunctions).find(([word]) => word === unit)?.[1] ?? 'to_seconds';
  const small = unit === 'year' || unit === 'mon' || unit === 'day';
  const amount = small ? `TRY_CAST(${at(given, 2)} AS INTEGER)` : at(given, 2);
  return `TRY(${at(given, 0)} + ${name}(${amount}))`;
}

/** The longest text that padding makes: a wider one is a slip, and would only eat memory. */
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
  indexof: (given) => `(instr(${given.join(', ')}) - 1)`,
  lastindexof: (given) => printLastIndex(at(given, 0), at(given, 1)),
  left: (given) => `left(${at(given, 0)}, greatest(${at(given, 1)}, 0))`,
  right: (given) => `right(${at(given, 0)}, greatest(${at(given, 1)}, 0))`,
  len: wrap('length'),
  listlen: ([value = '']) =>
    `CASE WHEN json_type(${value}) = 'ARRAY' THEN CAST(json_array_length(${value}) AS BIGINT) ELSE length(${value} ->> '$') END`,
  lpad: (given) => printPadding('lpad', given),
  rpad: (given) => printPadding('rpad', given),
  replace: (given, call) => printReplace(given, call),
  split: (given) => `to_json(string_split(${given.join(', ')}))`,
  strjoin: (given) =>
    `array_to_string(list_transform(CAST(${at(given, 1)} AS JSON[]), lambda item: item ->> '$'), ${at(given, 0)})`,
  substr: (given) => printSubstring(given),
  urldecode: ([value = '']) => `TRY(url_decode(replace(${value}, '+', ' ')))`,
  urlencode: wrap('url_encode'),
  kvjoin: (given) => printFieldJoin(given),
  // The unit separator, which no log holds, keeps a search from reaching from one value into the next.
  rowtext: (given) => (given.length === 0 ? "''" : `concat_ws(chr(31), ${given.join(', ')})`),
  kvjoinmap: (given) =>
    `array_to_string(list_transform(json_keys(${at(given, 0)}), lambda key: key || ${at(given, 1)} || (json_extract(${at(given, 0)}, '/' || replace(replace(key, '~', '~0'), '/', '~1')) ->> '$')), ${at(given, 2)})`,
};

function printLastIndex(text: string, part: string): string {
  const reversed = `instr(reverse(${text}), reverse(${part}))`;
  return `CASE WHEN ${reversed} = 0 THEN -1 ELSE length(${text}) - ${reversed} - length(${part}) + 1 END`;
}

function printPadding(name: string, given: readonly string[]): string {
  const width = `CAST(least(greatest(${at(given, 1)}, 0), ${printLiteral(widestText, 'long')}) AS INTEGER)`;
  const pad = given[2] ?? "' '";
  // The engine refuses an empty pad, for which a text stays as it is.
  const filled = `${name}(${at(given, 0)}, ${width}, nullif(${pad}, ''))`;
  return `CASE WHEN length(${at(given, 0)}) >= ${width} OR ${pad} = '' THEN ${at(given, 0)} ELSE ${filled} END`;
}

function printReplace(given: readonly string[], call: BoundCall): string {
  if (constant(call, 3) !== 're') return `replace(${at(given, 0)}, ${at(given, 1)}, ${at(given, 2)})`;
  const pattern = quoteText(enginePattern(constant(call, 1)).text);
  // Java writes a group as $1, the engine as \1.
  const replacement = `regexp_replace(${at(given, 2)}, '\\$(\\d)', '\\\\\\1', 'g')`;
  return `regexp_replace(${at(given, 0)}, ${pattern}, ${replacement}, 'g')`;
}

function printSubstring(given: readonly string[]): string {
  const begin = `greatest(${at(given, 1)}, 0)`;
  if (given[2] === undefined) return `substr(${at(given, 0)}, ${begin} + 1)`;
  return `substr(${at(given, 0)}, ${begin} + 1, greatest(${given[2]} - ${begin}, 0))`;
}

function printFieldJoin(given: readonly string[]): string {
  const [keyDelimiter = "'='", pairDelimiter = "' '", ...pairs] = given;
  const joined: string[] = [];
  for (let place = 0; place + 1 < pairs.length; place += 2) {
    joined.push(`${at(pairs, place)} || ${keyDelimiter} || ${at(pairs, place + 1)}`);
  }
  return joined.length === 0 ? "''" : `concat_ws(${pairDelimiter}, ${joined.join(', ')})`;
}

const printers: Readonly<Record<string, Printer>> = {
  ...conversions,
  ...tests,
  ...numbers,
  ...dates,
  ...texts,
  ...addressFunctions,
};
