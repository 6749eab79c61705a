/**
 * Limits entries for rejected calls without an account to one per address, operation and minute. Anyone can
 * make such calls, and must not be able to fill the disk.
 */
export class UnknownCallers {
  readonly #seen = new Map<string, { readonly recorded: number; leftOut: number }>();

  /** How many similar calls were not logged since the last entry; undefined if this one is not logged either. */
  admit(address: string, operation: string, now = Date.now()): number | undefined {
    const caller = `${address} ${operation}`;
    const seen = this.#seen.get(caller);
    if (seen && now - seen.recorded < period) {
      seen.leftOut += 1;
      return undefined;
    }
    // Keeps the map in order of the last entry, so that the oldest are evicted first.
    this.#seen.delete(caller);
    this.#seen.set(caller, { recorded: now, leftOut: 0 });
    this.#forgetOldest();
    return seen?.leftOut ?? 0;
  }

  #forgetOldest(): void {
    if (this.#seen.size <= maxCallers) return;
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }
}

const period = 60_000;
const maxCallers = 10_000;
