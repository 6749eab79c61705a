/** A line diff: `-` for lines of the first text only, `+` for lines of the second only. */
export function diffLines(before: string, after: string): readonly string[] {
  const [ours, theirs] = [before.split('\n'), after.split('\n')];
  const lengths = commonLengths(ours, theirs);
  const common = (at: number, to: number): number => lengths[at]?.[to] ?? 0;
  const lines: string[] = [];
  let to = 0;
  ours.forEach((line, at) => {
    // Inserts a line of the second text if the rest then has more in common.
    while (line !== theirs[to] && common(at, to + 1) > common(at + 1, to)) {
      lines.push(`+ ${theirs[to++] ?? ''}`);
    }
    const isCommon = line === theirs[to];
    lines.push(`${isCommon ? ' ' : '-'} ${line}`);
    if (isCommon) to++;
  });
  return [...lines, ...theirs.slice(to).map((line) => `+ ${line}`)];
}

/** The number of common lines in the rest of both texts, for each pair of positions. */
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
