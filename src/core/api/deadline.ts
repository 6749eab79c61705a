/** `setTimeout` fires immediately for longer delays. */
const maxTimer = 2 ** 31 - 1;

/** Combines the signal of a caller and a timeout, and tells which of the two aborted. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout;
  readonly #forward = (): void => this.#controller.abort();
  passed = false;

  constructor(
    readonly timeout: number,
    readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#forward);
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timeout, for example when a chunk of a long response has arrived. */
  restart(): void {
    this.pause();
    this.#timer = this.#start();
  }

  /** Stops the timeout until it is restarted. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    const passed = (): void => {
      this.passed = true;
      this.#forward();
    };
    // The connection of the request keeps the process alive.
    return setTimeout(passed, Math.min(this.timeout, maxTimer)).unref();
  }

  [Symbol.dispose](): void {
    this.pause();
    this.caller?.removeEventListener('abort', this.#forward);
  }
}

/** Rejects with the reason of the signal as soon as it aborts. The work itself continues. */
export async function untilAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
