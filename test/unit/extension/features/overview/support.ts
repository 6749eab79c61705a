import type { KnownTable } from '../../../../../src/extension/features/overview/knownTable';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { OverviewReader } from '../../../../../src/extension/features/overview/overviewReader';
import type { ScheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import { QueryRecords, summaryOf } from '../../../../../src/extension/ui/connections/queryRecords';
import type { QuerySummary } from '../../../../../src/extension/ui/connections/queryRecords';
import { formatWireTime } from '../../../../../src/core/interface/time';
import { listScheduledQueries } from '../../../../../src/core/api/operations/scheduledQueries';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import type { OverviewView } from '../../../../../src/core/pages/overview';

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
  const names = { guid: `guid of ${name}`, name, query: `table ${name}` };
  const ran = { resultState: 'succeeded', elapsedTime: 1000, lastRunTime: written(now - 30 * minute) };
  const times = { created: written(now - 30 * day), updated: written(now - 30 * day) };
  return summaryOf(scheduledQueryRecord({ ...names, ...ran, ...times, ...change }));
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

/** How the page looks at first. */
export const firstView: OverviewView = {
  zone: 'utc',
  timeZone: 'Europe/Berlin',
  week: 0,
  sort: { column: 'name', descending: false },
  filter: '',
  widths: {},
  selected: null,
};

/** The hours with logs of the 25 days before the last log. */
export function hoursBefore(last: number): readonly number[] {
  const newest = Math.floor(last / hour) * hour;
  return Array.from({ length: 600 }, (_, index) => newest - (599 - index) * hour);
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
