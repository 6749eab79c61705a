import type { PlatformClient } from './client';

/** Where there are more, the list says nothing about a table that is not in it. */
export const maxTableNames = 5000;

/** The names of the tables that the account sees, as far as the limit. */
export async function listTableNames(
  client: Pick<PlatformClient, 'tables'>,
  signal?: AbortSignal,
  limit = maxTableNames,
): Promise<readonly string[]> {
  const { items } = await client.tables({ limit }, signal);
  return items.map(({ name }) => name);
}

/** The names of all tables. None where there are too many, or the platform does not list them. */
export async function tableNames(
  client: Pick<PlatformClient, 'tables'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names = await listTableNames(client, signal).catch(() => []);
  signal?.throwIfAborted();
  return names.length >= maxTableNames ? [] : names;
}
