/** Dates as SimpleDateFormat writes and reads them, in UTC unless a zone is given. */
export function datePatternText(date: Date, pattern: string, zoneOrLocale: string | null): string {
  const minutes = zoneMinutes(zoneOrLocale ?? 'UTC');
  const shown = new Date(date.getTime() + (minutes ?? 0) * 60_000);
  const locale = minutes === undefined ? (zoneOrLocale ?? 'en') : 'en';
  return tokensOf(pattern)
    .map(
      ({ letter, length, literal }) =>
        literal ??
        (writers[letter]?.(shown, length, locale) ?? '').padStart(isText(letter, length) ? 0 : length, '0'),
    )
    .join('');
}

const isText = (letter: string, length: number): boolean =>
  'EaZXzG'.includes(letter) || (letter === 'M' && length > 2);

interface Token {
  readonly letter: string;
  readonly length: number;
  readonly literal?: string | undefined;
}

function tokensOf(pattern: string): Token[] {
  return [...pattern.matchAll(/'((?:[^']|'')*)'|([a-zA-Z])\2*|[^a-zA-Z']+/g)].map(
    ([whole, quoted, letter]) => ({
      letter: letter ?? '',
      length: whole.length,
      literal:
        letter === undefined ? (quoted === '' ? "'" : (quoted?.replaceAll("''", "'") ?? whole)) : undefined,
    }),
  );
}

function zoneMinutes(zone: string): number | undefined {
  const [, sign = '', hours = '0', minutes = '0'] = /^(?:GMT)?([-+])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== '') return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return { UTC: 0, GMT: 0, Z: 0, KST: 540 }[zone];
}

const named = (date: Date, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(date);

const dayOfYear = (date: Date): number =>
  1 + Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);

const writers: Readonly<Record<string, (date: Date, length: number, locale: string) => string>> = {
  y: (date, length) =>
    length === 2 ? String(date.getUTCFullYear()).slice(-2) : String(date.getUTCFullYear()),
  M: (date, length, locale) =>
    length < 3
      ? String(date.getUTCMonth() + 1)
      : named(date, locale, { month: length === 3 ? 'short' : 'long' }),
  d: (date) => String(date.getUTCDate()),
  H: (date) => String(date.getUTCHours()),
  k: (date) => String(date.getUTCHours() || 24),
  K: (date) => String(date.getUTCHours() % 12),
  h: (date) => String(date.getUTCHours() % 12 || 12),
  m: (date) => String(date.getUTCMinutes()),
  s: (date) => String(date.getUTCSeconds()),
  S: (date) => String(date.getUTCMilliseconds()),
  a: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  E: (date, length, locale) => named(date, locale, { weekday: length < 4 ? 'short' : 'long' }),
  u: (date) => String(date.getUTCDay() || 7),
  D: (date) => String(dayOfYear(date)),
  F: (date) => String(Math.ceil(date.getUTCDate() / 7)),
  w: (date) => {
    const first = new Date(Date.UTC(date.getUTCFullYear(), 0, 1)).getUTCDay();
    return String(Math.ceil((dayOfYear(date) + first) / 7));
  },
  Z: () => '+0000',
  X: () => 'Z',
};

/** Parts out of range roll over. Null if the text does not match; what is left of it is ignored. */
export function readDate(text: string, pattern: string, locale: string): Date | null {
  const read: Record<string, string> = {};
  let rest = text;
  const tokens = tokensOf(pattern);
  for (const [index, { letter, length, literal }] of tokens.entries()) {
    const next = tokens[index + 1];
    const isFixed = next !== undefined && next.literal === undefined && !isText(next.letter, next.length);
    const found = literal ?? partPattern(letter, length, isFixed).exec(rest)?.[0];
    if (found === undefined || !rest.startsWith(found)) return null;
    if (literal === undefined) read[letter] = found;
    rest = rest.slice(found.length);
  }
  return dateOf(read, locale);
}

/** Digits that others follow at once have their own length only. */
function partPattern(letter: string, length: number, isFixed: boolean): RegExp {
  if (letter === 'Z' || letter === 'X' || letter === 'z') return /^(?:Z|[-+]\d{2}:?\d{0,2}|[A-Z]{3})/;
  if (isText(letter, length)) return /^[\p{L}\d]+/u;
  return isFixed ? new RegExp(`^\\d{1,${length}}`) : /^\d+/;
}

function dateOf(read: Readonly<Record<string, string>>, locale: string): Date | null {
  const part = (letter: string, otherwise = 0): number => Number(read[letter] ?? otherwise);
  const half = read['a']?.toUpperCase() === 'PM' ? 12 : 0;
  const hour = read['h'] === undefined ? part('H') : (part('h') % 12) + half;
  const month = monthOf(read['M'] ?? '1', locale);
  const zone = zoneMinutes(read['Z'] ?? read['X'] ?? read['z'] ?? 'UTC');
  if (month === undefined || zone === undefined) return null;
  const time = Date.UTC(part('y', 1970), month, part('d', 1), hour, part('m'), part('s'), part('S'));
  return new Date(time - zone * 60_000);
}

function monthOf(text: string, locale: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) - 1;
  const months = Array.from({ length: 12 }, (_, index) => index);
  return months.find((month) =>
    (['short', 'long'] as const).some(
      (style) => named(new Date(Date.UTC(2024, month)), locale, { month: style }) === text,
    ),
  );
}
