import type { BoundCall, BoundExpression } from '../plan/expression';

/** Functions that join texts with separators. */
export const joinFunctions: Readonly<Record<string, (call: BoundCall, ...args: string[]) => string>> = {
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
