import { keyOf } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import type { QueryLenses } from './queryLenses';
import type { WorkingCopies } from './workingCopies';

interface Look {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly abort: AbortController;
}

const freshFor = 15_000;

/** Milliseconds to wait for further changes before the queries are read. */
const changesFor = 200;

/** Reads open queries again, each at most every 15 seconds, and ends the requests for those that are closed. */
export class FreshLooks {
  readonly #looks = new Map<string, Look>();
  #pending: NodeJS.Timeout | undefined;

  constructor(
    private readonly copies: Pick<WorkingCopies, 'refresh'>,
    private readonly lenses: Pick<QueryLenses, 'look'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Never rejects: missing lenses show that the text may be outdated; a message per tab would be too much. */
  async look(address: QueryAddress): Promise<void> {
    const key = keyOf(address);
    const last = this.#looks.get(key);
    if (last !== undefined && this.now() - last.at < freshFor) return;
    last?.abort.abort();
    const look = { at: this.now(), abort: new AbortController() };
    this.#looks.set(key, look);
    try {
      await this.#read(address, look.abort.signal);
    } catch {
      // A tab that was closed and opened again has another look.
      if (this.#looks.get(key) === look) this.#looks.delete(key);
    }
  }

  async #read(address: QueryAddress, signal: AbortSignal): Promise<void> {
    await this.copies.refresh(address, signal);
    // The connection may now have another platform, which must not be requested for a query without a tab.
    signal.throwIfAborted();
    await this.lenses.look(address, signal);
  }

  /** Called when the tab of a query is closed. */
  leave(address: QueryAddress): void {
    this.#looks.get(keyOf(address))?.abort.abort();
    this.#looks.delete(keyOf(address));
  }

  /** Called when the record of a visible query was read again: only its last change may be requested. */
  async lookAtChange(address: QueryAddress): Promise<void> {
    const { signal } = this.#looks.get(keyOf(address))?.abort ?? new AbortController();
    // The lens is missing until the next change; a message would be too much.
    await this.lenses.look(address, signal).catch(() => undefined);
  }

  /**
   * Called when it is unknown what has changed: the visible queries are read soon, several changes at once, and all
   * others when they are looked at.
   */
  lookSoon(visible: () => readonly QueryAddress[]): void {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => {
      for (const [key, { abort }] of this.#looks) this.#looks.set(key, { at: -Infinity, abort });
      for (const address of visible()) void this.look(address);
    }, changesFor);
  }

  dispose(): void {
    clearTimeout(this.#pending);
    for (const { abort } of this.#looks.values()) abort.abort();
  }
}
