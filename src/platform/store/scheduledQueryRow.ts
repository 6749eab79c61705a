import { DuckDBListValue, DuckDBTimestampTZValue, LIST, VARCHAR } from '@duckdb/node-api';
import type { DuckDBAppender } from '@duckdb/node-api';
import * as z from 'zod/mini';
import { nodeTypes, precedingActions, triggerTypes } from '../scheduledQuery';
import type { Trigger } from '../scheduledQuery';
import type { StoredScheduledQuery } from './scheduledQueryCatalogue';
import type { Transaction } from './store';
import type { SqlRow } from './sqlValue';

/** Inserts rows that do not exist yet. */
export async function insertScheduledQueries(
  { connection }: Transaction,
  queries: Iterable<StoredScheduledQuery>,
): Promise<void> {
  const appender = await connection.createAppender('scheduled_query');
  try {
    for (const query of queries) appendRow(appender, query);
    appender.flushSync();
  } finally {
    appender.closeSync();
  }
}

/** In the order of the table's columns. */
function appendRow(appender: DuckDBAppender, query: StoredScheduledQuery): void {
  const { trigger } = query;
  const workflow = trigger.type === 'workflow' ? trigger : undefined;
  appender.appendVarchar(query.guid);
  appender.appendVarchar(query.name);
  appendText(appender, query.description);
  appender.appendBoolean(query.enabled);
  appender.appendVarchar(query.query);
  appender.appendVarchar(trigger.type);
  appendText(appender, trigger.type === 'cron' ? trigger.schedule : undefined);
  appendText(appender, workflow?.precedingGuid);
  appendText(appender, workflow?.action);
  if (query.nodeTypes) appender.appendList(new DuckDBListValue([...query.nodeTypes]), LIST(VARCHAR));
  else appender.appendNull();
  appender.appendBoolean(query.outputParameter);
  appender.appendVarchar(query.owner);
  appendText(appender, query.runningState);
  appendText(appender, query.resultState);
  if (query.elapsedMilliseconds === undefined) appender.appendNull();
  else appender.appendBigInt(query.elapsedMilliseconds);
  appendTime(appender, query.lastRunTime);
  appendTime(appender, query.lastFailureTime);
  appendText(appender, query.lastFailureReason);
  appendTime(appender, query.created);
  appendTime(appender, query.updated);
  appender.endRow();
}

function appendText(appender: DuckDBAppender, text: string | undefined): void {
  if (text === undefined) appender.appendNull();
  else appender.appendVarchar(text);
}

function appendTime(appender: DuckDBAppender, time: Date | undefined): void {
  if (time) appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(time.getTime()) * 1000n));
  else appender.appendNull();
}

export function parseScheduledQuery(row: SqlRow): StoredScheduledQuery {
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
  StoredScheduledQuery,
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
