import { cellText } from '../base/json';
import type { SampledField, TableSample } from '../pages/tableMessages';
import { fieldOf } from '../interface/optional';
import type { RawRecord } from '../interface/optional';
import { parseWireTime } from '../interface/time';

const maxValues = 10;
const rowsShown = 10;
const columnsShown = 7;
/** Longer values are truncated. */
const maxValueLength = 200;
/** Constant or unique in every row, so their statistics are useless. */
const leftOut: ReadonlySet<string> = new Set(['_table', '_id']);

/** The statistics of the fields in a sample, the most filled first. */
export function sampleOf(rows: readonly RawRecord[]): TableSample {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !leftOut.has(name));
  const fields = names
    .map((name) => statisticsOf(name, rows))
    .toSorted((one, other) => rank(one) - rank(other) || other.filled - one.filled);
  const columns = fields.slice(0, columnsShown).map(({ name }) => name);
  return {
    rows: rows.length,
    fields,
    columns,
    first: rows.slice(0, rowsShown).map((row) => columns.map((name) => statisticsText(fieldOf(row, name)))),
  };
}

/** The time comes first and the raw line last, because its content is also in the fields. */
function rank({ name }: SampledField): number {
  if (name === '_time') return 0;
  return name === 'line' ? 2 : 1;
}

function statisticsOf(name: string, rows: readonly RawRecord[]): SampledField {
  const counts = new Map<string, number>();
  const values = rows
    .map((row) => fieldOf(row, name))
    .filter((value) => value !== undefined && value !== null);
  for (const value of values) {
    const text = statisticsText(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const top = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxValues)
    .map(([value, count]) => ({ value, count }));
  return { name, type: typeOf(values), filled: values.length, distinct: counts.size, top };
}

/** Text if the values have different types. */
function typeOf(values: readonly unknown[]): SampledField['type'] {
  const types = new Set(values.map(typeOfOne));
  const [type = 'text', ...others] = types;
  return others.length === 0 ? type : 'text';
}

function typeOfOne(value: unknown): SampledField['type'] {
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'string') return 'json';
  return parseWireTime(withoutParts(value)) === undefined ? 'text' : 'time';
}

/** Logs have finer times than those of the platform itself. */
function withoutParts(time: string): string {
  return time.replace(/(:\d{2})\.\d+(?=[Z+-])/, '$1');
}

/** A value in statistics, which may be truncated. */
export function statisticsText(value: unknown): string {
  const text = cellText(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}
