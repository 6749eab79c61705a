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
    const end = signsOf(rest).find(({ depth }) => depth === 0);
    if (end === undefined) return undefined;
    const inner = `${flags}^(?:${rest.slice(3, end.index)})`;
    if (rest.charAt(2) === '=') found.push(inner);
    else absent.push(inner);
    rest = rest.slice(end.index + 1);
  }
  // A quantifier would apply to the lookahead, and another branch would not have it.
  if (/^[*+?{]/.test(rest) || hasBranches(rest)) return undefined;
  return { found: [...found, `${flags}^${rest}`], absent };
}

/** Whether there is a `|` outside of all groups. */
function hasBranches(text: string): boolean {
  return signsOf(text).some(({ sign, depth }) => sign === '|' && depth === 0);
}

/** Parentheses and branches that are neither escaped nor in a class, with the number of groups that are open after them. */
function signsOf(text: string) {
  let depth = 0;
  return [...text.matchAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[()|]/g)]
    .filter(([sign]) => sign.length === 1)
    .map(({ index, 0: sign }) => {
      if (sign === '(') depth++;
      if (sign === ')') depth--;
      return { index, sign, depth };
    });
}
