import { datePatternParts } from './readDate';
import type { PatternPart } from './readDate';
import { timeMacro } from './localTime';
import { quoteText } from '../../store/sqlText';

/** The text of a time by a SimpleDateFormat pattern. */
export function printDate(timestamp: string, pattern: string): string {
  const local = timeMacro('to_local', timestamp);
  const written: string[] = [];
  let format = '';
  const endFormat = (): void => {
    if (format !== '') written.push(`strftime(${local}, ${quoteText(format)})`);
    format = '';
  };
  for (const part of datePatternParts(pattern)) {
    const directive = engineDirective(part);
    if (directive !== undefined) {
      format += directive;
      continue;
    }
    endFormat();
    written.push(printPart(part, local, timestamp));
  }
  endFormat();
  return written.length === 0
    ? `CASE WHEN ${timestamp} IS NOT NULL THEN '' END`
    : `(${written.join(' || ')})`;
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

function printPart(part: PatternPart, local: string, timestamp: string): string {
  if (part.letter === undefined) return quoteText(part.text);
  const { letter, count } = part;
  const zone = zoneParts[letter]?.(count, timestamp);
  if (zone !== undefined) return zone;
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

const zoneParts: Readonly<Record<string, (count: number, timestamp: string) => string>> = {
  z: (count, timestamp) => timeMacro(count > 3 ? 'zone_long_name' : 'zone_name', timestamp),
  Z: (_count, timestamp) => timeMacro('zone_offset', timestamp),
  X: (count, timestamp) => {
    const offset = timeMacro('zone_offset', timestamp);
    const forms = [`left(${offset}, 3)`, offset, `left(${offset}, 3) || ':' || right(${offset}, 2)`];
    return `CASE WHEN ${offset} = '+0000' THEN 'Z' ELSE ${forms[Math.min(count, 3) - 1] ?? offset} END`;
  },
};
