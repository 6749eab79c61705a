/** A text with wildcards: `many` matches any text, `one` any character, `of` one of the given characters. */
export type PatternPart =
  | { readonly text: string }
  | { readonly wildcard: 'many' | 'one' }
  | { readonly of: string };

export type Pattern = readonly PatternPart[];

const many: PatternPart = { wildcard: 'many' };

/**
 * Parses a value of a rule: `*` and `?` are wildcards, and a backslash escapes them and itself. Before other
 * characters it is a literal backslash.
 */
export function readPattern(text: string): Pattern {
  const pieces = text.match(/\\[*?\\]|[*?]|[^*?\\]+|\\/g) ?? [];
  return normalized(pieces.map(partOf));
}

function partOf(piece: string): PatternPart {
  if (piece === '*') return many;
  return piece === '?' ? { wildcard: 'one' } : { text: piece.replace(/^\\(?=.)/s, '') };
}

export function plainPattern(text: string): Pattern {
  return text === '' ? [] : [{ text }];
}

/** The text of a pattern without wildcards; undefined otherwise. */
export function plainText(pattern: Pattern): string | undefined {
  let plain = '';
  for (const part of pattern) {
    if (!('text' in part)) return undefined;
    plain += part.text;
  }
  return plain;
}

export function startsWith(pattern: Pattern): Pattern {
  return [...pattern, many];
}

export function endsWith(pattern: Pattern): Pattern {
  return [many, ...pattern];
}

export function containing(pattern: Pattern): Pattern {
  return [many, ...pattern, many];
}

/** The normalized pattern: adjacent texts and wildcards are merged. */
export function normalized(pattern: Pattern): Pattern {
  const parts: PatternPart[] = [];
  for (const part of pattern) {
    const last = parts.at(-1);
    if ('text' in part && last && 'text' in last) {
      parts[parts.length - 1] = { text: last.text + part.text };
    } else if (!(isMany(part) && last && isMany(last))) {
      parts.push(part);
    }
  }
  return parts;
}

export function isMany(part: PatternPart): boolean {
  return 'wildcard' in part && part.wildcard === 'many';
}

/** Lower case as in the engine: each character separately, one for one. Not for `İ`, see below. */
export function lowered(text: string): string {
  return Array.from(text, (character) => character.toLowerCase()).join('');
}

/** Whether the engine's lower case changes the letter: `İ` becomes a plain `i`. */
export function isLoweredWrong(pattern: Pattern): boolean {
  return pattern.some((part) => 'text' in part && part.text.includes('İ'));
}

export function loweredPattern(pattern: Pattern): Pattern {
  return pattern.map((part) => ('text' in part ? { text: lowered(part.text) } : part));
}

/** Whether the text has no letters with case. */
export function isCaseless(pattern: Pattern): boolean {
  return pattern.every((part) => !('text' in part) || part.text.toLowerCase() === part.text.toUpperCase());
}
