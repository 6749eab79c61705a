import { QueryRefusal } from '../plan/queryRefusal';

/** Converts a SimpleDateFormat pattern to the engine's format, for formatting or parsing. */
export function engineDateFormat(pattern: string, use: 'write' | 'read'): string {
  const parts: string[] = [];
  for (const found of pattern.matchAll(
    /'(?<quoted>(?:[^']|'')*)'|(?<letters>(?<letter>[A-Za-z])\k<letter>*)|(?<other>[^A-Za-z'])|(?<stray>')/g,
  )) {
    const { quoted, letters, other, stray } = found.groups ?? {};
    if (stray !== undefined) throw new QueryRefusal('broken-expression');
    if (letters !== undefined) parts.push(directive(letters, use));
    else parts.push(escapePercent(quoted === '' ? "'" : (quoted?.replaceAll("''", "'") ?? other ?? '')));
  }
  return parts.join('');
}

function escapePercent(text: string): string {
  return text.replaceAll('%', '%%');
}

/** Placeholders for the offset or name of the time zone in a format. */
export const zoneMarks = {
  offset: '\u0001',
  name: '\u0002',
  isoHours: '\u0003',
  isoPlain: '\u0004',
  isoColon: '\u0005',
} as const;

const isoMarks = [zoneMarks.isoHours, zoneMarks.isoPlain, zoneMarks.isoColon];

type Directive = (count: number, use: 'write' | 'read') => string;

const directives: Readonly<Record<string, Directive>> = {
  y: (count) => (count === 2 ? '%y' : '%Y'),
  M: (count, use) => monthDirective(count, use),
  d: (count, use) => numberDirective('d', count, use),
  H: (count, use) => numberDirective('H', count, use),
  h: (count, use) => numberDirective('I', count, use),
  m: (count, use) => numberDirective('M', count, use),
  s: (count, use) => numberDirective('S', count, use),
  S: () => '%g',
  D: (count, use) => numberDirective('j', count, use),
  w: () => '%V',
  u: () => '%u',
  a: () => '%p',
  E: (count) => (count > 3 ? '%A' : '%a'),
  // The offset depends on the formatted time; parsing accepts any.
  Z: (_, use) => (use === 'write' ? zoneMarks.offset : '%z'),
  X: (count, use) => (use === 'write' ? (isoMarks[count - 1] ?? zoneMarks.isoColon) : '%z'),
  z: (_, use) => (use === 'write' ? zoneMarks.name : '%Z'),
};

function directive(letters: string, use: 'write' | 'read'): string {
  const known = directives[letters.charAt(0)];
  if (!known) throw new QueryRefusal('broken-expression');
  return known(letters.length, use);
}

function monthDirective(count: number, use: 'write' | 'read'): string {
  if (count > 3) return '%B';
  return count === 3 ? '%b' : numberDirective('m', count, use);
}

/** One letter is a number without leading zeros; parsing accepts both forms. */
function numberDirective(letter: string, count: number, use: 'write' | 'read'): string {
  return count === 1 && use === 'write' ? `%-${letter}` : `%${letter}`;
}
