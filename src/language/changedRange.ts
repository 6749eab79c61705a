/** The range in which two texts differ, as offsets in the old and the new one. */
export interface ChangedRange {
  readonly from: number;
  readonly oldTo: number;
  readonly newTo: number;
}

export function changedRange(old: string, text: string): ChangedRange {
  const shorter = Math.min(old.length, text.length);
  let from = 0;
  while (from < shorter && old.charCodeAt(from) === text.charCodeAt(from)) from++;
  let [oldTo, newTo] = [old.length, text.length];
  while (Math.min(oldTo, newTo) > from && old.charCodeAt(oldTo - 1) === text.charCodeAt(newTo - 1)) {
    oldTo--;
    newTo--;
  }
  return { from, oldTo, newTo };
}
