import type { ScheduledQueryFields } from './scheduledQuery';

/** The writable fields of a record, to send back all of them. */
export function fieldsOf(query: ScheduledQueryFields): ScheduledQueryFields {
  const { name, description, enabled, triggerType, cronSchedule } = query;
  const { precedingGuid, precedingAction, nodeTypes, outputParameter } = query;
  return {
    name,
    description,
    enabled,
    query: query.query,
    triggerType,
    cronSchedule,
    precedingGuid,
    precedingAction,
    nodeTypes,
    outputParameter,
  };
}
