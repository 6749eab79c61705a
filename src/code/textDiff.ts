/** The lines of two texts: those of the first alone with `-`, those of the second alone with `+`. */
export function diffLines(before: string, after: string): readonly string[] {
  const [ours, theirs] = [before.split('\n'), after.split('\n')];
  const lengths = commonLengths(ours, theirs);
  const common = (at: number, to: number): number => lengths[at]?.[to] ?? 0;
  const lines: string[] = [];
  let to = 0;
  ours.forEach((line, at) => {
    // A line of the second text comes first where the rest has more in common behind it.
    while (line !== theirs[to] && to < theirs.length && common(at, to + 1) > common(at + 1, to)) {
      lines.push(`+ ${theirs[to++] ?? ''}`);
    }
    const isCommon = line === theirs[to];
    lines.push(`${isCommon ? ' ' : '-'} ${line}`);
    if (isCommon) to++;
  });
  return [...lines, ...theirs.slice(to).map((line) => `+ ${line}`)];
}

/** How many lines the rests of both texts have in common, from each pair of places. */
function commonLengths(ours: readonly string[], theirs: readonly string[]): readonly (readonly number[])[] {
  let below = [...theirs, ''].map(() => 0);
  const lengths = [below];
  for (const line of ours.toReversed()) {
    const row = below.map(() => 0);
    for (let to = theirs.length - 1; to >= 0; to--) {
      row[to] = line === theirs[to] ? 1 + (below[to + 1] ?? 0) : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
    lengths.unshift((below = row));
  }
  return lengths;
}
