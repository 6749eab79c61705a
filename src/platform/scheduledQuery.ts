/** The writable fields; an update replaces all of them. */
export interface ScheduledQueryFields {
  readonly name: string;
  readonly description?: string | undefined;
  readonly enabled: boolean;
  readonly query: string;
  readonly trigger: Trigger;
  readonly nodeTypes?: readonly NodeType[] | undefined;
  /** Whether the last row of a run is passed to the queries that follow it. */
  readonly outputParameter: boolean;
}

export type Trigger =
  | { readonly type: 'cron'; readonly schedule: string }
  | { readonly type: 'workflow'; readonly precedingGuid: string; readonly action: PrecedingAction };

/** Which scheduled queries to list. */
export interface QueryFilter {
  readonly keywords: readonly string[];
  readonly isWanted?: ((query: ScheduledQueryFields) => boolean) | undefined;
}

/** Filters by the query that they run after; undefined for all. */
export function runsAfter(preceding: string | undefined): QueryFilter['isWanted'] {
  if (preceding === undefined) return undefined;
  return ({ trigger }) => trigger.type === 'workflow' && trigger.precedingGuid === preceding;
}

export const triggerTypes = ['cron', 'workflow'] as const;

export const precedingActions = ['finished', 'succeeded', 'failed'] as const;
export type PrecedingAction = (typeof precedingActions)[number];

export const nodeTypes = ['control', 'data'] as const;
export type NodeType = (typeof nodeTypes)[number];

export interface ScheduledQuery extends ScheduledQueryFields {
  readonly guid: string;
  /** The login name of the last writer; runs have the permissions of that account. */
  readonly owner: string;
  /** Undefined if there is no preceding query or it no longer exists. */
  readonly precedingName?: string | undefined;
  readonly runningState?: 'running' | 'stopped' | undefined;
  readonly resultState?: RunResult | undefined;
  readonly elapsedMilliseconds?: bigint | undefined;
  readonly lastRunTime?: Date | undefined;
  /** When the last run was due. */
  readonly lastDue?: Date | undefined;
  /** What was due until then has run, was skipped or was discarded; undefined before the first run. */
  readonly handledUntil?: Date | undefined;
  readonly lastFailureTime?: Date | undefined;
  readonly lastFailureReason?: string | undefined;
  readonly created: Date;
  readonly updated: Date;
}

export type RunResult = 'succeeded' | 'failed';
