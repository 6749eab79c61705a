import * as z from 'zod/mini';
import {
  nodeTypes,
  precedingActions,
  type ScheduledQuery,
  type Trigger,
  triggerTypes,
} from '../scheduledQuery';
import { type SqlRow } from './sqlValue';

export const countRow = z.object({ total: z.bigint() });

export function parseScheduledQuery(row: SqlRow): ScheduledQuery {
  const fields = scheduledQueryRow.parse(row);
  return {
    guid: fields.guid,
    name: fields.name,
    description: fields.description ?? undefined,
    enabled: fields.enabled,
    query: fields.query,
    trigger: triggerOf(fields),
    nodeTypes: fields.node_types ?? undefined,
    outputParameter: fields.output_parameter,
    owner: fields.owner,
    precedingName: fields.preceding_name ?? undefined,
    created: fields.created,
    updated: fields.updated,
    ...runOf(fields),
  };
}

const scheduledQueryRow = z.object({
  guid: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  enabled: z.boolean(),
  query: z.string(),
  trigger_type: z.enum(triggerTypes),
  cron_schedule: z.nullable(z.string()),
  preceding_guid: z.nullable(z.string()),
  preceding_name: z.nullable(z.string()),
  preceding_action: z.nullable(z.enum(precedingActions)),
  node_types: z.nullable(z.array(z.enum(nodeTypes))),
  output_parameter: z.boolean(),
  owner: z.string(),
  running_state: z.nullable(z.enum(['running', 'stopped'])),
  result_state: z.nullable(z.enum(['succeeded', 'failed'])),
  elapsed_time: z.nullable(z.bigint()),
  last_run_time: z.nullable(z.date()),
  last_failure_time: z.nullable(z.date()),
  last_failure_reason: z.nullable(z.string()),
  created: z.date(),
  updated: z.date(),
});

type Row = z.infer<typeof scheduledQueryRow>;

function triggerOf(row: Row): Trigger {
  if (row.trigger_type === 'cron') return { type: 'cron', schedule: row.cron_schedule ?? '' };
  return {
    type: 'workflow',
    precedingGuid: row.preceding_guid ?? '',
    action: row.preceding_action ?? 'finished',
  };
}

function runOf(
  row: Row,
): Pick<
  ScheduledQuery,
  | 'runningState'
  | 'resultState'
  | 'elapsedMilliseconds'
  | 'lastRunTime'
  | 'lastFailureTime'
  | 'lastFailureReason'
> {
  return {
    runningState: row.running_state ?? undefined,
    resultState: row.result_state ?? undefined,
    elapsedMilliseconds: row.elapsed_time ?? undefined,
    lastRunTime: row.last_run_time ?? undefined,
    lastFailureTime: row.last_failure_time ?? undefined,
    lastFailureReason: row.last_failure_reason ?? undefined,
  };
}
