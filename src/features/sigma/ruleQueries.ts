import type { PlatformClient } from '../../api/client';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { readHeader } from '../../sigma/header';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';

type Client = Pick<PlatformClient, 'send'>;

/** Found by the ID of the rule in the comment at the beginning of the query. */
export async function queriesMadeFrom(
  client: Client,
  id: string | undefined,
): Promise<readonly ScheduledQuery[]> {
  if (id === undefined) return [];
  const { items } = await client.send(listScheduledQueries({ keywords: id }));
  return items.filter(({ query }) => readHeader(query).id === id);
}
