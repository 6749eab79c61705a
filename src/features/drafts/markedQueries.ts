/** The queries that are marked as drafts, to tell when a mark comes or goes. */
export class MarkedQueries {
  readonly #marked = new Set<string>();

  /** Notes whether a query is marked now, and returns whether that is new. */
  changes(key: string, isMarked: boolean): boolean {
    if (isMarked === this.#marked.has(key)) return false;
    if (isMarked) this.#marked.add(key);
    else this.#marked.delete(key);
    return true;
  }
}
