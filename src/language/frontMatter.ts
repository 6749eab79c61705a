import type { Located } from './expression';

/** The lines at the top of a file, between two lines `---`, that say about the query what its text does not. */
export interface FrontMatter {
  /** What stands between the two lines. */
  readonly yaml: Located;
  /** Where the text of the query begins. */
  readonly end: number;
}

const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/** Undefined where a file is a query and nothing else. A front matter that is not closed reaches to the end. */
export function findFrontMatter(source: string): FrontMatter | undefined {
  const from = opening.exec(source)?.[0].length;
  if (from === undefined) return undefined;
  const rest = source.slice(from);
  const end = closing.exec(rest);
  if (end === null) return { yaml: { from, to: source.length }, end: source.length };
  return { yaml: { from, to: from + end.index }, end: from + end.index + end[0].length };
}

/** The file with blanks in place of its front matter, so that every place of the query stays where it is. */
export function hideFrontMatter(source: string): string {
  const front = findFrontMatter(source);
  if (front === undefined) return source;
  return source.slice(0, front.end).replaceAll(/[^\r\n]/g, ' ') + source.slice(front.end);
}
