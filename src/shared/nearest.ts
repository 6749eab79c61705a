/** The candidate closest to a mistyped word; undefined if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let found: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const most = Math.min(least - 1, Math.max(1, Math.floor(candidate.length / 3)));
    // The lengths alone differ by more.
    if (Math.abs(word.length - candidate.length) > most) continue;
    const distance = distanceOf(word, candidate);
    if (distance <= most) [found, least] = [candidate, distance];
  }
  return found;
}

/** The edit distance between two words, in which two swapped letters count as one edit. */
function distanceOf(one: string, other: string): number {
  const table: number[][] = [];
  const cell = (at: number, index: number): number => table[at]?.[index] ?? Infinity;
  for (let at = 0; at <= one.length; at++) {
    const row: number[] = [];
    table.push(row);
    for (let index = 0; index <= other.length; index++) {
      const isSame = one[at - 1] === other[index - 1];
      const isSwapped = one[at - 1] === other[index - 2] && one[at - 2] === other[index - 1];
      const changed = Math.min(
        cell(at - 1, index) + 1,
        cell(at, index - 1) + 1,
        cell(at - 1, index - 1) + (isSame ? 0 : 1),
        cell(at - 2, index - 2) + (isSwapped ? 1 : 2),
      );
      row.push(at + index === 0 ? 0 : changed);
    }
  }
  return cell(one.length, other.length);
}
