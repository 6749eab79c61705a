/**
 * Whether a text matches a pattern with `*` wildcards. Searches part by part, in linear time; a regular
 * expression could backtrack, and patterns are untrusted.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
