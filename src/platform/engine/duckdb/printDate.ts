import { QueryRejection } from '../plan/queryRejection';
import { dateNames, datePatternParts } from '../functions/datePattern';
import type { DateNames, PatternPart } from '../functions/datePattern';
import { zoneMinutes } from '../functions/javaTimeZones';
import { timeMacro } from './localTime';
import { quoteText } from '../../store/sqlText';

/** The text of a time by a SimpleDateFormat pattern, in a time zone or with the names of a locale, if given. */
export function printDate(timestamp: string, pattern: string, zoneOrLocale = ''): string {
  const parts = datePatternParts(pattern);
  const { zone, names } = zoneOrLocale === '' ? {} : zoneOrNames(zoneOrLocale, timestamp);
  if (!parts) throw new QueryRejection('broken-expression');
  const local = zone?.local ?? timeMacro('to_local', timestamp);
  const written = parts.map((part): PrintedPart => {
    const named = names && printName(part, local, names);
    const format = named === undefined ? engineDirective(part) : undefined;
    return format === undefined ? { sql: named ?? printPart(part, local, timestamp, zone) } : { format };
  });
  const joined = joinParts(written, local);
  return joined === '' ? `CASE WHEN ${timestamp} IS NOT NULL THEN '' END` : `(${joined})`;
}

/** A part as SQL or as a directive of the engine; directives in a row are one call. */
type PrintedPart = { readonly sql: string; readonly format?: undefined } | { readonly format: string };

function joinParts(parts: readonly PrintedPart[], local: string): string {
  const written: string[] = [];
  let format = '';
  const endFormat = (): void => {
    if (format !== '') written.push(`strftime(${local}, ${quoteText(format)})`);
    format = '';
  };
  for (const part of parts) {
    if (part.format === undefined) {
      endFormat();
      written.push(part.sql);
    } else format += part.format;
  }
  endFormat();
  return written.join(' || ');
}

function zoneOrNames(
  name: string,
  timestamp: string,
): { readonly zone?: Zone | undefined; readonly names?: DateNames | undefined } {
  const zone = zoneOf(name, timestamp);
  const names = zone ? undefined : dateNames(name);
  if (!zone && !names) throw new QueryRejection('broken-expression');
  return { zone, names };
}

interface Zone {
  readonly name: string;
  readonly local: string;
  readonly offset: string;
}

function zoneOf(name: string, timestamp: string): Zone | undefined {
  if (name.includes('/')) {
    const local = `timezone(${quoteText(name)}, timezone('UTC', ${timestamp}))`;
    return zoneMinutes(name, new Date()) === undefined ? undefined : { name, local, offset: 'NULL' };
  }
  const minutes = zoneMinutes(name, new Date());
  if (minutes === undefined) return undefined;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
  return { name, local: `(${timestamp} + to_minutes(${minutes}))`, offset: quoteText(offset) };
}

/** The name of a month, a day or half a day in a locale. */
function printName(part: PatternPart, local: string, names: DateNames): string | undefined {
  if (part.letter === undefined) return undefined;
  const { letter, count } = part;
  const pick = (list: readonly string[], index: string): string =>
    `[${list.map(quoteText).join(', ')}][${index}]`;
  if (letter === 'E') return pick(count > 3 ? names.days : names.shortDays, `dayofweek(${local}) + 1`);
  if (letter === 'a') return pick(names.halves, `hour(${local}) // 12 + 1`);
  const isMonth = 'ML'.includes(letter) && count > 2;
  return isMonth ? pick(count > 3 ? names.months : names.shortMonths, `month(${local})`) : undefined;
}

/** The directive of the engine for a part, if it has one. */
function engineDirective(part: PatternPart): string | undefined {
  if (part.letter === undefined) return part.text.replaceAll('%', '%%');
  return directives[part.letter]?.[Math.min(part.count, 4) - 1];
}

/** By the number of letters, from 1 to 4 and more. */
const directives: Readonly<Record<string, readonly (string | undefined)[]>> = {
  M: ['%-m', '%m', '%b', '%B'],
  L: ['%-m', '%m', '%b', '%B'],
  d: ['%-d', '%d'],
  H: ['%-H', '%H'],
  h: ['%-I', '%I'],
  m: ['%-M', '%M'],
  s: ['%-S', '%S'],
  a: ['%p', '%p', '%p', '%p'],
  E: ['%a', '%a', '%a', '%A'],
};

function printPart(part: PatternPart, local: string, timestamp: string, zone: Zone | undefined): string {
  if (part.letter === undefined) return quoteText(part.text);
  const { letter, count } = part;
  const own = zoneParts[letter]?.(count, timestamp, zone);
  if (own !== undefined) return own;
  if (letter === 'G') return `CASE WHEN year(${local}) > 0 THEN 'AD' ELSE 'BC' END`;
  const number = numbers[letter]?.(local) ?? 'NULL';
  const isShortYear = (letter === 'y' || letter === 'Y') && count === 2;
  return padded(isShortYear ? `${number} % 100` : number, count);
}

function padded(number: string, width: number): string {
  return `printf(${quoteText(`%0${Math.min(width, 30)}d`)}, CAST(${number} AS BIGINT))`;
}

/** Weeks begin on Sunday, and the first week of a year or month contains its first day. */
const numbers: Readonly<Record<string, (local: string) => string>> = {
  y: (local) => `(CASE WHEN year(${local}) > 0 THEN year(${local}) ELSE 1 - year(${local}) END)`,
  Y: (local) => `year(${saturday(local)})`,
  w: (local) => `((dayofyear(${saturday(local)}) - 1) // 7 + 1)`,
  W: (local) => `((day(${local}) + 6 - dayofweek(${local}) - 1) // 7 + 1)`,
  D: (local) => `dayofyear(${local})`,
  d: (local) => `day(${local})`,
  F: (local) => `((day(${local}) - 1) // 7 + 1)`,
  u: (local) => `isodow(${local})`,
  H: (local) => `hour(${local})`,
  h: (local) => `((hour(${local}) + 11) % 12 + 1)`,
  k: (local) => `((hour(${local}) + 23) % 24 + 1)`,
  K: (local) => `(hour(${local}) % 12)`,
  m: (local) => `minute(${local})`,
  s: (local) => `second(${local})`,
  S: (local) => `(millisecond(${local}) % 1000)`,
};

/** The last day of the week, which is in the year that the week belongs to. */
function saturday(local: string): string {
  return `(CAST(${local} AS DATE) + CAST(6 - dayofweek(${local}) AS INTEGER))`;
}

const zoneParts: Readonly<
  Record<string, (count: number, timestamp: string, zone: Zone | undefined) => string>
> = {
  z: (count, timestamp, zone) =>
    zone ? quoteText(zone.name) : timeMacro(count > 3 ? 'zone_long_name' : 'zone_name', timestamp),
  Z: (_count, timestamp, zone) => zone?.offset ?? timeMacro('zone_offset', timestamp),
  X: (count, timestamp, zone) => {
    const offset = zone?.offset ?? timeMacro('zone_offset', timestamp);
    const forms = [`left(${offset}, 3)`, offset, `left(${offset}, 3) || ':' || right(${offset}, 2)`];
    return `CASE WHEN ${offset} = '+0000' THEN 'Z' ELSE ${forms[Math.min(count, 3) - 1] ?? offset} END`;
  },
};
