import { isDeeperThan } from '../shared/nesting';
import type { JsonRow } from './ast';

/** The same depth as rows of an uploaded file; much deeper data would overflow the stack of recursive code. */
const deepestNesting = 1000;

/** Reads the text of `json`: an object, or a list of objects. Single quotes may stand for double ones. */
export function readJsonRows(text: string): readonly JsonRow[] | undefined {
  const value = parseJson(text) ?? parseJson(withDoubleQuotes(text));
  const rows = Array.isArray(value) ? value : [value];
  return rows.every(isRow) && !isDeeperThan(rows, deepestNesting) ? rows : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Outside double-quoted strings, `'a "b" c'` becomes `"a \"b\" c"`. */
function withDoubleQuotes(text: string): string {
  return text.replace(
    /"[^"\\]*(?:\\[^][^"\\]*)*"|'([^'\\]*(?:\\[^][^'\\]*)*)'/g,
    (whole, inner: string | undefined) =>
      inner === undefined ? whole : `"${inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`,
  );
}

/** What JSON.parse returned can only be a JSON value, so an object is a row. */
function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
