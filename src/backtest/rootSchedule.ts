import { findByName, findScheduledQuery } from '../api/findScheduledQuery';
import type { ScheduledQueryReader } from '../api/findScheduledQuery';
import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import { wireTimeOffset } from '../shared/wire/time';

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
  // Platforms evaluate schedules in the zone in which they write times.
  return { cron, cronOffset: wireTimeOffset(query.updated ?? query.created ?? '') ?? 0 };
}

/** The schedule of a query that is not on the platform: its own, or that of the query that it runs after. */
export async function scheduleOfTrigger(
  client: ScheduledQueryReader,
  trigger: { readonly schedule: string } | { readonly after: string } | undefined,
): Promise<DueSchedule> {
  const preceding = trigger && 'after' in trigger ? await findByName(client, trigger.after) : undefined;
  if (preceding !== undefined) return rootSchedule(client, preceding);
  return { cron: trigger && 'schedule' in trigger ? trigger.schedule : undefined, cronOffset: 0 };
}
