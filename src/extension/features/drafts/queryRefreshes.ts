import { keyOf } from '../../ui/queryAddress';
import type { QueryAddress } from '../../ui/queryAddress';
import type { QueryLenses } from './queryLenses';
import type { WorkingCopies } from './workingCopies';

const freshFor = 15_000;

/** Milliseconds to wait for further changes before the queries are read. */
const changesFor = 200;

/** Reads open queries again, each at most every 15 seconds, and ends the requests for those that are closed. */
export class QueryRefreshes {
  readonly #refreshes = new Map<string, { readonly at: number; readonly abort: AbortController }>();
  #pending: NodeJS.Timeout | undefined;

  constructor(
    private readonly copies: Pick<WorkingCopies, 'refresh'>,
    private readonly lenses: Pick<QueryLenses, 'poll' | 'refresh'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Never rejects: missing lenses show that the text may be outdated; a message per tab would be too much. */
  async refresh(address: QueryAddress): Promise<void> {
    const key = keyOf(address);
    const last = this.#refreshes.get(key);
    if (last !== undefined && this.now() - last.at < freshFor) return;
    last?.abort.abort();
    const refresh = { at: this.now(), abort: new AbortController() };
    this.#refreshes.set(key, refresh);
    try {
      const { signal } = refresh.abort;
      await this.copies.refresh(address, signal);
      // The connection may now have another platform, which must not be requested for a query without a tab.
      signal.throwIfAborted();
      // They show the record, which a stored text with the same content does not have.
      this.lenses.refresh();
      await this.lenses.poll(address, signal);
    } catch {
      // A tab that was closed and opened again has another refresh.
      if (this.#refreshes.get(key) === refresh) this.#refreshes.delete(key);
    }
  }

  /** Called when the tab of a query is closed. */
  leave(address: QueryAddress): void {
    this.#refreshes.get(keyOf(address))?.abort.abort();
    this.#refreshes.delete(keyOf(address));
  }

  /** Called when the record of a visible query was read again: only its last change may be requested. */
  async refreshChanged(address: QueryAddress): Promise<void> {
    const { signal } = this.#refreshes.get(keyOf(address))?.abort ?? new AbortController();
    // The lens is missing until the next change; a message would be too much.
    await this.lenses.poll(address, signal).catch(() => undefined);
  }

  /**
   * Called when it is unknown what has changed: the visible queries are read soon, several changes at once,
   * and all others when they become visible.
   */
  refreshSoon(visible: () => readonly QueryAddress[]): void {
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => {
      for (const [key, { abort }] of this.#refreshes) this.#refreshes.set(key, { at: -Infinity, abort });
      for (const address of visible()) void this.refresh(address);
    }, changesFor);
  }

  dispose(): void {
    clearTimeout(this.#pending);
    for (const { abort } of this.#refreshes.values()) abort.abort();
  }
}
