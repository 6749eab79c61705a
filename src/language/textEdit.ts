import type { Located } from './expression';

/** Replaces a stretch of the text. */
export interface TextEdit extends Located {
  readonly newText: string;
}

/** Makes the edits; they must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((one, other) => other.from - one.from || other.to - one.to);
  return ordered.reduce(
    (result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to),
    text,
  );
}
