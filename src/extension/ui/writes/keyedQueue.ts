/** Runs tasks with the same key one after another; different keys run concurrently. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  has(key: string): boolean {
    return this.#last.has(key);
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work);
    // The caller receives the failure; it does not affect the next entry.
    const over = Promise.allSettled([turn]);
    this.#last.set(key, over);
    void over.then(() => {
      if (this.#last.get(key) === over) this.#last.delete(key);
    });
    return turn;
  }
}
