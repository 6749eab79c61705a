/** Finds a text in successive ranges without searching any part twice. */
export class Finder {
  /** The start of the last search, and its result. */
  #from = Infinity;
  #found = 0;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {}

  /** Whether it starts in the range. If asked in order, all calls together cost one search. */
  isIn(from: number, to: number): boolean {
    if (from < this.#from || from > this.#found) {
      const found = this.text.indexOf(this.wanted, from);
      this.#from = from;
      this.#found = found < 0 ? Infinity : found;
    }
    return this.#found < to;
  }
}
