import type { KnownTable } from '../../../../src/features/overview/knownTable';
import type { PlatformClient } from '../../../../src/api/client';
import { OverviewReader } from '../../../../src/features/overview/overviewReader';
import type { ScheduledQuery } from '../../../../src/shared/wire/scheduledQuery';
import { QueryRecords, summaryOf } from '../../../../src/ui/connections/queryRecords';
import type { QuerySummary } from '../../../../src/ui/connections/queryRecords';
import { formatWireTime } from '../../../../src/shared/wire/time';
import { listScheduledQueries } from '../../../../src/api/operations/scheduledQueries';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Sunday, 2026-11-15 09:30 UTC. */
export const now = Date.UTC(2026, 10, 15, 9, 30);

export function written(timestamp: number, offset = 0): string {
  return formatWireTime(new Date(timestamp), offset);
}

/** An hourly schedule that ran half an hour ago and went well. */
export function schedule(name: string, change: Partial<ScheduledQuery> = {}): QuerySummary {
  return summaryOf({
    guid: `guid of ${name}`,
    name,
    description: undefined,
    enabled: true,
    query: `table ${name}`,
    triggerType: 'cron',
    cronSchedule: '0 * * * *',
    precedingGuid: undefined,
    precedingName: undefined,
    precedingAction: undefined,
    nodeTypes: [],
    outputParameter: false,
    runningState: 'stopped',
    resultState: 'succeeded',
    elapsedTime: 1000,
    lastRunTime: written(now - 30 * minute),
    lastFailureTime: undefined,
    lastFailureReason: undefined,
    created: written(now - 30 * day),
    updated: written(now - 30 * day),
    raw: {},
    ...change,
  });
}

export function dependent(name: string, after: string, change: Partial<ScheduledQuery> = {}): QuerySummary {
  return schedule(name, {
    triggerType: 'workflow',
    cronSchedule: undefined,
    precedingGuid: `guid of ${after}`,
    precedingName: after,
    precedingAction: 'succeeded',
    ...change,
  });
}

export function failed(name: string): QuerySummary {
  return schedule(name, {
    resultState: 'failed',
    lastFailureTime: written(now - 30 * minute),
    lastFailureReason: '(10605) table-not-found',
  });
}

export function table(name: string, change: Partial<KnownTable> = {}): KnownTable {
  return {
    name,
    group: null,
    retention: 0,
    size: 1000,
    first: now - 10 * day,
    last: now - minute,
    offset: 0,
    ...change,
  };
}

/** A reader with records that no other view reads. */
export function overviewReader(
  client: () => Promise<PlatformClient>,
  changed: () => void = () => undefined,
  now?: () => number,
  together?: number,
): OverviewReader {
  const records = new QueryRecords(
    async (query, signal) => (await client()).send(listScheduledQueries(query), signal),
    undefined,
    now,
  );
  return new OverviewReader(client, () => records, changed, now, together);
}
