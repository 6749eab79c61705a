/** A caller's signal and a time limit in one signal, which also tells which of the two it was. */
export class Deadline implements Disposable {
  readonly #abort = new AbortController();
  readonly #forward = (): void => {
    this.#abort.abort(this.caller?.reason);
  };
  #timer: NodeJS.Timeout;

  constructor(
    readonly timeout: number,
    readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#forward, { once: true });
    this.#timer = this.#start();
  }

  passed = false;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Counts anew from now, as when a part of a long answer has arrived. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.caller?.removeEventListener('abort', this.#forward);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => {
      this.passed = true;
      this.#abort.abort();
    }, this.timeout);
  }
}
