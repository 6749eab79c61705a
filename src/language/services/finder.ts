/** Finds a text in successive ranges without searching any part twice. */
export class Finder {
  #from = 0;
  #found: number;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
  ) {
    this.#found = this.#next(0);
  }

  /** Whether it starts in the range. If asked in order, all calls together cost one search. */
  isIn(from: number, to: number): boolean {
    if (from < this.#from || from > this.#found) {
      this.#from = from;
      this.#found = this.#next(from);
    }
    return this.#found < to;
  }

  #next(from: number): number {
    const found = this.text.indexOf(this.wanted, from);
    return found < 0 ? Infinity : found;
  }
}
