import type { Subquery } from './ast';
import type { ErrorKey } from './errorCodes';
import type { Located } from './expression';
import type { SubqueryTerm } from './outline';
import type { Typo } from './problem';

/** The shared state of command parsers: the text, the problems, and how to parse a subquery. */
export interface Source {
  readonly text: string;
  report(key: ErrorKey, place: Located, typo?: Typo, name?: string): void;
  readSubquery(term: SubqueryTerm): Subquery;
}
