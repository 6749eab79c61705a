import type { ScheduledQuery } from '../../src/core/interface/scheduledQuery';
import { scheduledQueryFields, someGuid } from './scheduledQueries';

/** A record as the client returns it, with changes. */
export function scheduledQueryRecord(changes: Partial<ScheduledQuery> = {}): ScheduledQuery {
  return {
    ...scheduledQueryFields(),
    guid: someGuid,
    precedingName: undefined,
    runningState: 'stopped',
    resultState: undefined,
    elapsedTime: undefined,
    lastRunTime: undefined,
    lastFailureTime: undefined,
    lastFailureReason: undefined,
    created: '2026-01-01 00:00:00+0900',
    updated: '2026-01-01 00:00:00+0900',
    raw: {},
    ...changes,
  };
}
