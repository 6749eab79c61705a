import type { RawRecord } from '../shared/wire/optional';
import type { Masker } from '../shared/privacy/masker';
import { maskedRow, printable, shortened, shownName } from './logData';
import type { MaskedColumns } from './maskedColumns';

export interface ColumnSummary {
  readonly column: string;
  readonly filled: number;
  readonly distinct: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The most frequent values, masked, with their counts. */
  readonly top: readonly (readonly [unknown, number])[];
}

const topValues = 5;
const maxValueLength = 200;

/** A summary of each column over all rows, instead of the rows. */
export function summarizeRows(
  rows: readonly RawRecord[],
  columns: readonly string[],
  masker: Masker,
  masked: MaskedColumns,
): readonly ColumnSummary[] {
  const safe = rows.map((row) => maskedRow(row, masker, masked));
  return columns.map((column) =>
    summarize(
      shownName(column, masker, masked),
      safe.map((row) => row[column]),
    ),
  );
}

function summarize(column: string, values: readonly unknown[]): ColumnSummary {
  const counts = new Map<string, number>();
  const filled = values.filter((value) => value !== null && value !== undefined && value !== '');
  for (const value of filled) {
    const text = typeof value === 'string' ? value : JSON.stringify(value, printable);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const numbers = filled.filter((value) => typeof value === 'number');
  const top = [...counts].sort((one, other) => other[1] - one[1]).slice(0, topValues);
  return {
    column,
    filled: filled.length,
    distinct: counts.size,
    ...(numbers.length > 0 && { minimum: lowest(numbers), maximum: -lowest(numbers.map((value) => -value)) }),
    top: top.map(([value, count]) => [shortened(value, maxValueLength), count] as const),
  };
}

function lowest(numbers: readonly number[]): number {
  return numbers.reduce((least, value) => Math.min(least, value), Infinity);
}
