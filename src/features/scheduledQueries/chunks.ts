/** Splits values into chunks of at most `size`. */
export function chunksOf<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, index) => values.slice(index * size, (index + 1) * size));
}
