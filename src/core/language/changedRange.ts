/** The range in which two texts differ, as offsets in the old and the new one. */
export interface ChangedRange {
  readonly from: number;
  readonly oldTo: number;
  readonly newTo: number;
}

export function changedRange(old: string, text: string): ChangedRange {
  const shorter = Math.min(old.length, text.length);
  const from = sameAtStart(old, text, shorter);
  const end = sameAtEnd(old, text, shorter - from);
  return { from, oldTo: old.length - end, newTo: text.length - end };
}

/** Compares in blocks, because comparing strings is much faster than comparing characters in a loop. */
const block = 1024;

function sameAtStart(old: string, text: string, maximum: number): number {
  let same = 0;
  while (same + block <= maximum && old.slice(same, same + block) === text.slice(same, same + block))
    same += block;
  while (same < maximum && old.charCodeAt(same) === text.charCodeAt(same)) same++;
  return same;
}

function sameAtEnd(old: string, text: string, maximum: number): number {
  const [oldEnd, textEnd] = [old.length, text.length];
  let same = 0;
  const isSameBlock = (): boolean =>
    old.slice(oldEnd - same - block, oldEnd - same) === text.slice(textEnd - same - block, textEnd - same);
  while (same + block <= maximum && isSameBlock()) same += block;
  while (same < maximum && old.charCodeAt(oldEnd - 1 - same) === text.charCodeAt(textEnd - 1 - same)) same++;
  return same;
}
