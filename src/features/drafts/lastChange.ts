import type { PlatformClient } from '../../api/client';
import { ApiError } from '../../api/errors';

export interface Change {
  readonly user: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** How many entries about a query are looked through: reads and refused writes are among them. */
const recentEntries = 20;

/**
 * Who changed a scheduled query last, from the audit log. Undefined where it cannot be read, as where the
 * caller's role does not allow to look, and where it does not tell.
 */
export async function lastChangeOf(
  client: PlatformClient,
  guid: string,
  signal?: AbortSignal,
): Promise<Change | undefined> {
  if (!(await client.mayHave('MASTER'))) return undefined;
  try {
    const { items } = await client.auditLogs({ keywords: [guid], limit: recentEntries }, signal);
    const change = items.find((entry) => entry.error === undefined && /update|create/i.test(entry.method));
    return change === undefined ? undefined : { user: change.user, time: change.time };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
