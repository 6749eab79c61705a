import { isDeeperThan, isJsonObject } from '../../../core/base/json';
import { readLenientJson } from '../../../core/language/readJsonRows';
import { exactNumber, JsonNumber, jsonText } from '../plan/operator';

/** The same depth as for the text of `json`. */
const maxNesting = 1000;

/**
 * The object in a text as plain JSON: from one as people write it, with `lenient` also from one whose end is cut off,
 * and with `flatten` with the joined names of nested values. Undefined if there is no object.
 */
export function plainJson(text: string, options: string): string | undefined {
  const candidates = options.includes('lenient') ? [text, ...repaired(text)] : [text];
  for (const candidate of candidates) {
    const value = readLenientJson(candidate, exactNumber);
    if (!isJsonObject(value) || isDeeperThan(value, maxNesting)) continue;
    return jsonText(options.includes('flatten') ? Object.fromEntries(flattened('', value)) : value);
  }
  return undefined;
}

const bracketOrText = /(["'])(?:(?!\1)[^\\]|\\[^])*(\1)?|[{}[\],]/g;

/** The text with its strings and brackets closed, as it ends and as it was after the last complete value. */
function repaired(text: string): readonly string[] {
  let open = '';
  let complete = '';
  let closing = '';
  for (const { 0: found, 1: quote = '', 2: end, index } of text.matchAll(bracketOrText)) {
    closing = end === undefined ? quote : '';
    open = stillOpen(open, found);
    if ('{[,'.includes(found)) complete = text.slice(0, found === ',' ? index : index + 1) + open;
  }
  const ended = closing === '' ? text : text.replace(/\\$/, '') + closing;
  return [ended + open, complete];
}

/** The closing brackets after a part. */
function stillOpen(open: string, part: string): string {
  if (part === '{') return `}${open}`;
  if (part === '[') return `]${open}`;
  return part === '}' || part === ']' ? open.slice(1) : open;
}

/** Nested names are joined with `_`; the items of a list have numbers. */
function* flattened(name: string, value: unknown): Generator<readonly [string, unknown]> {
  if (value instanceof JsonNumber || (!Array.isArray(value) && !isJsonObject(value))) {
    yield [name, value];
    return;
  }
  for (const [key, item] of Object.entries(value))
    yield* flattened(name === '' ? key : `${name}_${key}`, item);
}
