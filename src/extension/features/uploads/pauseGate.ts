import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** Lets work through while it is open. Waiting rejects when the signal is aborted. */
export class PauseGate {
  #closed = false;
  readonly #opened = new EventEmitter();

  constructor(private readonly signal: AbortSignal) {}

  close(): void {
    this.#closed = true;
  }

  /** Also ends every `timePassed`. */
  open(): void {
    this.#closed = false;
    this.#opened.emit('open');
  }

  async passed(): Promise<void> {
    this.signal.throwIfAborted();
    if (this.#closed) await once(this.#opened, 'open', { signal: this.signal });
  }

  async timePassed(milliseconds: number): Promise<void> {
    const over = new AbortController();
    const signal = AbortSignal.any([this.signal, over.signal]);
    const opened = once(this.#opened, 'open', { signal });
    await Promise.race([opened, wait(milliseconds, undefined, { signal })]).finally(() => over.abort());
  }
}
