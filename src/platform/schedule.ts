import * as z from 'zod/mini';
import { nodeTypes, precedingActions } from '../core/interface/scheduledQueryFields';

export const triggerTypes = ['cron', 'workflow'] as const;

export type PrecedingAction = (typeof precedingActions)[number];

export type NodeType = (typeof nodeTypes)[number];

const runResult = z.enum(['succeeded', 'failed']);
export type RunResult = z.infer<typeof runResult>;

/** The columns of its table, in their order. */
export const scheduledQueryRow = z.object({
  guid: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  enabled: z.boolean(),
  query: z.string(),
  triggerType: z.enum(triggerTypes),
  cronSchedule: z.optional(z.string()),
  precedingGuid: z.optional(z.string()),
  precedingAction: z.optional(z.enum(precedingActions)),
  nodeTypes: z.optional(z.array(z.enum(nodeTypes))),
  /** Whether the last row of a run is passed to the queries that follow it. */
  outputParameter: z.boolean(),
  /** The login name of the last writer; runs have the permissions of that account. */
  owner: z.string(),
  runningState: z.optional(z.enum(['running', 'stopped'])),
  resultState: z.optional(runResult),
  elapsedMilliseconds: z.optional(z.bigint()),
  lastRunTime: z.optional(z.date()),
  lastFailureTime: z.optional(z.date()),
  lastFailureReason: z.optional(z.string()),
  created: z.date(),
  updated: z.date(),
  /** When the last run was due. */
  lastDue: z.optional(z.date()),
  /** What was due until then has run, was skipped or was discarded; undefined before the first run. */
  handledUntil: z.optional(z.date()),
});
export type ScheduledQueryRow = Readonly<z.infer<typeof scheduledQueryRow>>;

export type Trigger =
  | { readonly type: 'cron'; readonly schedule: string }
  | { readonly type: 'workflow'; readonly precedingGuid: string; readonly action: PrecedingAction };

type TriggerColumn = 'triggerType' | 'cronSchedule' | 'precedingGuid' | 'precedingAction';

/** A stored scheduled query, without the name of the preceding one, which is looked up. */
export interface StoredScheduledQuery extends Omit<ScheduledQueryRow, TriggerColumn> {
  readonly trigger: Trigger;
}

export interface ScheduledQuery extends StoredScheduledQuery {
  /** Undefined if there is no preceding query or it no longer exists. */
  readonly precedingName?: string | undefined;
}

/** The writable fields; an update replaces all of them. */
export type ScheduledQueryFields = Pick<
  ScheduledQuery,
  'name' | 'description' | 'enabled' | 'query' | 'trigger' | 'nodeTypes' | 'outputParameter'
>;

/** Which scheduled queries to list. */
export interface QueryFilter {
  readonly keywords: readonly string[];
  /** The query that they run after; undefined for all. */
  readonly precedingGuid?: string | undefined;
}

export function precedingOf(trigger: Trigger | undefined): string | undefined {
  return trigger?.type === 'workflow' ? trigger.precedingGuid : undefined;
}
