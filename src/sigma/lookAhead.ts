/** Expressions that must all be found in a text, and such as must not be. */
export interface Expressions {
  readonly found: readonly string[];
  readonly absent: readonly string[];
}

/**
 * Splits an expression that looks ahead from the beginning of a text, such as `^(?=.*a)(?!.*b)c`, into expressions
 * that mean the same together and do not look ahead. Undefined for all others: looking ahead from anywhere else
 * depends on the place.
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
  // A repeat would be one of what was looked for, and another branch would not have been looked ahead from.
  if (/^[*+?{]/.test(rest) || hasBranches(rest)) return undefined;
  return { found: [...found, `${flags}^${rest}`], absent };
}

/** Where the group that a text begins with ends, -1 where it does not. */
function endOfGroup(text: string): number {
  let depth = 0;
  for (const { index, sign } of signsOf(text)) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (depth === 0) return index;
  }
  return -1;
}

/** Whether a `|` stands outside of all groups. */
function hasBranches(text: string): boolean {
  let depth = 0;
  for (const { sign } of signsOf(text)) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === '|' && depth === 0) return true;
  }
  return false;
}

/** Parentheses and branches, without those that are escaped or in a class. */
function* signsOf(text: string): Generator<{ readonly index: number; readonly sign: string }> {
  for (const { index, 0: sign } of text.matchAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[()|]/g)) {
    if (sign.length === 1) yield { index, sign };
  }
}
