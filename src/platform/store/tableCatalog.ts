import { compareStoredNames } from '../../core/base/compareNames';

interface Named {
  readonly guid: string;
  readonly name: string;
}

/**
 * Objects with unique names in memory, sorted by name: a cache of the database. A page is a slice of a list, so
 * every page takes the same time.
 */
export class Catalog<Item extends Named> {
  readonly #byGuid = new Map<string, Item>();
  readonly #byName = new Map<string, Item>();
  /** The searchable text in lower case, by GUID. */
  readonly #texts = new Map<string, string>();
  readonly #ordered: Item[];

  constructor(
    items: Iterable<Item>,
    private readonly searchedText: (item: Item) => string,
  ) {
    this.#ordered = [...items].sort((one, other) => compareStoredNames(one.name, other.name));
    for (const item of this.#ordered) this.#index(item);
  }

  find(guid: string): Item | undefined {
    return this.#byGuid.get(guid);
  }

  findByName(name: string): Item | undefined {
    return this.#byName.get(name);
  }

  all(): readonly Item[] {
    return this.#ordered;
  }

  /** The items whose text contains all keywords, ignoring case. */
  search(keywords: readonly string[]): readonly Item[] {
    if (keywords.length === 0) return this.#ordered;
    const wanted = keywords.map((keyword) => keyword.toLowerCase());
    return this.#ordered.filter(({ guid }) => {
      const text = this.#texts.get(guid) ?? '';
      return wanted.every((keyword) => text.includes(keyword));
    });
  }

  /** Applies a group of changes at once, because two items may have swapped their names. */
  apply(changed: readonly Item[], removed: Iterable<string> = []): void {
    for (const guid of [...removed, ...changed.map((item) => item.guid)]) this.#forget(guid);
    for (const item of changed) {
      this.#ordered.splice(this.#position(item.name), 0, item);
      this.#index(item);
    }
  }

  #index(item: Item): void {
    this.#byGuid.set(item.guid, item);
    this.#byName.set(item.name, item);
    this.#texts.set(item.guid, this.searchedText(item).toLowerCase());
  }

  #forget(guid: string): void {
    const present = this.#byGuid.get(guid);
    if (!present) return;
    this.#ordered.splice(this.#position(present.name), 1);
    this.#byGuid.delete(guid);
    this.#byName.delete(present.name);
    this.#texts.delete(guid);
  }

  /** The index of the name, or where it would be inserted. */
  #position(name: string): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareStoredNames(this.#ordered[middle]?.name ?? '', name) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
