import { sensitiveColumn, sensitiveKinds } from './sensitiveColumns';
import type { SensitiveKind } from './sensitiveColumns';
import { sensitiveRanges } from './sensitiveText';
import { WordList } from './wordList';

interface MaskerOptions {
  /** Columns that are always masked; `*` matches any characters. */
  readonly columns?: readonly string[];
  /** The maximum number of distinct masks; all further values of a kind share one. */
  readonly maxValues?: number;
  /** The maximum number of masked values that are found again in any text. */
  readonly maxWords?: number;
}

/**
 * Replaces user names, addresses and host names with names such as `user1-masked`, whose beginnings differ
 * also in a narrow column. Within one masker, a value always has the same mask, so that a reader can follow it
 * from row to row; another masker assigns other numbers. Masking is based on column names and the format of
 * values, and a value that was masked once is masked in every later text. A query that encodes a field can
 * bypass it: if no value may be seen, no rows may be shown.
 */
export class Masker {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();
  /** The masked values that are found again in any text, with their kinds. */
  readonly #words = new WordList<SensitiveKind>(minWordLength);

  /** @param options read each time, so that settings can back them. */
  constructor(private readonly options: MaskerOptions = {}) {}

  /** Columns that the user has marked as sensitive. */
  get columns(): readonly string[] {
    return this.options.columns ?? [];
  }

  /** The mask of a value. */
  name(kind: SensitiveKind, value: string): string {
    if (isEmptyValue.test(value) || isMask.test(value)) return value;
    const mask = this.#names.get(value);
    if (mask !== undefined) return mask;
    if (this.#names.size >= (this.options.maxValues ?? defaultMaxValues)) return `${kind}-masked`;
    const name = `${kind}${this.#names.size + 1}-masked`;
    this.#names.set(value, name);
    this.#values.set(name, value);
    if (this.#words.size < (this.options.maxWords ?? defaultMaxWords) && !isOrdinaryWord(value)) {
      this.#words.add(value, kind);
    }
    return name;
  }

  /** Masks everything in free text that looks sensitive or was masked before. */
  text(written: string): string {
    const text = this.#lists(written);
    const parts: string[] = [];
    const rowWords = new WordList<SensitiveKind>(minRowWordLength);
    let end = 0;
    for (const { kind, from, to } of sensitiveRanges(text)) {
      const value = text.slice(from, to);
      parts.push(text.slice(end, from), this.name(kind, value));
      rowWords.add(value, kind);
      end = to;
    }
    return this.#strings(this.#again(parts.join('') + text.slice(end), rowWords));
  }

  /** Masks a whole value if its column name is sensitive, otherwise the sensitive text in it. */
  value(column: string, value: unknown): unknown {
    const sensitive = sensitiveColumn(column, this.options.columns);
    if (sensitive === undefined) return this.#inside(column, value);
    return this.whole(sensitive.kind, value, sensitive.masksNumbers);
  }

  /** Masks a whole value, whatever its column. Booleans are not sensitive. */
  whole(kind: SensitiveKind, value: unknown, masksNumbers = true): unknown {
    if (typeof value === 'string') return this.name(kind, value);
    if (typeof value === 'number' || typeof value === 'bigint') {
      return masksNumbers ? this.name(kind, String(value)) : value;
    }
    if (Array.isArray(value)) return value.map((item: unknown) => this.whole(kind, item, masksNumbers));
    if (typeof value !== 'object' || value === null) return value;
    return mapped(value, (_column, item) => this.whole(kind, item, masksNumbers));
  }

  /**
   * Masks a row or any record. Values of sensitive columns are also masked in its other texts: a user name
   * cannot be recognized in a log line, but is known from its column.
   *
   * @param more additional columns to mask, such as a copy of a sensitive one.
   */
  row(
    row: Readonly<Record<string, unknown>>,
    more?: ReadonlyMap<string, SensitiveKind>,
  ): Record<string, unknown> {
    const masked = mapped(row, (column, value) => {
      const kind = more?.get(column);
      return kind === undefined ? this.value(column, value) : this.whole(kind, value);
    });
    const rowWords = new WordList<SensitiveKind>(minRowWordLength);
    for (const [column, value] of Object.entries(row)) {
      const kind = typeof value === 'string' ? kindOfMask(masked[column]) : undefined;
      if (kind !== undefined) rowWords.add(String(value), kind);
    }
    if (rowWords.size === 0) return masked;
    return mapped(masked, (_column, value) =>
      typeof value === 'string' ? this.#again(value, rowWords) : value,
    );
  }

  /** Before rows that are shown together are masked: a value of any row is then masked in the texts of all. */
  learn(rows: readonly object[], more?: ReadonlyMap<string, SensitiveKind>): void {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const kind = more?.get(column) ?? sensitiveColumn(column, this.options.columns)?.kind;
      if (kind !== undefined && typeof value === 'string') this.name(kind, value);
    }
  }

  /** Masks a record of a known shape. Only its strings change. */
  record<Shape extends object>(record: Shape): Shape {
    const texts = Object.entries(record).filter(
      ([, value]) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    );
    return { ...record, ...this.row(Object.fromEntries(texts)) };
  }

  /** Masks typed text: a known value by its mask, otherwise the sensitive text in it. */
  typed(text: string): string {
    return this.#names.get(text) ?? this.text(text);
  }

  /** Replaces masks by the original values, for use inside Logbench only. */
  reveal(text: string): string {
    return text.replace(maskPattern, (name) => this.#values.get(name) ?? name);
  }

  /** Masks in the text that this masker has not assigned. */
  unknownNames(text: string): readonly string[] {
    const names = text.match(maskPattern) ?? [];
    return [...new Set(names)].filter((name) => !this.#values.has(name));
  }

  /** Masks values of the same text or row, and those that were masked before. */
  #again(text: string, known: WordList<SensitiveKind>): string {
    const mask = (word: string, kind: SensitiveKind): string => this.name(kind, word);
    return this.#words.replace(known.replace(text, mask), mask);
  }

  /** Masks the values with which a query compares a sensitive field, as in `in(user, "kim", "lee")`. */
  #lists(text: string): string {
    return text.replace(list, (whole: string, start: string, column: string, values: string) => {
      const kind = sensitiveColumn(column, this.options.columns)?.kind;
      if (kind === undefined) return whole;
      const masked = values.replace(stringLiteral, (literal) => {
        const value = literal.slice(1, -1).replaceAll(/\\(.)/g, '$1');
        return `"${this.name(kind, value)}"`;
      });
      return start + masked;
    });
  }

  /** Masks known values in the string literals of a query, also next to wildcards. */
  #strings(text: string): string {
    if (!text.includes('"')) return text;
    return text.replace(/(?<=")\**([^"\\*]+)\**(?=\\?")/g, (string: string, value: string) => {
      const name = value.length < minRowWordLength ? undefined : this.#names.get(value);
      return name === undefined ? string : string.replace(value, () => name);
    });
  }

  #inside(column: string, value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#inside(column, item));
    if (typeof value !== 'object' || value === null) return value;
    return this.row(value as Readonly<Record<string, unknown>>);
  }
}

const stringLiteral = /"(?:[^"\\]|\\.)*"/g;
/** `in(` with a field and strings. */
const list = /(\bin\(\s*([\p{L}\p{N}_.]+)\s*)((?:,\s*"(?:[^"\\]|\\.)*"\s*)+)/gu;

/** A mask in a text. */
export const maskPattern = new RegExp(`(?:${sensitiveKinds.join('|')})\\d+-masked`, 'g');

/** Whether the text contains a mask. */
export function holdsMask(text: string): boolean {
  return new RegExp(`(?:${sensitiveKinds.join('|')})\\d*-masked`).test(text);
}

const defaultMaxValues = 200_000;
const defaultMaxWords = 50_000;
/** Shorter values would match ordinary words: in the same row or text, and anywhere. */
const minRowWordLength = 3;
const minWordLength = 4;
const isMask = new RegExp(`^(?:${sensitiveKinds.join('|')})\\d*-masked$`);
const isEmptyValue = /^(?:\s*|-|null|none|unknown|n\/a)$/i;

/** Undefined if the value is not a mask. */
function kindOfMask(value: unknown): SensitiveKind | undefined {
  if (typeof value !== 'string' || !isMask.test(value)) return undefined;
  return sensitiveKinds.find((kind) => value.startsWith(kind));
}

/** By entries, because an assignment to `__proto__` would not create a column. */
function mapped(
  record: object,
  change: (column: string, value: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([column, value]) => [column, change(column, value)] as const),
  );
}

/** Text that may name a person is computed when it is shown, because hiding can change at any time. */
export type MaskedText = string | (() => string);

export function displayText(text: MaskedText): string;
export function displayText(text: MaskedText | undefined): string | undefined;
export function displayText(text: MaskedText | undefined): string | undefined {
  return typeof text === 'function' ? text() : text;
}

/**
 * Whether a value of a sensitive column is also an ordinary word. It is masked in its column only: as a word of
 * other texts it identifies nobody, and sentences would become unreadable.
 */
function isOrdinaryWord(value: string): boolean {
  return /^\d{1,5}$/.test(value) || ordinaryWords.has(value.toLowerCase());
}

/** Accounts and hosts that every system has, results of actions, and words of this product. */
const ordinaryWords: ReadonlySet<string> = new Set(
  (
    'admin administrator root system guest nobody anonymous service services user users operator backup test ' +
    'default local localhost server client host network domain workgroup windows linux android mobile desktop ' +
    'success successful succeeded fail failed failure failures error errors denied deny allow allowed accept ' +
    'accepted rejected invalid valid locked unlocked enabled disabled active inactive open opened close closed ' +
    'attempt attempts login logon logout account password changed created deleted remote internal external true ' +
    'false null none unknown other empty query queries table tables rule rules search fields field stats count ' +
    'time line name type version upload uploads audit logs logbench connection platform draft drafts'
  ).split(' '),
);
