/** Expressions that must all match a text, and ones that must not. */
export interface Expressions {
  readonly found: readonly string[];
  readonly absent: readonly string[];
}

/**
 * Splits an expression with lookaheads at the start of the text, such as `^(?=.*a)(?!.*b)c`, into equivalent
 * expressions without lookaheads. Undefined for all others, whose lookaheads depend on the position.
 */
export function splitLookAheads(source: string): Expressions | undefined {
  const [opening = '', flags = ''] = /^(\(\?[a-ln-z]+\))?\^(?=\(\?[=!])/.exec(source) ?? [];
  if (opening === '') return undefined;
  const found: string[] = [];
  const absent: string[] = [];
  let rest = source.slice(opening.length);
  while (/^\(\?[=!]/.test(rest)) {
    const end = endOfGroup(rest);
    if (end === -1) return undefined;
    const inner = `${flags}^(?:${rest.slice(3, end)})`;
    if (rest.charAt(2) === '=') found.push(inner);
    else absent.push(inner);
    rest = rest.slice(end + 1);
  }
  // A quantifier would apply to the lookahead, and another branch would not have it.
  if (/^[*+?{]/.test(rest) || hasBranches(rest)) return undefined;
  return { found: [...found, `${flags}^${rest}`], absent };
}

/** The end of the group at the start of a text, or -1. */
function endOfGroup(text: string): number {
  let depth = 0;
  for (const { index, sign } of signsOf(text)) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (depth === 0) return index;
  }
  return -1;
}

/** Whether there is a `|` outside of all groups. */
function hasBranches(text: string): boolean {
  let depth = 0;
  for (const { sign } of signsOf(text)) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === '|' && depth === 0) return true;
  }
  return false;
}

/** Parentheses and branches that are neither escaped nor in a class. */
function* signsOf(text: string): Generator<{ readonly index: number; readonly sign: string }> {
  for (const { index, 0: sign } of text.matchAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[()|]/g)) {
    if (sign.length === 1) yield { index, sign };
  }
}
