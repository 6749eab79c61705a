/** An occupied slot. Disposing of it, possibly repeatedly, releases it. */
export interface Slot extends Disposable {
  /** Releases the slot while the work waits, and takes one again before it returns. */
  rest<T>(work: () => Promise<T>): Promise<T>;
}

/** Whether a holder of this many slots may take one of the free ones. */
export type Share = (held: number, free: number) => boolean;

/** Reserves the last slots, so that an account without one always gets one. */
export const fairShare: Share = (held, free) => held < free;

/** Keeps the last slot for holders without one. */
export const reserveOne: Share = (held, free) => free > (held === 0 ? 0 : 1);

const anyShare: Share = (_held, free) => free > 0;

interface Waiting {
  readonly holder: string;
  readonly start: () => void;
}

/** Limits concurrency; of the waiting holders, the first that its share allows is next. */
export class Slots {
  #free: number;
  readonly #held = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(
    count: number,
    private readonly share: Share = anyShare,
  ) {
    this.#free = count;
  }

  /** How many wait for a slot. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Rejects if the signal aborts first. The caller disposes of the slot. */
  async acquire(signal: AbortSignal, holder = ''): Promise<Slot> {
    await this.#enter(signal, holder);
    let has = true;
    const leave = (): void => {
      if (has) this.#leave(holder);
      has = false;
    };
    return {
      rest: async (work) => {
        leave();
        const result = await work();
        await this.#enter(signal, holder);
        has = true;
        return result;
      },
      [Symbol.dispose]: leave,
    };
  }

  async #enter(signal: AbortSignal, holder: string): Promise<void> {
    signal.throwIfAborted();
    if (this.#mayTake(holder)) this.#count(holder, 1);
    else await this.#wait(signal, holder);
  }

  #leave(holder: string): void {
    this.#count(holder, -1);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#count(next.holder, 1);
      next.start();
    }
  }

  #next(): Waiting | undefined {
    const index = this.#waiting.findIndex(({ holder }) => this.#mayTake(holder));
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  #mayTake(holder: string): boolean {
    return this.share(this.#held.get(holder) ?? 0, this.#free);
  }

  #count(holder: string, change: 1 | -1): void {
    const held = (this.#held.get(holder) ?? 0) + change;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
    this.#free -= change;
  }

  #wait(signal: AbortSignal, holder: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        holder,
        start: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
