import { setTimeout as pause } from 'node:timers/promises';
import type { PlatformClient } from '../../api/client';
import type { RawRecord } from '../../shared/wire/optional';

const firstPause = 40;
const longestPause = 1000;

/**
 * The first rows of a query. Uses a cursor, which is always dropped, because the query of a rule with
 * thousands of values does not fit into a URL.
 */
export async function runRows(
  client: PlatformClient,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly RawRecord[]> {
  signal.throwIfAborted();
  // Without the signal: if the request were aborted, the ID of the cursor would be lost and the cursor never
  // dropped.
  const id = await client.createCursor(query);
  try {
    for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
      const { finished } = await client.queryStatus(id, signal);
      if (finished) break;
      await pause(wait, undefined, { signal });
    }
    return (await client.cursorRows(id, { offset: 0, limit }, signal)).rows;
  } finally {
    await client.dropCursor(id).catch(() => undefined);
  }
}
