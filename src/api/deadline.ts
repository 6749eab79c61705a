import { EventEmitter } from 'node:events';

/** A caller's signal and a time limit in one signal, which also tells which of the two it was. */
export class Deadline implements Disposable {
  readonly signal = new Abort();
  passed = false;
  readonly #forward = (): void => {
    this.signal.abort();
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
      this.signal.abort();
    }, this.timeout);
  }
}

/** What undici takes in the place of an `AbortSignal`, which would cost more than the rest of a small request. */
class Abort extends EventEmitter {
  aborted = false;

  abort(): void {
    this.aborted = true;
    this.emit('abort');
  }
}
