import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  maxDescriptionLength,
  maxNameLength,
  nodeTypes,
  precedingActions,
  stopReason,
} from '../../core/interface/scheduledQueryFields';
import { formatWireTime } from '../../core/interface/time';
import { audited, operation } from '../audit/requestAudit';
import { callerOf } from '../http/caller';
import { oneOf, pageOf, shortText, int32Paging } from '../http/checks';
import { bodyParameters, pathGuid, queryParameters } from '../http/requestParameters';
import type { Services } from '../services';
import type { ScheduledQuery, NodeType, ScheduledQueryFields, Trigger } from '../schedule';
import type { Removal, ScheduledQueries } from '../store/queryStore';
import { maxRuns } from '../store/scheduledRuns';
import type { ScheduledRun } from '../store/scheduledRuns';
import { isCronSchedule } from '../../core/time/cron';
import { invalidArgument } from '../errors';
import type { Parameters } from '../http/requestParameters';
import { triggerTypes } from '../schedule';

const path = '/scheduled-queries';
const module = 'scheduled-query';
const removePolicies = ['skip', 'force'] as const;

/** The response to a call for several objects. */
interface BulkResponse {
  readonly succeeded: number;
  readonly failures: readonly { readonly id: string; readonly reason: string }[];
}

export function registerScheduledQueryRoutes(app: FastifyInstance, services: Services): void {
  const { scheduledQueries, scheduler, auditLog } = services;

  app.get(path, operation('ADMIN', module, 'list'), (request) => {
    const parameters = queryParameters(request);
    const { offset, limit } = int32Paging(parameters);
    const keywords = parameters.list('keywords') ?? [];
    const precedingGuid = services.strictInterface ? undefined : parameters.guid('preceding_guid');
    const page = scheduledQueries.list({ keywords, precedingGuid }, offset, limit);
    return { total_count: page.total, scheduled_queries: page.items.map(recordOf) };
  });

  app.get(`${path}/:guid`, operation('ADMIN', module, 'read', true), (request) => {
    const query = scheduledQueries.find(pathGuid(request));
    return { scheduled_query: query ? recordOf(query) : null };
  });

  app.get(`${path}/:guid/runs`, operation('ADMIN', module, 'list-runs', true), async (request) => {
    const guid = pathGuid(request);
    return pageOf(request, 'runs', await runRecords(guid, scheduledQueries), (run) => run);
  });

  app.post(path, operation('ADMIN', module, 'create'), async (request) => {
    const fields = readScheduledQueryFields(bodyParameters(request));
    request.auditMessage = { name: fields.name };
    const entry = audited<string>(request, auditLog, (made) => ({ name: fields.name, guid: made }));
    const guid = await scheduledQueries.create(fields, callerOf(request).loginName, entry);
    scheduler.refresh(guid);
    return { guid };
  });

  app.put(`${path}/:guid`, operation('ADMIN', module, 'update'), async (request) => {
    const guid = pathGuid(request);
    const fields = readScheduledQueryFields(bodyParameters(request));
    request.auditMessage = { name: fields.name, guid };
    await scheduledQueries.update(guid, fields, callerOf(request).loginName, audited(request, auditLog));
    scheduler.refresh(guid);
    return {};
  });

  app.delete(path, operation('ADMIN', module, 'remove'), (request) => remove(request, services));
  app.post(`${path}/stop`, operation('ADMIN', module, 'stop'), (request) => stop(request, services));
}

async function remove(
  request: FastifyRequest,
  { scheduledQueries, scheduler, auditLog }: Services,
): Promise<BulkResponse> {
  const parameters = bodyParameters(request);
  const guids = parameters.requiredGuids('guids');
  const policy = oneOf('policy', parameters.text('policy') ?? 'skip', removePolicies);
  const reason = `deleted by ${callerOf(request).loginName}`;
  if (policy === 'force') await Promise.all(guids.map((guid) => scheduler.stop(guid, reason, false)));
  const mayRemove = (guid: string): boolean => policy === 'force' || !scheduler.isRunning(guid);
  const entry = audited<Removal>(request, auditLog, ({ removed, missing }) => {
    return { succeeded: removed.length, failed: missing.length };
  });
  const { removed, missing } = await scheduledQueries.remove(guids, mayRemove, entry);
  for (const guid of removed) {
    scheduler.refresh(guid);
    // Cron may have started it again between the stop and the removal.
    await scheduler.stop(guid, reason, false);
  }
  return bulkResponse(removed.length, missing);
}

async function stop(
  request: FastifyRequest,
  { scheduledQueries, scheduler }: Services,
): Promise<BulkResponse> {
  const parameters = bodyParameters(request);
  const guids = parameters.requiredGuids('guids');
  const force = parameters.boolean('force') ?? false;
  const missing = guids.filter((guid) => !scheduledQueries.find(guid));
  const reason = stopReason(callerOf(request).loginName);
  const stopped = await Promise.all(
    guids.filter((guid) => !missing.includes(guid)).map((guid) => scheduler.stop(guid, reason, force)),
  );
  const succeeded = stopped.filter(Boolean).length;
  request.auditMessage = { succeeded, failed: missing.length };
  return bulkResponse(succeeded, missing);
}

function bulkResponse(succeeded: number, missing: readonly string[]): BulkResponse {
  return { succeeded, failures: missing.map((id) => ({ id, reason: 'scheduled-query-not-found' })) };
}

/** The runs of a query, newest first; the first may still be running. */
async function runRecords(
  guid: string,
  scheduledQueries: ScheduledQueries,
): Promise<readonly Record<string, unknown>[]> {
  const ended = await scheduledQueries.runs(guid);
  const query = scheduledQueries.find(guid);
  const running = query?.runningState === 'running' ? [runningRecord(query)] : [];
  return [...running, ...ended.map(endedRecord)].slice(0, maxRuns);
}

function endedRecord(run: ScheduledRun): Record<string, unknown> {
  return {
    due: formatWireTime(run.due),
    started: formatWireTime(run.started),
    finished: formatWireTime(run.finished),
    elapsed: run.elapsedMilliseconds,
    rows: run.rows,
    result_state: run.resultState,
    failure: run.failure ?? null,
  };
}

function runningRecord({ lastDue, lastRunTime }: ScheduledQuery): Record<string, unknown> {
  const started = lastRunTime ?? new Date();
  return {
    due: formatWireTime(lastDue ?? started),
    started: formatWireTime(started),
    finished: null,
    elapsed: Math.max(0, Date.now() - started.getTime()),
    rows: 0,
    result_state: 'running',
    failure: null,
  };
}

/** The record of the companion operations, with null for absent values. */
function recordOf(query: ScheduledQuery): Record<string, unknown> {
  const { trigger } = query;
  const workflow = trigger.type === 'workflow' ? trigger : undefined;
  return {
    guid: query.guid,
    name: query.name,
    description: query.description ?? null,
    enabled: query.enabled,
    node_types: query.nodeTypes ?? null,
    query: query.query,
    output_parameter: query.outputParameter,
    trigger_type: trigger.type,
    cron_schedule: trigger.type === 'cron' ? trigger.schedule : null,
    preceding_guid: workflow?.precedingGuid ?? null,
    preceding_name: query.precedingName ?? null,
    preceding_action: workflow?.action ?? null,
    ...runOf(query),
    created: formatWireTime(query.created),
    updated: formatWireTime(query.updated),
  };
}

function runOf(query: ScheduledQuery): Record<string, unknown> {
  return {
    running_state: query.runningState ?? null,
    result_state: query.resultState ?? null,
    elapsed_time: query.elapsedMilliseconds === undefined ? null : Number(query.elapsedMilliseconds),
    last_run_time: query.lastRunTime ? formatWireTime(query.lastRunTime) : null,
    last_failure_time: query.lastFailureTime ? formatWireTime(query.lastFailureTime) : null,
    last_failure_reason: query.lastFailureReason ?? null,
  };
}

/** The fields of a create or update, checked in the order of the interface. */
function readScheduledQueryFields(parameters: Parameters): ScheduledQueryFields {
  const name = parameters.requiredText('name');
  const query = parameters.requiredText('query');
  const triggerType = parameters.requiredText('trigger_type');
  const description = parameters.text('description');
  return {
    name: shortText('name', name, maxNameLength),
    description: description && shortText('description', description, maxDescriptionLength),
    query,
    trigger: readTrigger(parameters, triggerType),
    enabled: parameters.boolean('enabled') ?? false,
    nodeTypes: readNodeTypes(parameters),
    outputParameter: parameters.boolean('output_parameter') ?? false,
  };
}

function readTrigger(parameters: Parameters, triggerType: string): Trigger {
  const type = oneOf('trigger_type', triggerType, triggerTypes);
  switch (type) {
    case 'cron': {
      const schedule = parameters.requiredText('cron_schedule');
      if (!isCronSchedule(schedule)) throw invalidArgument("'cron_schedule' is not a valid cron expression.");
      return { type, schedule };
    }
    case 'workflow': {
      const action = oneOf('preceding_action', parameters.requiredText('preceding_action'), precedingActions);
      return { type, action, precedingGuid: parameters.requiredGuid('preceding_guid') };
    }
  }
}

function readNodeTypes(parameters: Parameters): NodeType[] | undefined {
  const types = parameters.list('node_types')?.map((type) => oneOf('node_types', type, nodeTypes));
  return types && [...new Set(types)];
}
