/**
 * Decides which refused calls of callers without an account are worth an entry: one for each address and operation
 * a minute. Anybody can make such calls, and must not be able to fill the disk with them.
 */
export class UnknownCallers {
  readonly #seen = new Map<string, { readonly recorded: number; leftOut: number }>();

  /** How many like it were left out since the last entry; undefined where this one is left out too. */
  admit(address: string, operation: string, now = Date.now()): number | undefined {
    const caller = `${address} ${operation}`;
    const seen = this.#seen.get(caller);
    if (seen && now - seen.recorded < period) {
      seen.leftOut += 1;
      return undefined;
    }
    // Last in the map is latest recorded, so the first are those to forget.
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
