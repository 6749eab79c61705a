/** Runs one piece of work at a time, in the order in which they came. */
export class WriteQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  add<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(() => work().then(resolve, reject));
      this.#running ??= this.#runAll();
    });
  }

  /** Overtakes what is waiting, not what is running. */
  addFirst<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.unshift(() => work().then(resolve, reject));
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when nothing runs or waits any more. */
  async whenIdle(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next();
    this.#running = undefined;
  }
}
