import { findByName, findScheduledQuery } from '../api/findScheduledQuery';
import type { ScheduledQueryReader } from '../api/findScheduledQuery';
import { listScheduledQueries } from '../api/operations/scheduledQueries';
import type { ScheduledQuery } from '../interface/scheduledQuery';
import { wireTimeOffset } from '../interface/time';

/** When a query is due: a cron expression, and the offset at which the platform evaluates it. */
export interface DueSchedule {
  readonly cron: string | undefined;
  /** Minutes east of UTC. */
  readonly cronOffset: number;
}

type Triggered = Pick<
  ScheduledQuery,
  'guid' | 'triggerType' | 'cronSchedule' | 'precedingGuid' | 'updated' | 'created'
>;

/** The schedule of a query, or that of the first query of its chain. */
export async function rootSchedule(
  client: ScheduledQueryReader,
  query: Triggered,
  signal?: AbortSignal,
): Promise<DueSchedule> {
  const seen = new Set<string>();
  let current: Triggered | undefined = query;
  while (
    current?.triggerType === 'workflow' &&
    current.precedingGuid !== undefined &&
    !seen.has(current.guid)
  ) {
    seen.add(current.guid);
    current = await findScheduledQuery(client, current.precedingGuid, signal);
  }
  const cron = current?.triggerType === 'cron' ? current.cronSchedule : undefined;
  return { cron, cronOffset: offsetOf(query) };
}

/** Platforms evaluate schedules in the zone in which they write times. */
function offsetOf({ updated, created }: Pick<Triggered, 'updated' | 'created'>): number {
  return wireTimeOffset(updated ?? created ?? '') ?? 0;
}

/** The schedule of a query that is not on the platform: its own, or that of the query that it runs after. */
export async function scheduleOfTrigger(
  client: ScheduledQueryReader,
  trigger: { readonly schedule: string } | { readonly after: string } | undefined,
): Promise<DueSchedule> {
  const preceding = trigger && 'after' in trigger ? await findByName(client, trigger.after) : undefined;
  if (preceding !== undefined) return rootSchedule(client, preceding);
  return scheduleOfCron(client, trigger && 'schedule' in trigger ? trigger.schedule : undefined);
}

/** A cron expression that is not on the platform, in the time of any record there; UTC if none can be read. */
export async function scheduleOfCron(
  client: ScheduledQueryReader,
  cron: string | undefined,
): Promise<DueSchedule> {
  if (cron === undefined) return { cron, cronOffset: 0 };
  const { items } = await client.send(listScheduledQueries({ limit: 1 })).catch(() => ({ items: [] }));
  return { cron, cronOffset: items[0] ? offsetOf(items[0]) : 0 };
}
