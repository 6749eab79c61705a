/** Lets work through while it is open. Waiting rejects when the signal is aborted. */
export class PauseGate {
  #closed = false;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly signal: AbortSignal) {}

  close(): void {
    this.#closed = true;
  }

  /** Also ends every `timePassed`. */
  open(): void {
    this.#closed = false;
    for (const go of this.#waiting) go();
  }

  async passed(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.#closed) await this.#wait(undefined);
  }

  async timePassed(milliseconds: number): Promise<void> {
    this.signal.throwIfAborted();
    await this.#wait(milliseconds);
  }

  async #wait(milliseconds: number | undefined): Promise<void> {
    const { promise, resolve } = deferred();
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
    this.#waiting.add(resolve);
    this.signal.addEventListener('abort', resolve, { once: true });
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
    this.signal.removeEventListener('abort', resolve);
    this.signal.throwIfAborted();
  }
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
