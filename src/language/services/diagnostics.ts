import { type ParsedQuery } from '../parseQuery';
import { type Problem } from '../problem';

/** What the editor underlines. An empty document is not a mistake as long as nobody runs it. */
export function diagnosticsOf(parsed: ParsedQuery): readonly Problem[] {
  return parsed.text.trim() === '' ? [] : parsed.problems;
}
