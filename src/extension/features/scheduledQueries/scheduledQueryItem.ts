import { runStateOf } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';

/** The value of a scheduled query row. */
export class ScheduledQueryItem {
  constructor(readonly query: ScheduledQuery) {}
}

export function scheduledQueryOf(value: unknown): ScheduledQuery | undefined {
  return value instanceof ScheduledQueryItem ? value.query : undefined;
}

export function isRunning(query: Pick<ScheduledQuery, 'runningState'>): boolean {
  return runStateOf(query.runningState) === 'running';
}
