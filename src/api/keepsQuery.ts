import type { PlatformClient } from './client';
import { runOwnQuery } from './operations/queries';

/**
 * Whether the platform still has a query; undefined if it does not list its queries. Reading a query that no
 * longer exists is logged as a failed access in the audit log, so callers check here first.
 */
export async function keepsQuery(
  client: Pick<PlatformClient, 'send'>,
  id: number,
  signal?: AbortSignal,
): Promise<boolean | undefined> {
  const rows = await client.send(runOwnQuery('system queries', {}), signal).catch(() => []);
  signal?.throwIfAborted();
  return rows.length === 0 ? undefined : rows.some((row) => Number(row['id']) === id);
}
