/** The one stretch in which two texts differ, by its offsets in the old and in the new one. */
export interface ChangedRange {
  readonly from: number;
  readonly oldTo: number;
  readonly newTo: number;
}

export function changedRange(old: string, text: string): ChangedRange {
  const shorter = Math.min(old.length, text.length);
  let from = 0;
  while (from < shorter && old.charCodeAt(from) === text.charCodeAt(from)) from++;
  let end = 0;
  const rest = shorter - from;
  while (end < rest && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
  return { from, oldTo: old.length - end, newTo: text.length - end };
}
