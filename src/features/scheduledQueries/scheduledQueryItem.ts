import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { runStateOf } from '../../shared/wire/scheduledQueryStates';

/** What a row of the explorer stands for when it is a scheduled query. */
export class ScheduledQueryItem {
  constructor(readonly query: ScheduledQuery) {}
}

export function isScheduledQueryItem(value: unknown): value is ScheduledQueryItem {
  return value instanceof ScheduledQueryItem;
}

export function scheduledQueryOf(value: unknown): ScheduledQuery | undefined {
  return isScheduledQueryItem(value) ? value.query : undefined;
}

export function isRunning(query: Pick<ScheduledQuery, 'runningState'>): boolean {
  return runStateOf(query.runningState) === 'running';
}
