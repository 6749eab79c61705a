import type { Memory } from '../../src/extension/ui/memory';

/** What one window stores and the next one reads, which is JSON. */
export class JsonMemory implements Memory {
  readonly #stored = new Map<string, string>();
  writes = 0;

  get(key: string): unknown {
    const text = this.#stored.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.writes += 1;
    if (value === undefined) this.#stored.delete(key);
    else this.#stored.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  toJSON(): unknown {
    return Object.fromEntries(this.#stored);
  }
}
