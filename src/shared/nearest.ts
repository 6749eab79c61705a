/** The candidate that a mistyped word most likely means, undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const close = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance);
  return close[0]?.candidate;
}

/** How many letters must be added, removed, replaced or swapped with the next to make one word the other. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let at = 1; at <= one.length; at++) {
    const [before, row] = [rows[at - 2], rows[at - 1] ?? []];
    const next = [at];
    for (let place = 1; place <= other.length; place++) {
      const isSame = one.charAt(at - 1) === other.charAt(place - 1);
      const replaced = (row[place - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped = one.slice(at - 2, at) === other.charAt(place - 1) + other.charAt(place - 2);
      const swapped = isSwapped ? (before?.[place - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    rows.push(next);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
