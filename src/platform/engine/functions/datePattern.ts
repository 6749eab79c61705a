/** A part of a SimpleDateFormat pattern: a letter with the number of its repetitions, or text. */
export type PatternPart =
  | { readonly letter: string; readonly count: number }
  | { readonly letter: undefined; readonly text: string };

const letters = new Set('GyYMLwWDdFEuaHkKhmsSzZX');

/** Splits a pattern; `''` is a quote, and text is in quotes. Undefined if it is none. */
export function datePatternParts(pattern: string): readonly PatternPart[] | undefined {
  const parts = [...pattern.matchAll(partPattern)].map(partOf);
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

const partPattern =
  /'(?<quoted>(?:[^']|'')*)'|(?<run>(?<letter>[A-Za-z])\k<letter>*)|(?<other>[^A-Za-z'])|'/g;

function partOf({ groups = {} }: RegExpExecArray): PatternPart | undefined {
  const { quoted, run, letter = '', other } = groups;
  if (run !== undefined && letters.has(letter)) return { letter, count: run.length };
  const text = quoted === '' ? "'" : (quoted?.replaceAll("''", "'") ?? other);
  return text === undefined ? undefined : { letter: undefined, text };
}

export interface DateNames {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** From Sunday. */
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
  readonly halves: readonly string[];
}

const namesByLocale = new Map<string, DateNames>();

/** The names of a locale; undefined if there is none of this name. */
export function dateNames(locale: string): DateNames | undefined {
  const known = namesByLocale.get(locale);
  if (known || !/^[a-zA-Z]{2,3}([-_][a-zA-Z]{2,4})?$/.test(locale)) return known;
  const tag = locale.replace('_', '-');
  if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) return undefined;
  const name = (options: Intl.DateTimeFormatOptions, type: string, date: number): string => {
    const parts = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatToParts(date);
    return parts.find((part) => part.type === type)?.value ?? '';
  };
  const month = (width: 'long' | 'short'): readonly string[] =>
    Array.from({ length: 12 }, (_, index) => {
      const date = Date.UTC(2023, index, 1);
      const found = name({ month: width, day: 'numeric' }, 'month', date);
      // Where a day and a month are both numbers, the word for the month is beside them.
      return /^\d+$/.test(found)
        ? new Intl.DateTimeFormat(tag, { month: width, timeZone: 'UTC' }).format(date)
        : found;
    });
  // January 1, 2023 was a Sunday.
  const weekday = (width: 'long' | 'short'): readonly string[] =>
    Array.from({ length: 7 }, (_, index) =>
      name({ weekday: width }, 'weekday', Date.UTC(2023, 0, index + 1)),
    );
  const half = (hour: number): string =>
    name({ hour: 'numeric', hour12: true }, 'dayPeriod', Date.UTC(2023, 0, 1, hour));
  const names = {
    months: month('long'),
    shortMonths: month('short'),
    days: weekday('long'),
    shortDays: weekday('short'),
    halves: [half(9), half(21)],
  };
  namesByLocale.set(locale, names);
  return names;
}
