/** Words to find in text, in any case. Finds them in one pass, because there may be tens of thousands. */
export class WordList<Value> {
  readonly #values = new Map<string, Value>();
  /** The lengths of the words with these first characters, the longest first. */
  readonly #lengths = new Map<string, number[]>();

  constructor(private readonly minLength: number) {}

  get size(): number {
    return this.#values.size;
  }

  /** Shorter words are ignored. */
  add(word: string, value: Value): void {
    if (word.length < this.minLength) return;
    const key = folded(word);
    this.#values.set(key, value);
    const start = key.slice(0, this.minLength);
    const lengths = this.#lengths.get(start) ?? [];
    if (!lengths.includes(key.length)) lengths.push(key.length);
    this.#lengths.set(
      start,
      lengths.sort((one, other) => other - one),
    );
  }

  /** Replaces the words where they stand alone. */
  replace(text: string, replacement: (word: string, value: Value) => string): string {
    if (this.#values.size === 0) return text;
    const parts: string[] = [];
    const key = folded(text);
    let end = 0;
    for (let at = 0; at <= text.length - this.minLength; at++) {
      const found = this.#wordAt(text, key, at);
      if (found === undefined) continue;
      parts.push(text.slice(end, at), replacement(text.slice(at, found.end), found.value));
      end = found.end;
      at = end - 1;
    }
    return parts.length === 0 ? text : parts.join('') + text.slice(end);
  }

  #wordAt(text: string, key: string, at: number): { end: number; value: Value } | undefined {
    for (const length of this.#lengths.get(key.slice(at, at + this.minLength)) ?? []) {
      const value = this.#values.get(key.slice(at, at + length));
      if (value !== undefined && isAlone(text, at, at + length)) return { end: at + length, value };
    }
    return undefined;
  }
}

/** Lower case, unless that would move characters: `İ` becomes two. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Whether no letter, digit, `_` or `-` is next to this part. Two code units may be one character. */
function isAlone(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  return !/[\p{L}\p{N}_-]$/u.test(before) && !/^[\p{L}\p{N}_-]/u.test(text.slice(to, to + 2));
}
