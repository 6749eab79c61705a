import { t } from '../../shared/localize';
import { storedNames, uploadReservedNames } from '../../shared/storedNames';
import { timeFieldOf } from '../../shared/timeField';
import { formatWireTime } from '../../shared/wire/time';
import type { LogSample } from './logSample';

export type StoredType = 'text' | 'number' | 'boolean' | 'list' | 'map' | 'several' | 'empty';

interface StoredField {
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
  const hasEmptyCells = sample.format === 'csv' && sample.values.some((row) => row.includes(''));
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
      ...(hasEmptyCells ? [t('Empty cells are stored without a value.')] : []),
    ],
  };
}

function timeOf(value: unknown, now: number) {
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
    return name === field ? [] : [t('The field “{0}” is stored as “{1}”.', field, name)];
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

/**
 * The time of an uploaded value, in epoch milliseconds, as the platform reads it: ISO 8601, the format of web servers,
 * digits of a date, or a number since 1970. Undefined for what is no time, or before 1980 or more than a day ahead.
 */
function readTime(value: unknown, now: number): number | undefined {
  const time =
    typeof value === 'number' ? (digitsTime(String(value)) ?? epochTime(value)) : textTime(String(value));
  return time !== undefined && time >= earliest && time <= now + day ? time : undefined;
}

const day = 24 * 60 * 60 * 1000;
const earliest = Date.UTC(1980, 0, 1);

function textTime(text: string): number | undefined {
  const time = isoTime(text) ?? webServerTime(text) ?? digitsTime(text);
  return time ?? (text.trim() === '' ? undefined : epochTime(Number(text)));
}

const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d+))?)?)?/;
const offset = /^ ?(?:Z|UTC|([+-])(\d{2})(?::?(\d{2}))?)?$/i;

function isoTime(text: string): number | undefined {
  const found = isoDate.exec(text);
  const zone = found && offset.exec(text.slice(found[0].length));
  if (!found || !zone) return undefined;
  const [, year, month, date, hour, minute, second, fraction = '0'] = found;
  const time = utcTime([year, month, date, hour, minute, second]);
  return time === undefined ? undefined : time + Number(`0.${fraction}`) * 1000 - offsetOf(zone);
}

/** In milliseconds. */
function offsetOf([, sign = '+', hours = '0', minutes = '0']: readonly (string | undefined)[]): number {
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const webServer = /^(\d{1,2})\/([a-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2}) ([+-])(\d{2}):?(\d{2})?$/i;

function webServerTime(text: string): number | undefined {
  const found = webServer.exec(text);
  if (!found) return undefined;
  const [, date, name = '', year, hour, minute, second, ...zone] = found;
  const month = String(months.indexOf(name.toLowerCase()) + 1);
  const time = utcTime([year, month, date, hour, minute, second]);
  return time === undefined ? undefined : time - offsetOf(['', ...zone]);
}

/** `yyyyMMdd` or `yyyyMMddHHmmss`. */
function digitsTime(text: string): number | undefined {
  const found = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?$/.exec(text);
  return found ? utcTime(found.slice(1)) : undefined;
}

/** Undefined for a date that no calendar has, such as February 30. */
function utcTime(parts: readonly (string | undefined)[]): number | undefined {
  const two = (part: string | undefined): string => (part ?? '0').padStart(2, '0');
  const [year = '', ...others] = parts.map(two);
  const [month = '', date = '', hour = '00', minute = '00', second = '00'] = others;
  const written = `${year}-${month}-${date}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(written);
  return !Number.isNaN(time) && new Date(time).toISOString() === written ? time : undefined;
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, by size. */
function epochTime(number: number): number | undefined {
  const [, unit] = units.find(([limit]) => number < limit) ?? [];
  return unit === undefined || !(number >= 0) ? undefined : number * unit;
}

const units: readonly (readonly [number, number])[] = [
  [1e11, 1e3],
  [1e14, 1],
  [1e17, 1e-3],
  [1e19, 1e-6],
];
