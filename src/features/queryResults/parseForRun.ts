import { parseQuery } from '../../language/parseQuery';
import type { ParsedQuery } from '../../language/parseQuery';

let last: ParsedQuery | undefined;

/**
 * Parses a text to run. The last parse is reused, because a run parses the same text several times, or with
 * small changes.
 */
export function parseForRun(text: string): ParsedQuery {
  if (last?.text !== text) last = parseQuery(text, last);
  return last;
}
