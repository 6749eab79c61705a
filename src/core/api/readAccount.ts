import { ownQuery } from '../interface/ownQueries';
import type { Role } from '../interface/roles';
import type { PlatformClient } from './client';
import { PermissionError } from './errors';
import type { Operation } from './operation';
import { searchAuditLogs } from './operations/auditLogs';
import { listScheduledQueries } from './operations/scheduledQueries';
import { runQuery } from './runQuery';
import type { QueryClient } from './runningQuery';

/** The account that runs the queries; undefined if the platform does not tell. */
export async function readAccount(client: QueryClient, signal?: AbortSignal): Promise<string | undefined> {
  const text = ownQuery(`json "{}" | eval account = whoami() | fields account`);
  const { rows } = await runQuery(client, text, { signal }).catch(() => ({ rows: [] }));
  const account = rows[0]?.['account'];
  return typeof account === 'string' ? account : undefined;
}

type RoleReader = Pick<PlatformClient, 'send' | 'mayHave'>;

/**
 * No operation returns the role of an account, so the cheapest ones that require it are tried, from the lowest. The
 * platform logs a rejection, so those that the client knows are not repeated.
 */
export async function readRole(client: RoleReader, signal?: AbortSignal): Promise<Role> {
  if (!(await isAdministrator(client, signal))) return 'MEMBER';
  return (await has('MASTER', searchAuditLogs({ limit: 1 }), client, signal)) ? 'MASTER' : 'ADMIN';
}

/** Whether the account has the role ADMIN or MASTER. */
export function isAdministrator(client: RoleReader, signal?: AbortSignal): Promise<boolean> {
  return has('ADMIN', listScheduledQueries({ limit: 1 }), client, signal);
}

async function has(
  role: Role,
  operation: Operation<unknown>,
  client: RoleReader,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!(await client.mayHave(role))) return false;
  try {
    await client.send(operation, signal);
    return true;
  } catch (error) {
    if (error instanceof PermissionError) return false;
    throw error;
  }
}
