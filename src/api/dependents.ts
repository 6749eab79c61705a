import type { ScheduledQuery } from '../shared/wire/scheduledQuery';
import type { PlatformClient } from './client';
import { findScheduledQuery } from './findScheduledQuery';
import { updateScheduledQuery, listScheduledQueries } from './operations/scheduledQueries';
import { isSameGuid } from '../shared/wire/guid';

/** The queries that run after this one, even if it was deleted. */
export async function dependentsOf(
  client: PlatformClient,
  guid: string,
  signal?: AbortSignal,
): Promise<readonly ScheduledQuery[]> {
  const { items } = await client.send(listScheduledQueries({}), signal);
  return items.filter(({ precedingGuid }) => isSameGuid(precedingGuid, guid));
}

/**
 * Links a query that ran after a deleted one to the query that replaces it. Undefined if it no longer runs after the
 * deleted one, because another user may have changed it.
 */
export async function linkDependent(
  client: PlatformClient,
  { guid, precedingGuid: before }: ScheduledQuery,
  after: string,
): Promise<ScheduledQuery | undefined> {
  const current = await findScheduledQuery(client, guid);
  if (current === undefined || !isSameGuid(current.precedingGuid, before)) return undefined;
  const linked = { ...current, precedingGuid: after };
  await client.send(updateScheduledQuery(guid, linked));
  return (await findScheduledQuery(client, guid).catch(() => undefined)) ?? linked;
}
