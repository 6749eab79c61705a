import type { Query } from '../../../language/ast';
import type { Literal } from '../plan/expression';

/** What the meaning of a text depends on, besides the text. */
export interface PlanningContext {
  readonly text: string;
  /** Every `now()` of a query is the same moment. */
  readonly now: Date;
  /** In which days begin and dates are written. */
  readonly timeZone: string;
  readonly loginName: string;
  readonly mayImport: boolean;
  /** Values of parameters. Undefined while they are not known yet: the text is only being checked. */
  readonly parameters: ParameterValues | undefined;
  /** Values for subqueries that set parameters of their own. */
  readonly scopes?: ReadonlyMap<Query, ParameterValues> | undefined;
}

export type ParameterValues = ReadonlyMap<string, Literal>;
