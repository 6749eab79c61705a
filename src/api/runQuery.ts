import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformClient } from '../api/client';
import type { ResultPage } from '../shared/wire/cursor';
import type { RawRecord } from '../shared/wire/optional';
import type { QueryStatus } from '../shared/wire/queryStatus';

const firstWait = 5;
const longestWait = 500;

export interface RunOptions {
  readonly limit?: number;
  readonly onStatus?: (status: QueryStatus) => void;
  /** Ends the query on the platform too. */
  readonly signal?: AbortSignal;
}

/** Runs a query of any length to its end and returns its rows. */
export async function runQuery(client: PlatformClient, text: string): Promise<readonly RawRecord[]> {
  return (await runQueryPage(client, text)).rows;
}

/** Runs a query to its end and returns its first rows, with what else the platform says about them. */
export async function runQueryPage(
  client: PlatformClient,
  text: string,
  { limit = Number.MAX_SAFE_INTEGER, onStatus, signal }: RunOptions = {},
): Promise<ResultPage> {
  const id = await client.createCursor(text, signal);
  try {
    for (let pause = firstWait; ; pause = Math.min(pause * 2, longestWait)) {
      const status = await client.queryStatus(id, signal);
      onStatus?.(status);
      if (status.finished) {
        refuseFailed(status);
        return await client.cursorRows(id, { limit }, signal);
      }
      await wait(pause, undefined, signal === undefined ? {} : { signal });
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    // Not with the signal: this is what ends the query when it was interrupted.
    await client.dropCursor(id);
  }
}

function refuseFailed({ raw, cancelled }: QueryStatus): void {
  const reason = raw['error_detail'] ?? raw['cancel_reason'] ?? raw['error_code'];
  if (typeof reason === 'string' && reason !== '') throw new Error(`The query failed: ${reason}`);
  if (cancelled) throw new Error('The query was cancelled on the platform.');
}
