import type { BoundCall, BoundExpression } from '../plan/expression';
import { once } from './once';

/** Prints a map from alternating names and values. The last value of a name counts. */
export function printDictionary(call: BoundCall, ...given: readonly string[]): string {
  const places = given.flatMap((_, place) => (place % 2 === 0 ? [place] : []));
  const constants = places.map((place) => constantName(call.arguments[place]));
  if (constants.includes(undefined)) return printVarying(places, given);
  const last = new Map(constants.map((name, index) => [name, places[index] ?? 0]));
  const pairs = [...last.values()].map((place) => `${nameAt(place, given)}, ${valueAt(place, given)}`);
  return pairs.length === 0 ? `CAST('{}' AS JSON)` : `CAST(json_object(${pairs.join(', ')}) AS JSON)`;
}

function constantName(argument: BoundExpression | undefined): string | undefined {
  const operand = argument?.node === 'convert' ? argument.operand : argument;
  return operand?.node === 'literal' ? String(operand.value) : undefined;
}

/** The engine rejects a name that is null, as is every field during a check. */
function nameAt(place: number, given: readonly string[]): string {
  return `coalesce(${given[place] ?? 'NULL'} ->> '$', 'null')`;
}

function valueAt(place: number, given: readonly string[]): string {
  return given[place + 1] ?? 'CAST(NULL AS JSON)';
}

/** Names that differ per row: those that occur again later are skipped. */
function printVarying(places: readonly number[], given: readonly string[]): string {
  const names = places.map((place) => nameAt(place, given)).join(', ');
  const values = places.map((place) => valueAt(place, given)).join(', ');
  const isLast = 'lambda number: NOT list_contains(names[number + 1:], names[number])';
  const pair = `lambda number: CAST(to_json(names[number]) AS VARCHAR) || ':' || coalesce(CAST(pairs[number] AS VARCHAR), 'null')`;
  const kept = `list_transform(list_filter(range(1, ${places.length + 1}), ${isLast}), ${pair})`;
  const object = `CAST('{' || array_to_string(${kept}, ',') || '}' AS JSON)`;
  return once(`[${names}]`, 'names', once(`[${values}]`, 'pairs', object));
}
