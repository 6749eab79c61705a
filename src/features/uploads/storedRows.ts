import { t } from '../../shared/localize';
import { storedNames, uploadReservedNames } from '../../shared/storedNames';
import { timeFieldOf } from '../../shared/timeField';
import { formatWireTime } from '../../shared/wire/time';
import type { LogSample } from './logSample';
import { readTime } from './readTime';

export type StoredType = 'text' | 'number' | 'boolean' | 'list' | 'map' | 'several' | 'empty';

export interface StoredField {
  readonly name: string;
  readonly type: StoredType;
}

/** The first rows of a file as the platform will store them. */
export interface StoredRows {
  /** Without `_time`, which every row has. */
  readonly fields: readonly StoredField[];
  /** The text of `_time` and of each field. */
  readonly rows: readonly (readonly string[])[];
  /** Sentences about what is not kept as it is. */
  readonly notes: readonly string[];
}

/** What becomes of a sample, by the rules of the platform. Other rows of the file may change the type of a field. */
export function storedRows(sample: LogSample, now: number): StoredRows {
  const names = storedNames(sample.fields, uploadReservedNames);
  const timeName = timeFieldOf(names);
  const timeIndex = timeName === undefined ? -1 : names.lastIndexOf(timeName);
  const times = sample.values.map((row) => timeOf(row[timeIndex], now));
  // The platform stores the original of `_time` elsewhere, and only where it is no time.
  const kept = [...names.keys()].filter((index) => names[index]?.toLowerCase() !== '_time');
  return {
    fields: kept.map((index) => ({
      name: names[index] ?? '',
      type: typeOf(sample, index, names[index] ?? ''),
    })),
    rows: sample.rows.map((row, at) => [timeText(times[at]?.time), ...kept.map((index) => row[index] ?? '')]),
    notes: [
      ...renamed(sample.fields, names),
      ...unread(times.filter(({ isUnread }) => isUnread).length, sample.rows.length, timeName ?? ''),
      ...(sample.tooLong.length === 0
        ? []
        : [
            t(
              'Numbers with more digits than the platform can store are stored as text: {0}.',
              sample.tooLong.join(', '),
            ),
          ]),
      ...(hasEmptyCells(sample) ? [t('Empty cells are stored without a value.')] : []),
    ],
  };
}

function timeOf(
  value: unknown,
  now: number,
): { readonly time: number | undefined; readonly isUnread: boolean } {
  const time = readTime(value ?? '', now);
  return { time, isUnread: time === undefined && (value ?? '') !== '' };
}

function timeText(time: number | undefined): string {
  return time === undefined ? t('arrival time') : formatWireTime(new Date(time), 0);
}

function typeOf({ format, values }: LogSample, index: number, name: string): StoredType {
  const there = values.map((row) => row[index] ?? null).filter((value) => value !== null);
  if (format === 'csv')
    return csvType(
      there.map(String).filter((cell) => cell !== ''),
      name,
    );
  const types = [...new Set(there.map(jsonType))];
  return types.length > 1 ? 'several' : (types[0] ?? 'empty');
}

function jsonType(value: unknown): StoredType {
  if (typeof value === 'object') return Array.isArray(value) ? 'list' : 'map';
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'number' : 'text';
}

/** Numbers only if all values, printed again, are the same texts. The original text of a log stays text. */
function csvType(cells: readonly string[], name: string): StoredType {
  if (cells.length === 0) return 'empty';
  return name !== 'line' && cells.every(isPrintedNumber) ? 'number' : 'text';
}

const maxInteger = 2n ** 64n - 1n;
const minInteger = -(2n ** 63n);

function isPrintedNumber(cell: string): boolean {
  if (/^(?:0|-?[1-9]\d{0,19})$/.test(cell)) return BigInt(cell) >= minInteger && BigInt(cell) <= maxInteger;
  // A decimal always has a digit after the point: 5.0.
  const printed = /^-?\d+\.\d+$/.test(cell) && Math.abs(Number(cell)) < 1e15 ? String(Number(cell)) : '';
  return printed === cell || (/^-?\d+$/.test(printed) && `${printed}.0` === cell);
}

function renamed(fields: readonly string[], names: readonly string[]): readonly string[] {
  return fields.flatMap((field, index) => {
    const name = names[index] ?? field;
    return name === field ? [] : [t('The field "{0}" is stored as "{1}".', field, name)];
  });
}

function unread(count: number, rows: number, field: string): readonly string[] {
  if (count === 0) return [];
  return [
    t(
      'In {0} of the first {1} rows, “{2}” is not a time that the platform can read, is before 1980 or more than a day ahead. These rows get their arrival time.',
      count,
      rows,
      field,
    ),
  ];
}

function hasEmptyCells({ format, values }: LogSample): boolean {
  return format === 'csv' && values.some((row) => row.includes(''));
}
