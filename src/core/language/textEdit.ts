import type { Located } from './expression';

/** Replaces a range of the text. */
export interface TextEdit extends Located {
  readonly newText: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((one, other) => other.from - one.from || other.to - one.to);
  return ordered.reduce(
    (result, { from, to, newText }) => result.slice(0, from) + newText + result.slice(to),
    text,
  );
}

export function replacement({ from, to }: Located, newText: string): TextEdit {
  return { from, to, newText };
}

export function insertion(at: number, newText: string): TextEdit {
  return { from: at, to: at, newText };
}
