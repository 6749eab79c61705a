/** An occupied slot. Disposing of it, possibly repeatedly, releases it. */
export interface Slot extends Disposable {
  /** Releases the slot while the work waits, and takes one again, of this weight, before it returns. */
  rest<T>(work: () => Promise<T>, weight?: number): Promise<T>;
  /** Corrects its weight without waiting, also to more than the share of its holder. */
  weigh(weight: number): void;
}

/** Whether a holder of slots of this weight may take one more while so much is free. */
export type Share = (held: number, free: number, weight: number) => boolean;

/** Reserves the last slots, so that an account without one always gets one. */
export const fairShare: Share = (held, free) => held < free;

/** Keeps the last slot for holders without one. */
export const reserveOne: Share = (held, free) => free > (held === 0 ? 0 : 1);

/** Leaves as much to others as a holder has, but a holder of nothing may take one of any weight. */
export const equalShare: Share = (held, free, weight) => held === 0 || held + weight <= free - weight;

const anyShare: Share = (_held, free) => free > 0;

interface Waiting {
  readonly holder: string;
  readonly weight: number;
  readonly start: () => void;
}

/** Limits concurrency, or a quantity if slots have weights; of the waiting, the first that its share allows is next. */
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

  /** How many of this holder wait for a slot. */
  waitingOf(holder: string): number {
    return this.#waiting.filter((waiting) => waiting.holder === holder).length;
  }

  /** Rejects if the signal aborts first. The caller disposes of the slot. */
  async acquire(signal: AbortSignal, holder = '', weight = 1): Promise<Slot> {
    let own = weight;
    await this.#enter(signal, holder, own);
    let has = true;
    const leave = (): void => {
      if (has) this.#release(holder, own);
      has = false;
    };
    return {
      rest: async (work, next = own) => {
        leave();
        const result = await work();
        own = next;
        await this.#enter(signal, holder, own);
        has = true;
        return result;
      },
      weigh: (next) => {
        if (!has) return;
        this.#count(holder, next);
        this.#release(holder, own);
        own = next;
      },
      [Symbol.dispose]: leave,
    };
  }

  async #enter(signal: AbortSignal, holder: string, weight: number): Promise<void> {
    signal.throwIfAborted();
    if (this.#mayTake(holder, weight)) this.#count(holder, weight);
    else await this.#wait(signal, holder, weight);
  }

  #release(holder: string, weight: number): void {
    this.#count(holder, -weight);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#count(next.holder, next.weight);
      next.start();
    }
  }

  #next(): Waiting | undefined {
    const index = this.#waiting.findIndex(({ holder, weight }) => this.#mayTake(holder, weight));
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  #mayTake(holder: string, weight: number): boolean {
    return this.share(this.#held.get(holder) ?? 0, this.#free, weight);
  }

  #count(holder: string, change: number): void {
    const held = (this.#held.get(holder) ?? 0) + change;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
    this.#free -= change;
  }

  #wait(signal: AbortSignal, holder: string, weight: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        holder,
        weight,
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
