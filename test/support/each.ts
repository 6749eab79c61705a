/** One field of every item, or a tuple of several fields. */
export function each<Item>(
  items: readonly Item[] | null | undefined,
  first: keyof Item,
  ...more: readonly (keyof Item)[]
): readonly unknown[] | undefined {
  return items?.map((item) => (more.length === 0 ? item[first] : [first, ...more].map((key) => item[key])));
}
