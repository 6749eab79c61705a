import { bulkResult } from '../../interface/bulk';
import type { BulkResult } from '../../interface/bulk';
import { done, found, page } from '../../interface/listPage';
import type { Page } from '../../interface/listPage';
import { records } from '../../interface/records';
import { createdGuid, scheduledQuery } from '../../interface/scheduledQuery';
import type { ScheduledQuery } from '../../interface/scheduledQuery';
import type { ScheduledQueryFields } from '../../interface/scheduledQueryFields';
import { scheduledRun } from '../../interface/scheduledRun';
import type { ScheduledRun } from '../../interface/scheduledRun';
import { operation } from '../operation';
import type { Fields, Operation } from '../operation';
import { checkGuid, checkGuids, checkRange, checkScheduledQuery } from '../validation';

// Created once, because building a schema costs more than using it.
const scheduledQueriesPage = page('scheduled_queries', records(scheduledQuery));
const scheduledRunsPage = page('runs', records(scheduledRun));
const scheduledQueryFound = found('scheduled_query', scheduledQuery);

const resource = 'scheduled-queries';

export interface ListQuery {
  readonly offset?: number;
  readonly limit?: number;
  readonly keywords?: string | undefined;
  /** Only those that run after this query. Not documented: a platform may ignore it. */
  readonly precedingGuid?: string | undefined;
}

export type RemovePolicy = 'skip' | 'force';

export function listScheduledQueries(query: ListQuery): Operation<Page<ScheduledQuery>> {
  checkRange(query);
  const { precedingGuid, ...others } = query;
  return operation('GET', [resource], 'ADMIN', scheduledQueriesPage, {
    query: { ...others, preceding_guid: precedingGuid },
  });
}

export function getScheduledQuery(guid: string): Operation<ScheduledQuery | undefined> {
  const path = [resource, checkGuid(guid)];
  return operation('GET', path, 'ADMIN', scheduledQueryFound, { optional: 'scheduledQuery' });
}

/** The last runs of a scheduled query, newest first. */
export function listScheduledRuns(
  guid: string,
  query: Pick<ListQuery, 'offset' | 'limit'>,
): Operation<Page<ScheduledRun>> {
  checkRange(query);
  const path = [resource, checkGuid(guid), 'runs'];
  return operation('GET', path, 'ADMIN', scheduledRunsPage, {
    query: { ...query },
    optional: 'scheduledRuns',
  });
}

export function createScheduledQuery(fields: ScheduledQueryFields): Operation<string | undefined> {
  checkScheduledQuery(fields);
  return operation('POST', [resource], 'ADMIN', createdGuid, { form: formOf(fields) });
}

/** Replaces the record: omitted fields are reset to their defaults. */
export function updateScheduledQuery(guid: string, fields: ScheduledQueryFields): Operation<undefined> {
  checkScheduledQuery(fields);
  return operation('PUT', [resource, checkGuid(guid)], 'ADMIN', done, { form: formOf(fields) });
}

export function removeScheduledQueries(
  guids: readonly string[],
  policy: RemovePolicy = 'skip',
): Operation<BulkResult> {
  const form = { guids: checkGuids(guids), policy };
  return operation('DELETE', [resource], 'ADMIN', bulkResult(guids.length), { form });
}

export function stopScheduledQueries(guids: readonly string[], force?: boolean): Operation<BulkResult> {
  const form = { guids: checkGuids(guids), force };
  return operation('POST', [resource, 'stop'], 'ADMIN', bulkResult(guids.length), { form });
}

function formOf(fields: ScheduledQueryFields): Fields {
  return {
    name: fields.name,
    description: fields.description,
    enabled: fields.enabled,
    query: fields.query,
    trigger_type: fields.triggerType,
    cron_schedule: fields.cronSchedule,
    preceding_guid: fields.precedingGuid,
    preceding_action: fields.precedingAction,
    node_types: fields.nodeTypes.length === 0 ? undefined : fields.nodeTypes,
    output_parameter: fields.outputParameter,
  };
}
