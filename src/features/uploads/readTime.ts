/**
 * The time of an uploaded value, in epoch milliseconds, as the platform reads it: ISO 8601, the format of web servers,
 * digits of a date, or a number since 1970. Undefined for what is no time, or before 1980 or more than a day ahead.
 */
export function readTime(value: unknown, now: number): number | undefined {
  const time = typeof value === 'number' ? numberTime(value) : textTime(String(value));
  return time !== undefined && time >= earliest && time <= now + day ? time : undefined;
}

const day = 24 * 60 * 60 * 1000;
const earliest = Date.UTC(1980, 0, 1);

function numberTime(value: number): number | undefined {
  return digitsTime(String(value)) ?? epochTime(value);
}

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
