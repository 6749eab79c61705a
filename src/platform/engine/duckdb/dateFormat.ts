import { QueryRefusal } from '../plan/queryRefusal';

/** A part of a SimpleDateFormat pattern: a letter with the number of its repetitions, or text. */
export type PatternPart =
  | { readonly letter: string; readonly count: number }
  | { readonly letter: undefined; readonly text: string };

const letters = new Set('GyYMLwWDdFEuaHkKhmsSzZX');

/** Splits a pattern; `''` is a quote, and text is in quotes. */
export function datePatternParts(pattern: string): readonly PatternPart[] {
  return [...pattern.matchAll(partPattern)].map(partOf);
}

const partPattern =
  /'(?<quoted>(?:[^']|'')*)'|(?<run>(?<letter>[A-Za-z])\k<letter>*)|(?<other>[^A-Za-z'])|'/g;

function partOf({ groups = {} }: RegExpExecArray): PatternPart {
  const { quoted, run, letter = '', other } = groups;
  if (run !== undefined && letters.has(letter)) return { letter, count: run.length };
  const text = quoted === '' ? "'" : (quoted?.replaceAll("''", "'") ?? other);
  if (text === undefined) throw new QueryRefusal('broken-expression');
  return { letter: undefined, text };
}
