/** The candidate closest to a mistyped word; undefined if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let found: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const most = Math.min(least - 1, Math.max(1, Math.floor(candidate.length / 3)));
    // The lengths alone differ by more.
    if (Math.abs(word.length - candidate.length) > most) continue;
    const distance = distanceOf(word, candidate, most);
    if (distance <= most) [found, least] = [candidate, distance];
  }
  return found;
}

/** The edit distance between two words, in which two swapped letters count as one edit; `Infinity` above the maximum. */
function distanceOf(one: string, other: string, most: number): number {
  let twoAbove: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let index = 1, left = at; index <= other.length; index++) {
      const isSame = one[at - 1] === other[index - 1];
      const isSwapped = one[at - 1] === other[index - 2] && one[at - 2] === other[index - 1];
      left = Math.min(
        cell(above, index) + 1,
        left + 1,
        cell(above, index - 1) + (isSame ? 0 : 1),
        isSwapped ? cell(twoAbove, index - 2) + 1 : Infinity,
      );
      row.push(left);
    }
    // Rows below have no smaller distances.
    if (Math.min(...row) > most) return Infinity;
    [twoAbove, above] = [above, row];
  }
  return cell(above, other.length);
}

function cell(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
