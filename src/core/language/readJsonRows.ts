import { isDeeperThan } from '../base/json';
import type { JsonRow } from './ast';

/** The same depth as for uploaded files; deeper data would overflow the stack. */
const maxNesting = 1000;

/**
 * Parses the text of `json`: an object, or an array of objects.
 *
 * @param readNumber returns the value of a number as it is written; JavaScript rounds long ones.
 */
export function readJsonRows(
  text: string,
  readNumber: (text: string) => unknown = Number,
): readonly JsonRow[] | undefined {
  const value = new LenientJson(text, readNumber).read();
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return rows.every(isRow) && !isDeeperThan(rows, maxNesting) ? rows : undefined;
}

/** Any JSON as people write it; undefined if it is none. */
export function readLenientJson(text: string, readNumber: (text: string) => unknown): unknown {
  return new LenientJson(text, readNumber).read();
}

function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON as people write it in queries: with single quotes, names and texts without quotes, and `=` for `:`. */
class LenientJson {
  #at = 0;
  #depth = 0;

  constructor(
    private readonly text: string,
    private readonly readNumber: (text: string) => unknown,
  ) {}

  /** Undefined if the text is no JSON. */
  read(): unknown {
    const value = this.#value();
    return this.#next() === undefined ? value : undefined;
  }

  /** The next character that is no blank. */
  #next(): string | undefined {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at++;
    return this.text[this.#at];
  }

  #take(...characters: readonly string[]): boolean {
    const isNext = characters.includes(this.#next() ?? '');
    if (isNext) this.#at++;
    return isNext;
  }

  #value(): unknown {
    if (this.#depth > maxNesting) return undefined;
    if (this.#take('{')) return this.#nested(() => this.#object());
    if (this.#take('[')) return this.#nested(() => this.#list());
    const string = this.#string();
    return string ?? this.#bareValue();
  }

  #nested(read: () => unknown): unknown {
    this.#depth++;
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): unknown {
    const entries: [string, unknown][] = [];
    while (!this.#take('}')) {
      const name = this.#string() ?? this.#bare(/[^\s:=,{}[\]"']+/y);
      const value = name !== undefined && this.#take(':', '=') ? this.#value() : undefined;
      if (name === undefined || value === undefined) return undefined;
      entries.push([name, value]);
      if (!this.#take(',') && this.#next() !== '}') return undefined;
    }
    return Object.fromEntries(entries);
  }

  #list(): unknown {
    const items: unknown[] = [];
    while (!this.#take(']')) {
      const item = this.#value();
      if (item === undefined) return undefined;
      items.push(item);
      if (!this.#take(',') && this.#next() !== ']') return undefined;
    }
    return items;
  }

  #string(): string | undefined {
    const quote = this.#next();
    if (quote !== '"' && quote !== "'") return undefined;
    const written = this.#bare(quote === '"' ? /"((?:[^"\\]|\\[^])*)"/y : /'((?:[^'\\]|\\[^])*)'/y);
    const text = written?.slice(1, -1).replaceAll(escape, (_all, hex?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return escapes.get(letter ?? '') ?? letter ?? '';
    });
    // Half of a surrogate pair has no UTF-8 form.
    return text?.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  }

  #bareValue(): unknown {
    const word = this.#bare(/[^\s,{}[\]"'][^,{}[\]"']*/y)?.trimEnd();
    if (word === undefined) return undefined;
    if (Object.hasOwn(constants, word)) return constants[word];
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) ? this.readNumber(word) : word;
  }

  #bare(pattern: RegExp): string | undefined {
    this.#next();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }
}

const escape = /\\(?:u([\da-fA-F]{4})|([^]))/g;
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);
const constants: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
