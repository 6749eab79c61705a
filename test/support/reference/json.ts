import type { Value } from './values';

/** Reads JSON with single quotes, bare keys and values, and `=` for `:`. Undefined if it cannot be read. */
export function readJson(text: string): Value | undefined {
  const reader = new Reader(text);
  try {
    const value = reader.value();
    return reader.isAtEnd() ? value : undefined;
  } catch {
    return undefined;
  }
}

class Reader {
  #at = 0;

  constructor(readonly text: string) {}

  isAtEnd(): boolean {
    return this.#match(/\s*$/y) !== undefined;
  }

  value(): Value {
    if (this.#match(/\s*\{/y) !== undefined) return this.#map();
    if (this.#match(/\s*\[/y) !== undefined) return this.#list();
    const string = this.#string();
    if (string !== undefined) return string;
    return bareValue(this.#expect(/\s*[^\s,:='"{}[\]][^,:='"{}[\]]*/y).trim());
  }

  #map(): Value {
    const map = new Map<string, Value>();
    while (this.#match(/\s*\}/y) === undefined) {
      const key = this.#string() ?? this.#expect(/\s*[^\s,:='"{}[\]]+/y).trim();
      this.#expect(/\s*[:=]/y);
      map.set(key, this.value());
      if (this.#match(/\s*(?=\})/y) === undefined) this.#expect(/\s*,/y);
    }
    return map;
  }

  #list(): Value {
    const list: Value[] = [];
    while (this.#match(/\s*\]/y) === undefined) {
      list.push(this.value());
      if (this.#match(/\s*(?=\])/y) === undefined) this.#expect(/\s*,/y);
    }
    return list;
  }

  #string(): string | undefined {
    const found = this.#match(/\s*(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')/y)?.trim();
    if (found === undefined) return undefined;
    const inner = found
      .slice(1, -1)
      .replaceAll(/\\'/g, "'")
      .replaceAll(/(?<!\\)"/g, '\\"');
    return JSON.parse(`"${inner.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`) as string;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #expect(pattern: RegExp): string {
    const found = this.#match(pattern);
    if (found === undefined) throw new Error(`unexpected text at ${this.#at}`);
    return found;
  }
}

function bareValue(text: string): Value {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text);
  if (text === 'null') return null;
  return text === 'true' ? true : text === 'false' ? false : text;
}
