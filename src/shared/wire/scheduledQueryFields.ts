import type { ScheduledQueryFields } from './scheduledQuery';

/** The writable part of a record, for sending it back whole. */
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
