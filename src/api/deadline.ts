/** Beyond this, timers go off at once. */
const longestTimer = 2 ** 31 - 1;

/** A caller's signal and a time limit in one signal, which also tells which of the two it was. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #forward = (): void => {
    this.#controller.abort();
  };
  passed = false;

  constructor(
    readonly timeout: number,
    readonly caller: AbortSignal | undefined,
  ) {
    caller?.throwIfAborted();
    caller?.addEventListener('abort', this.#forward);
    this.#timer = setTimeout(
      () => {
        this.passed = true;
        this.#forward();
      },
      Math.min(timeout, longestTimer),
    );
    // What is under way holds the process by its connection.
    this.#timer.unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Counts from now on, as when a part of a long answer has arrived. */
  restart(): void {
    this.#timer.refresh();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.caller?.removeEventListener('abort', this.#forward);
  }
}

/** Rejects with the reason of the signal as soon as the caller gives up. The work itself is not ended. */
export async function untilAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp);
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  });
}
