import { parseQuery } from '../../language/parseQuery';
import type { ParsedQuery } from '../../language/parseQuery';

let last: ParsedQuery | undefined;

/**
 * Parses a text that is to run. A run asks several times about the same text, or about that and a part of it or
 * with settings before it, so what the last one was parsed into helps with the next.
 */
export function parseForRun(text: string): ParsedQuery {
  if (last?.text !== text) last = parseQuery(text, last);
  return last;
}
