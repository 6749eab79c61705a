import type { Subquery } from './ast';
import type { ErrorKey } from './errorCodes';
import type { Located } from './expression';
import type { SubqueryTerm } from './outline';
import type { Typo } from './problem';

/** What the readers of commands share: the text, where to report, and how to go down into a subquery. */
export interface Source {
  readonly text: string;
  report(key: ErrorKey, place: Located, typo?: Typo, name?: string): void;
  readSubquery(term: SubqueryTerm): Subquery;
}
