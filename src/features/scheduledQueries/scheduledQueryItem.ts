import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { runStateOf } from '../../shared/wire/scheduledQueryStates';

/** The value of a scheduled query row. */
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
