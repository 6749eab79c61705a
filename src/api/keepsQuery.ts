import type { PlatformClient } from './client';

/**
 * Whether the service still has a query; undefined where it does not list them. To ask about a query that is gone is a
 * failed access in the audit log, so callers check here first.
 */
export async function keepsQuery(
  client: Pick<PlatformClient, 'queryRows'>,
  id: number,
  signal?: AbortSignal,
): Promise<boolean | undefined> {
  const rows = await client.queryRows('system queries', {}, signal).catch(() => []);
  signal?.throwIfAborted();
  return rows.length === 0 ? undefined : rows.some((row) => Number(row['id']) === id);
}
