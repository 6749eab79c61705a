import { datePatternText, readDate } from './datePatterns';
import { asText, isNumber } from './values';
import type { RowFunction, Value } from './values';

const second = 1000;
const lengths: Readonly<Record<string, number>> = {
  s: second,
  m: 60 * second,
  h: 3600 * second,
  d: 86_400 * second,
  w: 7 * 86_400 * second,
};

export interface Span {
  readonly count: number;
  readonly unit: string;
}

export function readSpan(text: string): Span {
  const [, count = '1', unit = 'd'] = /^(\d+)(s|m|h|d|w|mon|y)$/.exec(text) ?? [];
  return { count: Number(count), unit };
}

/** The start of the interval of a time; weeks begin on Monday, and 1970-01-05 was one. */
export function truncate(time: number, { count, unit }: Span, offset = 0): Date {
  const moved = new Date(time - offset);
  if (unit === 'mon' || unit === 'y') {
    const months = unit === 'y' ? count * 12 : count;
    const month = (moved.getUTCFullYear() - 1970) * 12 + moved.getUTCMonth();
    return new Date(Date.UTC(1970, Math.floor(month / months) * months) + offset);
  }
  const length = count * (lengths[unit] ?? second);
  const start = unit === 'w' ? 4 * 86_400 * second : 0;
  return new Date(Math.floor((moved.getTime() - start) / length) * length + start + offset);
}

export function addSpan(date: Date, { count, unit }: Span, times = 1): Date {
  if (unit === 'mon' || unit === 'y') return addMonths(date, (unit === 'y' ? 12 : 1) * count * times);
  return new Date(date.getTime() + (lengths[unit] ?? second) * count * times);
}

export const lengthOf = ({ count, unit }: Span): number => count * (lengths[unit] ?? 0);

/** The last day of a shorter month. */
function addMonths(date: Date, count: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(date.getUTCMonth() + count);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

const units: Readonly<Record<string, Span>> = {
  year: { count: 1, unit: 'y' },
  mon: { count: 1, unit: 'mon' },
  day: { count: 1, unit: 'd' },
  hour: { count: 1, unit: 'h' },
  min: { count: 1, unit: 'm' },
  sec: { count: 1, unit: 's' },
};

function difference(from: Date, to: Date, unit: string): bigint {
  const gap = to.getTime() - from.getTime();
  if (unit === 'msec') return BigInt(gap);
  const span = units[unit] ?? { count: 1, unit: 's' };
  if (lengthOf(span) > 0) return BigInt(Math.trunc(gap / lengthOf(span)));
  const step = Math.sign(gap);
  let count = 0;
  while (step * (to.getTime() - addSpan(from, span, count + step).getTime()) >= 0 && step !== 0)
    count += step;
  return BigInt(count);
}

/** The Thursday of a week is in its ISO year. */
function isoWeek(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(truncate(date.getTime(), { count: 1, unit: 'w' }).getTime() + 3 * lengths['d']!);
  const year = thursday.getUTCFullYear();
  return { year, week: 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / lengths['w']!) };
}

const parts: Readonly<Record<string, (date: Date) => number>> = {
  century: (date) => Math.ceil(date.getUTCFullYear() / 100),
  decade: (date) => Math.floor(date.getUTCFullYear() / 10),
  millenium: (date) => Math.ceil(date.getUTCFullYear() / 1000),
  year: (date) => date.getUTCFullYear(),
  isoyear: (date) => isoWeek(date).year,
  quarter: (date) => 1 + Math.floor(date.getUTCMonth() / 3),
  mon: (date) => date.getUTCMonth() + 1,
  month: (date) => date.getUTCMonth() + 1,
  week: (date) => isoWeek(date).week,
  day: (date) => date.getUTCDate(),
  doy: (date) => 1 + Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / lengths['d']!),
  dow: (date) => date.getUTCDay(),
  isodow: (date) => date.getUTCDay() || 7,
  hour: (date) => date.getUTCHours(),
  min: (date) => date.getUTCMinutes(),
  minute: (date) => date.getUTCMinutes(),
  sec: (date) => date.getUTCSeconds(),
  seconds: (date) => date.getUTCSeconds(),
  msec: (date) => date.getUTCMilliseconds(),
  milliseconds: (date) => date.getUTCSeconds() * 1000 + date.getUTCMilliseconds(),
  microseconds: (date) => (date.getUTCSeconds() * 1000 + date.getUTCMilliseconds()) * 1000,
  epoch: (date) => Math.floor(date.getTime() / 1000),
  timezone: () => 0,
  timezone_hour: () => 0,
  timezone_minute: () => 0,
};

const ofDate =
  (apply: (date: Date, ...rest: readonly Value[]) => Value): RowFunction =>
  (value, ...rest) =>
    value instanceof Date ? apply(value, ...rest.map((one) => one ?? null)) : null;

/** The last millisecond that counts as seconds: after the year 9999. */
const lastSecond = 253_402_300_799;

export const dateFunctions: Readonly<Record<string, RowFunction>> = {
  string: ofDate((date, format = '', zone = null) =>
    datePatternText(date, asText(format) ?? '', asText(zone)),
  ),
  date: (value = null, format = null, locale = null) => {
    const text = asText(value);
    return text === null || text === '' ? null : readDate(text, asText(format) ?? '', asText(locale) ?? 'en');
  },
  ago: (span = null) => addSpan(new Date(), readSpan(asText(span) ?? ''), -1),
  dateadd: ofDate((date, unit = null, count = null) => {
    if (!isNumber(count)) return null;
    if (unit === 'msec') return new Date(date.getTime() + Number(count));
    return addSpan(date, units[asText(unit) ?? ''] ?? { count: 1, unit: 's' }, Number(count));
  }),
  datediff: ofDate((from, to = null, unit = null) =>
    to instanceof Date ? difference(from, to, asText(unit) ?? '') : null,
  ),
  datepart: ofDate((date, part = null) => BigInt(parts[asText(part) ?? '']?.(date) ?? 0)),
  datetrunc: ofDate((date, span = null, offset = null) => {
    return truncate(
      date.getTime(),
      readSpan(asText(span) ?? ''),
      offset === null ? 0 : lengthOf(readSpan(asText(offset) ?? '')),
    );
  }),
  daterange: ofDate((from, to = null, step = null) => {
    if (!(to instanceof Date)) return null;
    const span = readSpan(asText(step) ?? '1d');
    const dates: Date[] = [];
    for (let date = from; date < to; date = addSpan(from, span, dates.length)) dates.push(date);
    return dates;
  }),
  epoch: (value = null) => {
    if (!isNumber(value)) return null;
    const number = Number(value);
    return new Date(number > lastSecond ? number : number * 1000);
  },
};
