import { datePatternParts } from '../functions/datePattern';
import type { PatternPart } from '../functions/datePattern';
import { QueryRejection } from '../plan/queryRejection';
import { timeMacro } from './localTime';
import { ownFunction } from './ownFunctions';
import { quoteText } from '../../store/sqlText';

/** The time that a text means by a SimpleDateFormat pattern; null if it does not match. */
export function readDate(text: string, pattern: string, locale: string): string {
  const parts = datePatternParts(pattern);
  if (!parts?.some(({ letter }) => letter !== undefined)) throw new QueryRejection('broken-expression');
  const read = `CAST(${ownFunction('date', text, quoteText(pattern), quoteText(locale))} AS TIMESTAMP)`;
  const hasZone = parts.some(({ letter }) => letter !== undefined && 'zZX'.includes(letter));
  const slow = hasZone ? read : timeMacro('from_local', read);
  const format = engineFormat(parts);
  if (format === undefined) return slow;
  const fast = timeMacro('from_local', `CAST(try_strptime(${text}, ${quoteText(format)}) AS TIMESTAMP)`);
  if (!parts.some(({ letter }) => letter === 'S')) return `coalesce(${fast}, ${slow})`;
  // The engine reads 5 as a fraction, 500 milliseconds.
  return `coalesce(CASE WHEN length(${text}) = ${lengthOf(parts)} THEN ${fast} END, ${slow})`;
}

/** The length of a text in which numbers have all of their digits. */
function lengthOf(parts: readonly PatternPart[]): number {
  return parts.reduce((sum, part) => sum + (part.letter === undefined ? part.text.length : part.count), 0);
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
