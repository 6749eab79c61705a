import type { PlatformClient } from '../../api/client';
import { ApiError } from '../../api/errors';

export interface Change {
  readonly user: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** The number of audit log entries to read, which include reads and rejected writes. */
const recentEntries = 20;

/**
 * Who changed a scheduled query last, from the audit log. Undefined if the role does not allow reading it or
 * it has no such entry.
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
