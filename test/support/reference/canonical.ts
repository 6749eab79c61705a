import { jsonText, kindOf } from './values';
import type { Row, Value } from './values';

/** Rows of the interpreter as comparable texts, sorted unless the language says their order. */
export function canonicalRows(rows: readonly Row[], ordered: boolean): readonly string[] {
  const lines = rows.map((row) => jsonText(new Map([...row].filter(([, value]) => isShown(value)))));
  return canonicalLines(lines, ordered);
}

/** JSON has no NaN and no infinity. */
function isShown(value: Value): boolean {
  return kindOf(value) !== 'number' || Number.isFinite(Number(value));
}

/** Rows, each as a line of JSON, in the same form. A field that is null is as if it were absent. */
export function canonicalLines(lines: readonly string[], ordered: boolean): readonly string[] {
  const texts = lines.map((line) => {
    const row = JSON.parse(markNumbers(line)) as Readonly<Record<string, unknown>>;
    return JSON.stringify(sortedEntries(row).filter(([, value]) => value !== null));
  });
  return ordered ? texts : texts.toSorted();
}

/** Marks numbers as strings, so that parsing JSON does not round them. No text of the rows looks like one. */
function markNumbers(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"#${/[.eE]/.test(token) ? rounded(Number(token)) : token}"`,
  );
}

/** The order of adding decimals may change the last digits. Of equal numbers, either may be kept. */
function rounded(double: number): string {
  return Number.isInteger(double) && Math.abs(double) < 1e12
    ? String(double)
    : Number(double.toPrecision(12)).toString();
}

function sortedEntries(record: object): [string, unknown][] {
  const entries = Object.entries(record).map(([key, value]): [string, unknown] => [
    key,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? sortedEntries(value as object)
      : value,
  ]);
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
}
