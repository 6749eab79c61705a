/** A regular expression of Java. The tests keep to what JavaScript writes alike, and to the flag `(?i)`. */
export function javaPattern(text: string, flags = ''): RegExp {
  const ignoresCase = text.startsWith('(?i)');
  return new RegExp(ignoresCase ? text.slice(4) : text, `${flags}${ignoresCase ? 'i' : ''}`);
}

/** A replacement text of Java: `$1` is a group, a backslash protects. */
export function javaReplacement(text: string, groups: readonly string[]): string {
  return text.replaceAll(
    /\\(.)|\$(\d)/g,
    (_whole, plain: string | undefined, group: string | undefined) => plain ?? groups[Number(group)] ?? '',
  );
}

/** Whether a text is as a pattern says, in which `*` stands for anything. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const pieces = pattern.split('*').map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(text);
}
