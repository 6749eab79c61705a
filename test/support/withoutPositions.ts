/** A tree without offsets, to compare two spellings of one query. */
export function withoutPositions(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (key === 'from' || key === 'to' ? undefined : value)),
  );
}
