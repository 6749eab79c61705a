import type { BoundCall, BoundExpression } from '../plan/planNode';
import { once } from './once';

/** Functions that make maps, and join texts with separators. */
export const collectionFunctions: Readonly<Record<string, (call: BoundCall, ...args: string[]) => string>> = {
  dict: printDictionary,
  strjoin: (call, separator, list) =>
    printJoined(`CAST(${list} AS JSON[])`, `lambda item: item ->> '$'`, separator, call.arguments[0]),
  kvjoin: (_call, keyDelimiter, pairDelimiter, ...pairs) =>
    printFieldJoin(keyDelimiter, pairDelimiter, pairs),
  kvjoinmap: (call, map, keyDelimiter, pairDelimiter) => {
    const value = `json_extract(${map}, '/' || replace(replace(key, '~', '~0'), '/', '~1')) ->> '$'`;
    const pair = `lambda key: key || ${keyDelimiter} || (${value})`;
    return printJoined(`json_keys(${map})`, pair, pairDelimiter, call.arguments[2]);
  },
};

/** Joins the texts that a lambda creates from the items of a list. */
function printJoined(
  list: string,
  lambda: string,
  separator: string,
  argument: BoundExpression | undefined,
): string {
  const texts = `list_transform(${list}, ${lambda})`;
  if (argument?.node === 'literal') return `array_to_string(${texts}, ${separator})`;
  // The engine accepts only constant separators.
  const joined = `array_to_string(list_transform(${texts}, lambda made: ${separator} || made), '')`;
  return `substr(${joined}, length(${separator}) + 1)`;
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
