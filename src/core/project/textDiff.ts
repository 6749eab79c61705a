/**
 * A line diff: `-` for lines of the first text only, `+` for lines of the second only, and as few of them as possible.
 * Texts with little in common are replaced as a whole.
 */
export function diffLines(before: string, after: string): readonly string[] {
  const [earlier, later] = [before.split('\n'), after.split('\n')];
  const start = commonStart(earlier, later);
  const [left, right] = [earlier.slice(start), later.slice(start)];
  const end = commonStart(left.toReversed(), right.toReversed());
  return [
    ...earlier.slice(0, start).map((line) => `  ${line}`),
    ...shortestEdit(left.slice(0, left.length - end), right.slice(0, right.length - end)),
    ...left.slice(left.length - end).map((line) => `  ${line}`),
  ];
}

function commonStart(earlier: readonly string[], later: readonly string[]): number {
  const differing = earlier.findIndex((line, at) => line !== later[at]);
  return differing === -1 ? earlier.length : differing;
}

/** Time and memory grow with the square of the number of different lines. */
const maxEdits = 1500;

/** Myers: for each number of edits, how far the texts can be followed on each diagonal. */
function shortestEdit(earlier: readonly string[], later: readonly string[]): readonly string[] {
  const reached = new Int32Array(2 * maxEdits + 3);
  const center = maxEdits + 1;
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= maxEdits; edits++) {
    steps.push(reached.slice(center - edits - 1, center + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [down, right] = [reached[center + diagonal + 1] ?? 0, reached[center + diagonal - 1] ?? 0];
      const at = commonUntil(
        earlier,
        later,
        isInsertion(diagonal, edits, down, right) ? down : right + 1,
        diagonal,
      );
      reached[center + diagonal] = at;
      if (at >= earlier.length && at - diagonal >= later.length) return linesOf(earlier, later, steps);
    }
  }
  return [...earlier.map((line) => `- ${line}`), ...later.map((line) => `+ ${line}`)];
}

function commonUntil(
  earlier: readonly string[],
  later: readonly string[],
  from: number,
  diagonal: number,
): number {
  let at = from;
  while (at < earlier.length && at - diagonal < later.length && earlier[at] === later[at - diagonal]) at++;
  return at;
}

function isInsertion(diagonal: number, edits: number, down: number, right: number): boolean {
  return diagonal === -edits || (diagonal !== edits && right < down);
}

/** Follows the steps back from the ends of both texts, whose first lines differ. */
function linesOf(
  earlier: readonly string[],
  later: readonly string[],
  steps: readonly Int32Array[],
): readonly string[] {
  const lines: string[] = [];
  let [at, to] = [earlier.length, later.length];
  for (let edits = steps.length - 1; edits > 0; edits--) {
    const diagonal = at - to;
    const [down = 0, right = 0] = [2, 0].map((side) => steps[edits]?.[diagonal + edits + side]);
    const isAdded = isInsertion(diagonal, edits, down, right);
    for (const from = isAdded ? down : right + 1; at > from;) lines.push(`  ${earlier[--at] ?? ''}`);
    to = at - diagonal;
    lines.push(isAdded ? `+ ${later[--to] ?? ''}` : `- ${earlier[--at] ?? ''}`);
  }
  return lines.toReversed();
}

/** Unchanged lines around a change. */
const context = 3;

/** The same, without most of the unchanged lines of a long text. */
export function shortDiff(before: string, after: string): readonly string[] {
  const lines = diffLines(before, after);
  const shown = new Set<number>();
  lines.forEach((line, at) => {
    if (line.startsWith('  ')) return;
    for (let near = at - context; near <= at + context; near++) shown.add(near);
  });
  return lines.flatMap((line, at) => {
    if (shown.has(at) || lines.length <= maxWhole) return line;
    return at === 0 || shown.has(at - 1) ? '  …' : [];
  });
}

/** Lines. */
const maxWhole = 100;
