/** The same values in the same order, at most so many at a time. */
export function chunksOf<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size));
}
