import { QueryRejection } from '../plan/queryRejection';
import { timeMacro } from './localTime';
import { once } from './once';
import { quoteText } from '../../store/sqlText';

/** The time that a whole text means by a SimpleDateFormat pattern; null if it does not match or is no date. */
export function readDate(text: string, pattern: string): string {
  const parts = datePatternParts(pattern);
  const format = engineFormat(parts);
  if (format !== undefined) {
    const read = timeMacro('from_local', `CAST(try_strptime(${text}, ${quoteText(format)}) AS TIMESTAMP)`);
    if (!parts.some(({ letter }) => letter === 'S')) return read;
    // The engine reads 5 as a fraction, 500 milliseconds.
    return `CASE WHEN length(${text}) = ${lengthOf(parts)} THEN ${read} ELSE ${readParts(text, parts)} END`;
  }
  return readParts(text, parts);
}

/** The length of a text in which numbers have all of their digits. */
function lengthOf(parts: readonly PatternPart[]): number {
  return parts.reduce((sum, part) => sum + (part.letter === undefined ? part.text.length : part.count), 0);
}

function readParts(text: string, parts: readonly PatternPart[]): string {
  const { regex, groups } = readingPattern(parts);
  if (groups.size === 0) throw new QueryRejection('broken-expression');
  const names = [...groups.values()].map(quoteText).join(', ');
  const found = `regexp_extract(${text}, ${quoteText(regex)}, [${names}])`;
  const matched = once(found, 'read', printTimestamp(groups));
  return `CASE WHEN regexp_matches(${text}, ${quoteText(regex)}) THEN ${matched} END`;
}

/** The patterns that logs use most, which the engine reads faster. */
const engineDirectives: Readonly<Record<string, string>> = {
  yyyy: '%Y',
  MM: '%m',
  dd: '%d',
  HH: '%H',
  mm: '%M',
  ss: '%S',
  SSS: '%g',
};

function engineFormat(parts: readonly PatternPart[]): string | undefined {
  if (!parts.some(({ letter }) => letter === 'y')) return undefined;
  const directives = parts.map((part) =>
    part.letter === undefined
      ? part.text.replaceAll('%', '%%')
      : engineDirectives[part.letter.repeat(part.count)],
  );
  return directives.every((directive) => directive !== undefined) ? directives.join('') : undefined;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const textForms: Readonly<Record<string, string>> = {
  G: 'AD|BC',
  E: `(?:${dayNames.join('|')})[a-z]*`,
  a: 'AM|PM',
  Z: '[+-]\\d{4}|(?:GMT|UTC)(?:[+-]\\d{1,2}:?\\d{2})?',
  X: 'Z|[+-]\\d{2}(?::?\\d{2})?',
  z: '(?:GMT|UTC)(?:[+-]\\d{1,2}:?\\d{2})?|[+-]\\d{4}|[A-Za-z][A-Za-z/_ ]*',
};

function readingPattern(parts: readonly PatternPart[]): { readonly regex: string; readonly groups: Groups } {
  const groups = new Map<string, string>();
  const pieces = parts.map((part, index) => {
    if (part.letter === undefined) return part.text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    const form = formOf(part.letter, part.count, parts[index + 1]);
    if (groups.has(part.letter)) return `(?:${form})`;
    const name = `g${groups.size}`;
    groups.set(part.letter, name);
    return `(?P<${name}>${form})`;
  });
  return { regex: `(?is)^\\s*${pieces.join('')}\\s*$`, groups };
}

/** A number that is followed by another has exactly as many digits as letters. */
function formOf(letter: string, count: number, next: PatternPart | undefined): string {
  if (isMonthName(letter, count)) return `(?:${monthNames.join('|')})[a-z]*`;
  const text = textForms[letter];
  if (text !== undefined) return text;
  const isAdjacent =
    next?.letter !== undefined && !(next.letter in textForms) && !isMonthName(next.letter, next.count);
  return isAdjacent ? `\\d{${count}}` : '\\d+';
}

function isMonthName(letter: string, count: number): boolean {
  return (letter === 'M' || letter === 'L') && count > 2;
}

/** The name of the group of each letter, in order. */
type Groups = ReadonlyMap<string, string>;

/** The time of the groups in `read`. What the pattern lacks is that of January 1, 1970, at midnight. */
function printTimestamp(groups: Groups): string {
  const number = (letter: string): string | undefined => {
    const group = groups.get(letter);
    return group === undefined ? undefined : `TRY_CAST(read.${group} AS BIGINT)`;
  };
  const clock = [printHour(groups, number), number('m') ?? '0', `CAST(${number('s') ?? '0'} AS DOUBLE)`].join(
    ', ',
  );
  const date = printDay(groups, number);
  const timestamp = `TRY(make_timestamp(year(${date}), month(${date}), day(${date}), ${clock}))`;
  const milliseconds = number('S');
  const whole =
    milliseconds === undefined ? timestamp : `TRY(${timestamp} + to_milliseconds(${milliseconds}))`;
  return printZoned(groups, whole);
}

type NumberOf = (letter: string) => string | undefined;

function printHour(groups: Groups, number: NumberOf): string {
  const isAfternoon = groups.has('a')
    ? `CASE WHEN upper(read.${groups.get('a') ?? ''}) = 'PM' THEN 12 ELSE 0 END`
    : '0';
  const within = (hour: string, first: number, last: number, value: string): string =>
    `CASE WHEN ${hour} BETWEEN ${first} AND ${last} THEN ${value} END`;
  const [hour, hour24, hour11, hour12] = ['H', 'k', 'K', 'h'].map(number);
  if (hour !== undefined) return hour;
  if (hour24 !== undefined) return within(hour24, 1, 24, `${hour24} % 24`);
  if (hour11 !== undefined) return within(hour11, 0, 11, `${hour11} + ${isAfternoon}`);
  if (hour12 !== undefined) return within(hour12, 1, 12, `${hour12} % 12 + ${isAfternoon}`);
  return isAfternoon;
}

/** The date, from the day of the month or the year, or from a week and the day of the week. */
function printDay(groups: Groups, number: NumberOf): string {
  const year = printYear(groups, number);
  const month = printMonth(groups, number);
  const firstOfMonth = `TRY(make_date(${year}, ${month}, 1))`;
  const weekday = printWeekday(groups, number);
  const weekOf = (first: string, week: string): string =>
    `(${first} - CAST(dayofweek(${first}) AS INTEGER) + CAST((${week} - 1) * 7 + ${weekday} AS INTEGER))`;
  const [day, dayOfYear, week, weekOfMonth, count] = ['d', 'D', 'w', 'W', 'F'].map(number);
  if (day !== undefined) return `TRY(make_date(${year}, ${month}, ${day}))`;
  if (dayOfYear !== undefined) return `TRY(make_date(${year}, 1, 1) + CAST(${dayOfYear} - 1 AS INTEGER))`;
  if (week !== undefined) return weekOf(`make_date(${year}, 1, 1)`, week);
  if (weekOfMonth !== undefined) return weekOf(firstOfMonth, weekOfMonth);
  if (count === undefined) return firstOfMonth;
  const wait = `(${weekday} - dayofweek(${firstOfMonth}) + 7) % 7`;
  return `(${firstOfMonth} + CAST(${wait} + (${count} - 1) * 7 AS INTEGER))`;
}

/** Two digits mean a year from 80 years before to 19 years after the current one. */
function printYear(groups: Groups, number: NumberOf): string {
  const letter = groups.has('y') ? 'y' : 'Y';
  const year = number(letter);
  if (year === undefined) return '1970';
  const latest = new Date().getFullYear() + 19;
  const century = `CASE WHEN ${year} + 2000 > ${latest} THEN ${year} + 1900 ELSE ${year} + 2000 END`;
  const full = `CASE WHEN length(read.${groups.get(letter) ?? ''}) <= 2 THEN ${century} ELSE ${year} END`;
  const era = groups.get('G');
  return era === undefined ? full : `CASE WHEN upper(read.${era}) = 'BC' THEN 1 - ${year} ELSE ${full} END`;
}

function printMonth(groups: Groups, number: NumberOf): string {
  const letter = groups.has('M') ? 'M' : 'L';
  const group = groups.get(letter);
  if (group === undefined) return '1';
  return `coalesce(${number(letter) ?? 'NULL'}, ${indexOf(group, monthNames)} + 1)`;
}

/** From 0 for Sunday, which is the default. */
function printWeekday(groups: Groups, number: NumberOf): string {
  const name = groups.get('E');
  if (name !== undefined) return indexOf(name, dayNames);
  const day = number('u');
  return day === undefined ? '0' : `(${day} % 7)`;
}

/** The position of a name of which the first three letters count. */
function indexOf(group: string, names: readonly string[]): string {
  return `((instr(${quoteText(names.join(''))}, left(lower(read.${group}), 3)) - 1) // 3)`;
}

function printZoned(groups: Groups, local: string): string {
  const group = groups.get('X') ?? groups.get('Z') ?? groups.get('z');
  if (group === undefined) return timeMacro('from_local', local);
  const zone = `read.${group}`;
  const digits = `regexp_extract(${zone}, '(\\d{1,2}):?(\\d{2})?$', ['h', 'm'])`;
  const minutes = once(
    digits,
    'ahead',
    `(TRY_CAST(ahead.h AS INTEGER) * 60 + coalesce(TRY_CAST(ahead.m AS INTEGER), 0)) * CASE WHEN contains(${zone}, '-') THEN -1 ELSE 1 END`,
  );
  return `CASE WHEN regexp_matches(${zone}, '\\d') THEN ${local} - to_minutes(${minutes})
 WHEN upper(${zone}) IN ('Z', 'GMT', 'UTC') THEN ${local} ELSE ${timeMacro('from_zone', local, zone)} END`;
}

/** A part of a SimpleDateFormat pattern: a letter with the number of its repetitions, or text. */
export type PatternPart =
  | { readonly letter: string; readonly count: number }
  | { readonly letter: undefined; readonly text: string };

const letters = new Set('GyYMLwWDdFEuaHkKhmsSzZX');

/** Splits a pattern; `''` is a quote, and text is in quotes. */
export function datePatternParts(pattern: string): readonly PatternPart[] {
  return [...pattern.matchAll(partPattern)].map(partOf);
}

const partPattern =
  /'(?<quoted>(?:[^']|'')*)'|(?<run>(?<letter>[A-Za-z])\k<letter>*)|(?<other>[^A-Za-z'])|'/g;

function partOf({ groups = {} }: RegExpExecArray): PatternPart {
  const { quoted, run, letter = '', other } = groups;
  if (run !== undefined && letters.has(letter)) return { letter, count: run.length };
  const text = quoted === '' ? "'" : (quoted?.replaceAll("''", "'") ?? other);
  if (text === undefined) throw new QueryRejection('broken-expression');
  return { letter: undefined, text };
}
