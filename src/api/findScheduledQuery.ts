import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import type { PlatformClient } from './client';
import { isMissingOperation } from './errors';

export type ScheduledQueryReader = Pick<PlatformClient, 'scheduledQuery' | 'scheduledQueries'>;

/** One record as it is now; undefined when it is gone. A service that cannot read one is asked for all. */
export async function findScheduledQuery(
  client: ScheduledQueryReader,
  guid: string,
  signal?: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  try {
    return await client.scheduledQuery(guid, signal);
  } catch (error) {
    if (!isMissingOperation(error)) throw error;
    const { items } = await client.scheduledQueries({}, signal);
    return items.find((item) => item.guid === guid);
  }
}
