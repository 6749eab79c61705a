/** A tree as plain data without offsets, so that two spellings of one query can be compared. */
export function withoutPlaces(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (key === 'from' || key === 'to' ? undefined : value)),
  );
}
