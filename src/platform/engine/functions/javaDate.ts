import { dateNames, datePatternParts } from './datePattern';
import type { DateNames, PatternPart } from './datePattern';
import { zoneMinutes } from './javaTimeZones';

/**
 * The time that the beginning of a text means by a SimpleDateFormat pattern, which rolls over parts out of range: in
 * UTC if the text has a time zone, otherwise the local time as if it were in UTC.
 */
export function readDate(text: string, pattern: string, locale: string): Date | undefined {
  const parts = datePatternParts(pattern);
  const names = dateNames(locale) ?? dateNames('en');
  if (!parts || !names) return undefined;
  const found = new Found();
  let rest = text;
  for (const [index, part] of parts.entries()) {
    const length = found.take(rest, part, parts[index + 1], names);
    if (length === undefined) return undefined;
    rest = rest.slice(length);
  }
  const date = new Date(found.time());
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function isName({ letter = '', count }: { readonly letter?: string; readonly count: number }): boolean {
  return letter === 'E' || letter === 'a' || ((letter === 'M' || letter === 'L') && count > 2);
}

function isNumber(part: PatternPart | undefined): boolean {
  return part?.letter !== undefined && !isName(part) && !'GzZX'.includes(part.letter);
}

class Found {
  readonly #numbers = new Map<string, number>();
  #shortYear = false;
  /** The minutes ahead of UTC. */
  #zone: number | undefined;

  /** @returns the characters that a part takes; undefined if it is not there. */
  take(text: string, part: PatternPart, next: PatternPart | undefined, names: DateNames): number | undefined {
    if (part.letter === undefined) return this.#text(text, part.text);
    const { letter, count } = part;
    const blank = /^[ \t]*/.exec(text)?.[0].length ?? 0;
    const rest = text.slice(blank);
    const taken = this.#value(rest, letter, count, isNumber(next), names, isName(part));
    return taken === undefined ? undefined : taken + blank;
  }

  #text(text: string, wanted: string): number | undefined {
    if (wanted === ' ') return /^[ \t]*/.exec(text)?.[0].length;
    return text.startsWith(wanted) ? wanted.length : undefined;
  }

  #value(
    text: string,
    letter: string,
    count: number,
    isAdjacent: boolean,
    names: DateNames,
    named: boolean,
  ): number | undefined {
    if ('zZX'.includes(letter)) return this.#readZone(text, letter);
    if (letter === 'G') return this.#name(text, letter, [['BC', 'AD']], 0);
    if (letter === 'E') return this.#name(text, letter, [names.days, names.shortDays], 0);
    if (letter === 'a') return this.#name(text, letter, [names.halves], 0);
    return named
      ? this.#name(text, letter, [names.months, names.shortMonths], 1)
      : this.#number(text, letter, count, isAdjacent);
  }

  #number(text: string, letter: string, count: number, isAdjacent: boolean): number | undefined {
    const digits = new RegExp(`^-?\\d${isAdjacent ? `{${count}}` : '+'}`).exec(text)?.[0];
    if (digits === undefined) return undefined;
    this.#numbers.set(letter, Number(digits));
    if (letter === 'y' || letter === 'Y') this.#shortYear = count <= 2 && digits.length === 2;
    return digits.length;
  }

  #name(
    text: string,
    letter: string,
    lists: readonly (readonly string[])[],
    from: number,
  ): number | undefined {
    const lower = text.toLowerCase();
    const found = lists
      .flatMap((names) => names.map((name, index) => ({ name, index })))
      .map(({ name, index }) => ({
        length: name.length,
        index,
        matches: lower.startsWith(name.toLowerCase()),
      }))
      .filter(({ matches, length }) => matches && length > 0)
      .toSorted((one, other) => other.length - one.length)[0];
    if (!found) return undefined;
    this.#numbers.set(letter, found.index + from);
    return found.length;
  }

  #readZone(text: string, letter: string): number | undefined {
    const found = (
      letter === 'X'
        ? /^(?:Z|[+-]\d\d(?::?\d\d)?)/
        : /^(?:(?:GMT|UTC)?[+-]\d{1,2}:?(?:\d\d)?|[A-Z][A-Za-z]*(?:[/_ ][A-Z][A-Za-z_]*)*)/
    ).exec(text)?.[0];
    if (found === undefined) return undefined;
    // The words after a zone may not belong to it.
    for (let name = found; name !== ''; name = name.replace(/[/_ ]?[^/_ ]*$/, '')) {
      this.#zone = zoneMinutes(name, new Date(this.#clock()));
      if (this.#zone !== undefined) return name.length;
    }
    return undefined;
  }

  time(): number {
    return this.#clock() - (this.#zone ?? 0) * 60_000;
  }

  /** The local time as if it were in UTC. What the pattern lacks is that of January 1, 1970, at midnight. */
  #clock(): number {
    const number = (letter: string): number | undefined => this.#numbers.get(letter);
    const date = new Date(0);
    date.setUTCFullYear(this.#year(), this.#month() - 1, 1);
    date.setUTCDate(1 + this.#days(date));
    date.setUTCHours(this.#hour(), number('m') ?? 0, number('s') ?? 0, number('S') ?? 0);
    return date.getTime();
  }

  #year(): number {
    const year = this.#numbers.get('y') ?? this.#numbers.get('Y') ?? 1970;
    if (this.#numbers.get('G') === 0) return 1 - year;
    if (!this.#shortYear) return year;
    // From 80 years before to 19 years after the current one.
    return year + (year + 2000 > new Date().getUTCFullYear() + 19 ? 1900 : 2000);
  }

  #month(): number {
    const isByYear = !this.#numbers.has('d') && (this.#numbers.has('D') || this.#numbers.has('w'));
    return isByYear ? 1 : (this.#numbers.get('M') ?? this.#numbers.get('L') ?? 1);
  }

  /** The days after the first of the month. */
  #days(first: Date): number {
    const number = (letter: string): number | undefined => this.#numbers.get(letter);
    const day = number('d') ?? number('D');
    if (day !== undefined) return day - 1;
    const weekday = number('E') ?? (number('u') ?? 0) % 7;
    const firstWeekday = first.getUTCDay();
    const week = number('w') ?? number('W');
    if (week !== undefined) return (week - 1) * 7 + weekday - firstWeekday;
    const count = number('F');
    return count === undefined ? 0 : ((weekday - firstWeekday + 7) % 7) + (count - 1) * 7;
  }

  #hour(): number {
    const afternoon = this.#numbers.get('a') === 1 ? 12 : 0;
    const [hour, hour24, hour11, hour12] = ['H', 'k', 'K', 'h'].map((letter) => this.#numbers.get(letter));
    if (hour !== undefined) return hour;
    if (hour24 !== undefined) return hour24 === 24 ? 0 : hour24;
    return (hour11 ?? (hour12 === undefined ? 0 : hour12 === 12 ? 0 : hour12)) + afternoon;
  }
}
