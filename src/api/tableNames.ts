import type { PlatformClient } from './client';

const maxTables = 5000;

/** The names of all tables that the account sees. None where there are too many, or the service does not list them. */
export async function tableNames(
  client: Pick<PlatformClient, 'tables'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const listed = await client.tables({ limit: maxTables }, signal).catch(() => undefined);
  signal?.throwIfAborted();
  if (listed === undefined || listed.items.length >= maxTables) return [];
  return listed.items.map(({ name }) => name);
}
