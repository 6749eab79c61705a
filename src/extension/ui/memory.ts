/** What the features use of VS Code's Memento. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * Returns what this window has written last. VS Code alone does not guarantee that: the event of a write replaces
 * the whole memory, including later writes that are not stored yet.
 */
export class WindowMemory implements Memory {
  readonly #unstored = new Map<string, { readonly value: unknown }>();

  constructor(private readonly memento: Memory) {}

  get(key: string): unknown {
    const write = this.#unstored.get(key);
    return write === undefined ? this.memento.get(key) : write.value;
  }

  async update(key: string, value: unknown): Promise<void> {
    const write = { value };
    const isLast = (): boolean => this.#unstored.get(key) === write;
    this.#unstored.set(key, write);
    try {
      await this.memento.update(key, value);
      // The news of an earlier write came before VS Code stored this one, which is lost then.
      const isLost = JSON.stringify(this.memento.get(key)) !== JSON.stringify(value);
      if (isLost && isLast()) await this.memento.update(key, value);
    } finally {
      if (isLast()) this.#unstored.delete(key);
    }
  }
}
