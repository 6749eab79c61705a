import type { PlatformClient } from './client';
import { listTables } from './operations/tables';

/** A list of this length may be incomplete. */
export const maxTableNames = 5000;

/** The names of the tables that the account can see, up to the limit. */
export async function listTableNames(
  client: Pick<PlatformClient, 'send'>,
  signal?: AbortSignal,
  limit = maxTableNames,
): Promise<readonly string[]> {
  const { items } = await client.send(listTables({ limit }), signal);
  return items.map(({ name }) => name);
}

/** The names of all tables. Empty if there are too many or the platform does not list them. */
export async function tableNames(
  client: Pick<PlatformClient, 'send'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const names = await listTableNames(client, signal).catch(() => []);
  signal?.throwIfAborted();
  return names.length >= maxTableNames ? [] : names;
}
