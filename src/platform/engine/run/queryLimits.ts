/** Characters. Programs send the rows of a file as one string, in parts of a few megabytes. */
const longestText = 4_000_000;
/** Includes those of subqueries. */
const maxCommands = 1000;
/** Words, numbers, strings and operators; a string counts once, whatever its length. */
const maxTerms = 30_000;
/** The nesting of parentheses and brackets. */
const deepestNesting = 200;

/**
 * Whether parsing and planning a query would block other requests. Counted in one pass over the text, before it is
 * parsed; the count of an invalid query can be wrong, but the parser rejects it.
 */
export function isTooLarge(text: string): boolean {
  if (text.length > longestText) return true;
  let commands = 1;
  let terms = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at = endOfTerm(text, at)) {
    const kind = kindAt(text, at);
    if (kind === Kind.pipe) commands += 1;
    else if (kind === Kind.open) depth += 1;
    else if (kind === Kind.close) depth -= 1;
    else if (kind !== Kind.blank) terms += 1;
    if (commands > maxCommands || terms > maxTerms || depth > deepestNesting) return true;
  }
  return false;
}

const Kind = { word: 0, blank: 1, operator: 2, quote: 3, pipe: 4, open: 5, close: 6 } as const;

/** By character code; all others are parts of words. */
const kinds = new Uint8Array(128);
for (const [signs, kind] of [
  [' \t\n\r,', Kind.blank],
  ['=<>!+-*/', Kind.operator],
  ['"', Kind.quote],
  ['|', Kind.pipe],
  ['([', Kind.open],
  [')]', Kind.close],
] as const) {
  for (const sign of signs) kinds[sign.charCodeAt(0)] = kind;
}

function kindAt(text: string, at: number): number {
  return kinds[text.charCodeAt(at)] ?? Kind.word;
}

function endOfTerm(text: string, start: number): number {
  const kind = kindAt(text, start);
  if (kind === Kind.quote) return endOfString(text, start);
  let end = start + 1;
  const isRun = kind === Kind.word || kind === Kind.operator;
  if (isRun) while (end < text.length && kindAt(text, end) === kind) end += 1;
  return end;
}

function endOfString(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (end >= 0 && isEscaped(text, end));
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (at - start) % 2 === 1;
}
