import { sensitiveColumn } from './sensitiveColumns';
import type { SensitiveKind } from './sensitiveColumns';
import { sensitiveRanges } from './sensitiveText';
import type { ConnectionMark, Failure } from '../protocol/common';

interface MaskerOptions {
  /** Columns that are always masked; `*` matches any characters. */
  readonly columns?: readonly string[];
  /** The maximum number of distinct masks; all further values of a kind share one. */
  readonly maxValues?: number;
}

/**
 * Replaces user names, addresses and host names with names such as `masked-user-1`. Within one masker, a
 * value always has the same mask, so that a reader can follow it from row to row; another masker assigns
 * other numbers. Masking is based on column names and the format of values. A query that renames or encodes a
 * field can bypass it: if no value may be seen, no rows may be shown.
 */
export class Masker {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, string>();

  /** @param options read each time, so that settings can back them. */
  constructor(private readonly options: MaskerOptions = {}) {}

  /** Columns that the user has marked as sensitive. */
  get columns(): readonly string[] {
    return this.options.columns ?? [];
  }

  /** The mask of a value. */
  name(kind: SensitiveKind, value: string): string {
    if (saysNothing.test(value) || isMask.test(value)) return value;
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    if (this.#names.size >= (this.options.maxValues ?? defaultMaxValues)) return `masked-${kind}`;
    const name = `masked-${kind}-${this.#names.size + 1}`;
    this.#names.set(value, name);
    this.#values.set(name, value);
    return name;
  }

  /** Masks everything in free text that looks sensitive. */
  text(text: string): string {
    const parts: string[] = [];
    const known = new Map<string, string>();
    let end = 0;
    for (const { kind, from, to } of sensitiveRanges(text)) {
      const value = text.slice(from, to);
      const name = this.name(kind, value);
      parts.push(text.slice(end, from), name);
      if (value.length >= shortestWord) known.set(value, name);
      end = to;
    }
    return this.#strings(replaceWords(parts.join('') + text.slice(end), known));
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
    const known = new Map(this.#replacedIn(row, masked));
    if (known.size === 0) return masked;
    return mapped(masked, (_column, value) =>
      typeof value === 'string' ? replaceWords(value, known) : value,
    );
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
    return text.replace(/masked-(?:user|ip|mail|host|value)-\d+/g, (name) => this.#values.get(name) ?? name);
  }

  /** Masks in the text that this masker has not assigned. */
  unknownNames(text: string): readonly string[] {
    const names = text.match(/masked-(?:user|ip|mail|host|value)-\d+/g) ?? [];
    return [...new Set(names)].filter((name) => !this.#values.has(name));
  }

  /** Masks known values in the string literals of a query, also next to wildcards. */
  #strings(text: string): string {
    if (!text.includes('"')) return text;
    return text.replace(/(?<=")\**([^"\\*]+)\**(?=\\?")/g, (string: string, value: string) => {
      const name = value.length < shortestWord ? undefined : this.#names.get(value);
      return name === undefined ? string : string.replace(value, () => name);
    });
  }

  #inside(column: string, value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#inside(column, item));
    if (typeof value !== 'object' || value === null) return value;
    return this.row(value as Readonly<Record<string, unknown>>);
  }

  /**
   * The values that were masked as a whole, with their masks. Short values are skipped because they would
   * match ordinary words.
   */
  #replacedIn(
    row: Readonly<Record<string, unknown>>,
    masked: Readonly<Record<string, unknown>>,
  ): readonly (readonly [string, string])[] {
    return Object.entries(row).flatMap(([column, value]) => {
      const name = masked[column];
      const isReplaced = typeof value === 'string' && typeof name === 'string' && isMask.test(name);
      return isReplaced && value.length >= shortestWord ? [[value, name] as const] : [];
    });
  }
}

/** Whether the text contains a mask. */
export function holdsMask(text: string): boolean {
  return /masked-(?:user|ip|mail|host|value)\b/.test(text);
}

const defaultMaxValues = 200_000;
const shortestWord = 3;
const isMask = /^masked-(?:user|ip|mail|host|value)(?:-\d+)?$/;
const saysNothing = /^(?:\s*|-|null|none|unknown|n\/a)$/i;

/** Replaces the words where they stand alone. In one pass, because a text may have thousands of them. */
function replaceWords(text: string, known: ReadonlyMap<string, string>): string {
  const lengths = new Map<string, Set<number>>();
  for (const word of known.keys()) {
    const beginning = word.slice(0, shortestWord);
    lengths.set(beginning, (lengths.get(beginning) ?? new Set()).add(word.length));
  }
  const parts: string[] = [];
  let end = 0;
  for (let at = 0; lengths.size > 0 && at <= text.length - shortestWord; at++) {
    const found = lengths.get(text.slice(at, at + shortestWord));
    if (found === undefined) continue;
    for (const length of found) {
      const name = known.get(text.slice(at, at + length));
      if (name === undefined || !isAlone(text, at, at + length)) continue;
      parts.push(text.slice(end, at), name);
      end = at + length;
      at = end - 1;
      break;
    }
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(end);
}

/** Whether no letter, digit, `_` or `-` is next to this part. Two code units may be one character. */
function isAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  return !/[\p{L}\p{N}_-]$/u.test(before) && !/^[\p{L}\p{N}_-]/u.test(text.slice(to, to + 2));
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

/** Connections are often named after their server. */
export function maskConnection(connection: ConnectionMark, masker: Masker): ConnectionMark {
  return { ...connection, name: masker.text(connection.name) };
}

export function maskFailure(failure: Failure | null, masker: Masker): Failure | null {
  if (failure === null) return null;
  const { message, detail } = failure;
  return {
    ...failure,
    message: masker.text(message),
    detail: detail === null ? null : masker.text(detail),
  };
}
