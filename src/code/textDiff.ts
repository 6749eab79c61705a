/** The lines of two texts: those of the first alone with `-`, those of the second alone with `+`. */
export function diffLines(before: string, after: string): readonly string[] {
  const [ours, theirs] = [before.split('\n'), after.split('\n')];
  const lengths = commonLengths(ours, theirs);
  const lines: string[] = [];
  let [at, to] = [0, 0];
  while (at < ours.length || to < theirs.length) {
    const isCommon = at < ours.length && ours[at] === theirs[to];
    const takesOurs = to >= theirs.length || (lengths[at + 1]?.[to] ?? -1) >= (lengths[at]?.[to + 1] ?? 0);
    if (isCommon) {
      lines.push(`  ${ours[at] ?? ''}`);
      at++;
      to++;
    } else if (at < ours.length && takesOurs) lines.push(`- ${ours[at++] ?? ''}`);
    else lines.push(`+ ${theirs[to++] ?? ''}`);
  }
  return lines;
}

/** How many lines the rests of both texts have in common, from each pair of places. */
function commonLengths(ours: readonly string[], theirs: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: ours.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0));
  for (let at = ours.length - 1; at >= 0; at--) {
    for (let to = theirs.length - 1; to >= 0; to--) {
      const [row, below] = [lengths[at], lengths[at + 1]];
      if (row === undefined || below === undefined) continue;
      row[to] =
        ours[at] === theirs[to] ? 1 + (below[to + 1] ?? 0) : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return lengths;
}
