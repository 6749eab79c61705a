import { once } from './once';

/** The maximum width of padding, to limit memory. */
const maxTextWidth = 10_000n;

const maxTextLength = 2_000_000_000;

/** Null stays null, which the engine's `greatest` ignores. No text is longer than the maximum. */
export function notNegative(count: string): string {
  return `CASE WHEN ${count} < 0 THEN 0 WHEN ${count} > ${maxTextLength} THEN ${maxTextLength} ELSE ${count} END`;
}

export function printIndex(text: string, part: string, from?: string): string {
  if (from === undefined) return `(instr(${text}, ${part}) - 1)`;
  const start = `(${notNegative(from)})`;
  const found = `instr(substr(${text}, ${start} + 1), ${part})`;
  return `CASE WHEN ${found} = 0 THEN -1 ELSE ${found} + ${start} - 1 END`;
}

/**
 * The length of all before the last occurrence, which begins at `from` or before it. Reversed text would change
 * combined characters.
 */
export function printLastIndex(text: string, part: string, from?: string): string {
  const searched = from === undefined ? text : `left(${text}, ${notNegative(from)} + length(${part}))`;
  const before = `regexp_extract(${searched}, '(?s)^(.*)' || regexp_escape(${part}), 1)`;
  return `CASE WHEN contains(${searched}, ${part}) THEN length(${before}) WHEN ${text} IS NOT NULL AND ${part} IS NOT NULL THEN -1 END`;
}

/** A longer text is cut. */
export function printPadding(name: 'lpad' | 'rpad', text: string, args: string, pad = "' '"): string {
  const width = `CAST(CASE WHEN ${args} > ${maxTextWidth} THEN ${maxTextWidth} ELSE ${notNegative(args)} END AS INTEGER)`;
  // The engine rejects an empty pad.
  const filled = `${name}(${text}, ${width}, nullif(${pad}, ''))`;
  return `CASE WHEN ${args} IS NULL OR ${pad} IS NULL THEN NULL WHEN length(${text}) >= ${width} OR ${pad} = '' THEN left(${text}, ${width}) ELSE ${filled} END`;
}

/** Negative positions count from the end. */
export function printSubstring(text: string, from: string, to?: string): string {
  const position = (at: string): string =>
    `CASE WHEN ${at} < 0 THEN greatest(length(${text}) + ${at}, 0) ELSE ${at} END`;
  const begin = `(${position(from)})`;
  const length = to === undefined ? '' : `, greatest(least(${position(to)}, length(${text})) - ${begin}, 0)`;
  const isNull = to === undefined ? '' : ` AND ${to} IS NOT NULL`;
  return `CASE WHEN ${begin} < length(${text})${isNull} THEN substr(${text}, ${begin} + 1${length}) END`;
}

/** The last part has the rest. */
export function printSplit(text: string, separator: string, limit?: string): string {
  const parts = `string_split(${text}, ${separator})`;
  if (limit === undefined) return `to_json(${parts})`;
  const before = `list_sum(list_transform(parts[:${limit} - 1], lambda part: length(part) + length(${separator})))`;
  const cut = once(
    parts,
    'parts',
    `list_append(parts[:${limit} - 1], substr(${text}, CAST(${before} AS BIGINT) + 1))`,
  );
  return `CASE WHEN ${limit} >= 2 AND len(${parts}) > ${limit} THEN to_json(${cut}) ELSE to_json(${parts}) END`;
}
