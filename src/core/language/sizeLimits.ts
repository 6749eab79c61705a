/** The limits of the local platform for one query. */
export const sizeLimits = {
  /** Programs send the rows of a file as one string, in parts of a few megabytes. */
  characters: 4_000_000,
  /** Includes those of subqueries. */
  commands: 1000,
  /** Words, numbers, strings and operators; a string counts once, whatever its length. */
  terms: 30_000,
  /** The nesting of parentheses and brackets. */
  nesting: 200,
} as const;

/**
 * The limit above which parsing and planning a query would block other requests. Counted in one pass over the text,
 * before it is parsed; the count of an invalid query can be wrong, but the parser rejects it.
 */
export function exceededLimit(text: string): keyof typeof sizeLimits | undefined {
  if (text.length > sizeLimits.characters) return 'characters';
  let commands = 1;
  let terms = 0;
  let nesting = 0;
  for (const [term] of text.matchAll(termPattern)) {
    if (term === '|') commands += 1;
    else if ('(['.includes(term)) nesting += 1;
    else if (')]'.includes(term)) nesting -= 1;
    else terms += 1;
    if (commands > sizeLimits.commands) return 'commands';
    if (terms > sizeLimits.terms) return 'terms';
    if (nesting > sizeLimits.nesting) return 'nesting';
  }
  return undefined;
}

/** A string, a pipe or bracket, operators, or a word. */
const termPattern = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[|()[\]]|[=<>!+\-*/]+|[^ \t\n\r,=<>!+\-*/"|()[\]]+/g;
