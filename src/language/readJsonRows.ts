import { isDeeperThan, tryParseJson } from '../shared/json';
import type { JsonRow } from './ast';

/** The same depth as for uploaded files; deeper data would overflow the stack. */
const maxNesting = 1000;

/** Parses the text of `json`: an object, or an array of objects. Single quotes are accepted. */
export function readJsonRows(text: string): readonly JsonRow[] | undefined {
  const value = tryParseJson(text) ?? tryParseJson(withDoubleQuotes(text));
  const rows = Array.isArray(value) ? value : [value];
  return rows.every(isRow) && !isDeeperThan(rows, maxNesting) ? rows : undefined;
}

/** Outside double-quoted strings, `'a "b" c'` becomes `"a \"b\" c"`. */
function withDoubleQuotes(text: string): string {
  return text.replace(
    /"[^"\\]*(?:\\[^][^"\\]*)*"|'([^'\\]*(?:\\[^][^'\\]*)*)'/g,
    (whole, inner: string | undefined) =>
      inner === undefined ? whole : `"${inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`,
  );
}

/** `JSON.parse` returns only JSON values, so an object is a row. */
function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
