/** Deeper than any log; the type detection of the engine overflows at less. */
const deepestNesting = 1000;

/** Whether a line of JSON is nested too deeply. Free for short lines. */
export function isTooDeep(line: Uint8Array): boolean {
  if (line.length < 2 * deepestNesting) return false;
  let depth = 0;
  let inText = false;
  for (let place = 0; place < line.length && depth <= deepestNesting; place += 1) {
    const byte = line[place] ?? 0;
    if (byte === quote) inText = !inText;
    else if (!inText) depth += depthChanges.get(byte) ?? 0;
    else if (byte === backslash) place += 1;
  }
  return depth > deepestNesting;
}

const quote = 0x22;
const backslash = 0x5c;

/** By the bytes of `[`, `{`, `]` and `}`. */
const depthChanges: ReadonlyMap<number, number> = new Map([
  [0x5b, 1],
  [0x7b, 1],
  [0x5d, -1],
  [0x7d, -1],
]);
