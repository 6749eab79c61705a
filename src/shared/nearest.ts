/** The candidate closest to a mistyped word; undefined if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const close = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance);
  return close[0]?.candidate;
}

/** The edit distance between two words. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let place = 1; place <= other.length; place++) {
      const isSame = one.charAt(at - 1) === other.charAt(place - 1);
      const replaced = (row[place - 1] ?? 0) + (isSame ? 0 : 1);
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
