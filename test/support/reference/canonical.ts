import { textOf } from './values';
import type { Table, Value } from './values';

/** Rows as texts that can be compared: those of the interpretation, in order where the language promises one. */
export function canonicalTable({ fields, rows, ordered }: Table): readonly string[] {
  const names = fields.map(({ name }) => name);
  const lines = rows.map((row) =>
    canonicalRow(names.map((name) => [name, canonicalValue(row[name] ?? null)])),
  );
  return ordered ? lines : lines.toSorted();
}

/** The rows that the platform answered, one line of JSON each, in the same form. */
export function canonicalAnswer(body: string, ordered: boolean): readonly string[] {
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

/** Numbers become texts with a mark, so that reading them as JSON rounds none. No text of the rows looks like one. */
function keepDigits(line: string): string {
  return line.replaceAll(/:(-?\d[\d.eE+-]*)(?=[,}])/g, (_, digits: string) => {
    return `:"${numberMark}${/[.eE]/.test(digits) ? rounded(Number(digits)) : digits}"`;
  });
}

function canonicalValue(value: Value): unknown {
  if (typeof value === 'bigint') return `${numberMark}${value}`;
  if (typeof value === 'number') return Number.isFinite(value) ? `${numberMark}${rounded(value)}` : null;
  return value instanceof Date ? textOf(value) : value;
}

/** The order in which doubles are added up may change the last digits. */
function rounded(double: number): string {
  return `${Number(double.toPrecision(12))} double`;
}
