/** Functions that are called when something changes, for code that runs without VS Code. */
export class Listeners<Args extends readonly unknown[] = []> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Disposing of the result removes the listener. */
  readonly add = (listener: (...args: Args) => void): { dispose(): void } => {
    this.#all.add(listener);
    return { dispose: () => void this.#all.delete(listener) };
  };

  fire(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }

  clear(): void {
    this.#all.clear();
  }
}
