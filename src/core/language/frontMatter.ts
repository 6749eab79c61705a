import type { Located } from './expression';

/** The YAML between two `---` lines at the top of a file, which contains the properties of the query. */
export interface FrontMatter {
  /** The range between the two lines. */
  readonly yaml: Located;
  /** Where the query text starts. */
  readonly end: number;
}

const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /^---[ \t]*(?:\r?\n|$)/m;

/** Undefined for a file without front matter. Front matter that is not closed extends to the end. */
export function findFrontMatter(source: string): FrontMatter | undefined {
  const from = opening.exec(source)?.[0].length;
  if (from === undefined) return undefined;
  const rest = source.slice(from);
  const end = closing.exec(rest);
  if (end === null) return { yaml: { from, to: source.length }, end: source.length };
  return { yaml: { from, to: from + end.index }, end: from + end.index + end[0].length };
}

/** The text of the query alone. */
export function withoutFrontMatter(source: string): string {
  return source.slice(findFrontMatter(source)?.end ?? 0);
}

/** Replaces the front matter with spaces, so that offsets in the query do not change. */
export function hideFrontMatter(source: string): string {
  const front = findFrontMatter(source);
  if (front === undefined) return source;
  return source.slice(0, front.end).replaceAll(/[^\r\n]/g, ' ') + source.slice(front.end);
}
