import type { PlatformClient } from '../../api/client';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { readHeader } from '../../sigma/header';

type Client = Pick<PlatformClient, 'scheduledQueries'>;

/** Found by the ID of the rule in the comment at the beginning of the query. */
export async function queriesMadeFrom(
  client: Client,
  id: string | undefined,
): Promise<readonly ScheduledQuery[]> {
  if (id === undefined) return [];
  const { items } = await client.scheduledQueries({ keywords: id });
  return items.filter(({ query }) => readHeader(query).id === id);
}
