import type { Command, Query } from '../../../core/language/ast';
import type { Literal } from '../plan/planNode';

/** What the meaning of a text depends on, in addition to the text. */
export interface PlanningContext {
  /** Every `now()` of a query returns the same time. */
  readonly now: Date;
  /** When a scheduled run was due, where its durations end; undefined for other runs, which read newer rows too. */
  readonly due?: Date | undefined;
  /** The time zone for days and dates. */
  readonly timeZone: string;
  readonly loginName: string;
  /** Whether it may write to tables and list what belongs to others. */
  readonly isAdministrator: boolean;
  /** Undefined while parameters have no values, during a check. */
  readonly parameters: ParameterValues | undefined;
  /** Whether the operator has given places of addresses. */
  readonly hasGeoip?: boolean | undefined;
  /** What `evalc` sets for every row, and the name of the run that it belongs to. */
  readonly rowParameters?: ReadonlySet<string>;
  readonly scope?: string;
  /** Texts of `json` that are computed. */
  readonly texts?: ReadonlyMap<Command, Literal>;
  /** The values for subqueries that set their own parameters. */
  readonly scopes?: ReadonlyMap<Query, ParameterValues> | undefined;
}

export type ParameterValues = ReadonlyMap<string, Literal>;
