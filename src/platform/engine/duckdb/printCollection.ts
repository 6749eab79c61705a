import type { BoundCall, BoundExpression } from '../plan/planNode';
import type { Kind } from '../plan/kind';
import { once } from './once';
import { ownFunction } from './ownFunctions';
import { printConversion } from './printConversion';
import { field, hasType, packMixed, shownText, unpackStrictly } from './printMixed';
import { sqlType } from './sqlValues';

/** Functions of lists and maps, which are JSON. */
export const collectionFunctions: Readonly<Record<string, (call: BoundCall, ...args: string[]) => string>> = {
  dict: printDictionary,
  strjoin: (_call, separator, list) => {
    const texts = `list_transform(${itemsOf(list)}, lambda item: coalesce(${shownText(`item ->> '$'`)}, 'null'))`;
    return `CASE WHEN ${list} IS NOT NULL THEN array_to_string(${texts}, ${separator}) END`;
  },
  kvjoin: (_call, keyDelimiter, pairDelimiter, ...pairs) =>
    printFieldJoin(keyDelimiter, pairDelimiter, pairs),
  intlist: (_call, list) => {
    const number = printConversion(shownText(`item ->> '$'`), 'string', 'long');
    const whole = `CASE WHEN json_type(item) NOT IN ('ARRAY', 'OBJECT') AND ${number} BETWEEN -2147483648 AND 2147483647 THEN ${number} END`;
    return `to_json(list_transform(${itemsOf(list)}, lambda item: ${whole}))`;
  },
  subarray: (_call, ...[list = '', from = '', to]: readonly (string | undefined)[]) => {
    const length = `json_array_length(${list})`;
    const position = (at: string): string =>
      `CASE WHEN ${at} < 0 THEN greatest(${length} + ${at}, 0) ELSE ${at} END`;
    const end = to === undefined ? length : position(to);
    return `CASE WHEN ${position(from)} < ${length} THEN to_json(${itemsOf(list)}[${position(from)} + 1:${end}]) END`;
  },
  sumarray: (_call, list) => {
    const numbers = `list_filter(${itemsOf(list)}, lambda item: json_type(item) IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE'))`;
    const sum = (type: string): string =>
      `coalesce(list_sum(list_transform(${numbers}, lambda item: CAST(item AS ${type}))), 0)`;
    const hasDecimal = `list_contains(list_transform(${itemsOf(list)}, lambda item: json_type(item)), 'DOUBLE')`;
    return `CASE WHEN ${list} IS NULL THEN NULL WHEN ${hasDecimal} THEN ${packMixed(sum('DOUBLE'), 'double')} ELSE ${packMixed(sum('HUGEINT'), 'hugeint')} END`;
  },
  unique: (call, value) => {
    const kind = call.arguments[0]?.kind ?? 'null';
    const single = `[${printConversion(value, kind, 'json')}]`;
    const list = printConversion(value, kind, 'list');
    const items = `CASE WHEN ${list} IS NOT NULL THEN list_distinct(${itemsOf(list)}) ELSE ${single} END`;
    return `CASE WHEN ${value} IS NOT NULL THEN to_json(${items}) END`;
  },
  flatten: (call, value) => {
    const flat = (list: string): string =>
      `CAST(${ownFunction('flatten', `CAST(${list} AS VARCHAR)`)} AS JSON)`;
    if (call.kind === 'list') return flat(value);
    if (call.kind !== 'any') return value;
    const list = printConversion(value, 'any', 'list');
    return `CASE WHEN ${hasType(value, 'list')} THEN ${packMixed(flat(list), 'list')} ELSE ${value} END`;
  },
  valueof: (call, value, key) => {
    const [kind = 'null', keyKind = 'null'] = call.arguments.map((argument) => argument.kind);
    const index = printStrictly(key, keyKind, 'long');
    const name = printStrictly(key, keyKind, 'string');
    const item = `${printConversion(value, kind, 'list')} -> CASE WHEN ${index} >= 0 THEN CAST(${index} AS BIGINT) END`;
    const entry = `json_extract(${printConversion(value, kind, 'map')}, '/' || replace(replace(${name}, '~', '~0'), '/', '~1'))`;
    return once(`coalesce(${item}, ${entry})`, 'found', packMixed('found', 'json'));
  },
};

/** A value that is a text or an integer; null, not its conversion, if it is another. */
function printStrictly(value: string, from: Kind, to: 'string' | 'long'): string {
  if (from !== 'any') return from === to ? value : `CAST(NULL AS ${sqlType(to)})`;
  return to === 'long' ? field(value, 'i') : unpackStrictly(value, to);
}

function itemsOf(list: string): string {
  return `CAST(${list} AS JSON[])`;
}

/** Names and values alternate. */
function printFieldJoin(keyDelimiter: string, pairDelimiter: string, pairs: readonly string[]): string {
  const joined = pairs.map((part, index) => (index % 2 === 0 ? `, ${part} || ${keyDelimiter} || ` : part));
  return joined.length === 0 ? "''" : `concat_ws(${pairDelimiter}${joined.join('')})`;
}

/** Prints a map from alternating names and values. The last value of a name counts. */
function printDictionary(call: BoundCall, ...args: readonly string[]): string {
  const positions = args.flatMap((_, index) => (index % 2 === 0 ? [index] : []));
  const constants = positions.map((index) => constantName(call.arguments[index]));
  if (constants.includes(undefined)) return printVarying(positions, args);
  const last = new Map(constants.map((name, index) => [name, positions[index] ?? 0]));
  const pairs = [...last.values()].map((index) => `${nameAt(index, args)}, ${valueAt(index, args)}`);
  return pairs.length === 0 ? `CAST('{}' AS JSON)` : `CAST(json_object(${pairs.join(', ')}) AS JSON)`;
}

function constantName(argument: BoundExpression | undefined): string | undefined {
  const operand = argument?.node === 'convert' ? argument.operand : argument;
  return operand?.node === 'literal' ? String(operand.value) : undefined;
}

/** The engine rejects a name that is null, as is every field during a check. */
function nameAt(index: number, args: readonly string[]): string {
  return `coalesce(${args[index] ?? 'NULL'} ->> '$', 'null')`;
}

function valueAt(index: number, args: readonly string[]): string {
  return args[index + 1] ?? 'CAST(NULL AS JSON)';
}

/** Names that differ per row: those that occur again later are skipped. */
function printVarying(positions: readonly number[], args: readonly string[]): string {
  const names = positions.map((index) => nameAt(index, args)).join(', ');
  const values = positions.map((index) => valueAt(index, args)).join(', ');
  const isLast = 'lambda number: NOT list_contains(names[number + 1:], names[number])';
  const pair = `lambda number: CAST(to_json(names[number]) AS VARCHAR) || ':' || coalesce(CAST(pairs[number] AS VARCHAR), 'null')`;
  const kept = `list_transform(list_filter(range(1, ${positions.length + 1}), ${isLast}), ${pair})`;
  const object = `CAST('{' || array_to_string(${kept}, ',') || '}' AS JSON)`;
  return once(`[${names}]`, 'names', once(`[${values}]`, 'pairs', object));
}
