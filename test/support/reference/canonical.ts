import { jsonText, asText } from './values';
import type { Table, Value } from './values';

/** Rows as comparable texts, in order if the language guarantees one. */
export function canonicalTable({ fields, rows, ordered }: Table): readonly string[] {
  const names = fields.map(({ name }) => name);
  const lines = rows.map((row) =>
    canonicalRow(names.map((name) => [name, canonicalValue(row[name] ?? null)])),
  );
  return ordered ? lines : lines.toSorted();
}

/** The rows of the platform's response, one line of JSON each, in the same form. */
export function canonicalResponse(body: string, ordered: boolean): readonly string[] {
  const lines = body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => canonicalRow(Object.entries(JSON.parse(keepDigits(line)) as Record<string, unknown>)));
  return ordered ? lines : lines.toSorted();
}

function canonicalRow(cells: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(cells.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const numberMark = '#';

/** Marks numbers as strings, so that parsing JSON does not round them. No text of the rows looks like one. */
function keepDigits(line: string): string {
  return line.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) =>
    token.startsWith('"') ? token : `"${numberMark}${/[.eE]/.test(token) ? rounded(Number(token)) : token}"`,
  );
}

function canonicalValue(value: Value): unknown {
  if (typeof value === 'bigint') return `${numberMark}${value}`;
  if (typeof value === 'number') return Number.isFinite(value) ? `${numberMark}${rounded(value)}` : null;
  if (Array.isArray(value)) return JSON.parse(keepDigits(jsonText(value))) as unknown;
  return value instanceof Date ? asText(value) : value;
}

/** The order of adding decimals may change the last digits. Of equal numbers, either may be kept. */
function rounded(double: number): string {
  const short = Number(double.toPrecision(12));
  return Number.isInteger(double) && Math.abs(double) < 1e12 ? String(double) : `${short} decimal`;
}
