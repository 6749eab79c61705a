/** Runs one task at a time, in order. */
export class WriteQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  add<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(() => work().then(resolve, reject));
      this.#running ??= this.#runAll();
    });
  }

  /** Runs before waiting tasks. */
  addFirst<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.unshift(() => work().then(resolve, reject));
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when no task is running or waiting. */
  async whenIdle(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next();
    this.#running = undefined;
  }
}
