import { setTimeout as wait } from 'node:timers/promises';
import { type PlatformClient } from '../api/client';
import { type RawRecord } from '../shared/wire/optional';

const firstWait = 5;
const longestWait = 500;

/** Runs a query of any length to its end and returns its rows. */
export async function runQuery(client: PlatformClient, text: string): Promise<readonly RawRecord[]> {
  const id = await client.createCursor(text);
  try {
    for (let pause = firstWait; ; pause = Math.min(pause * 2, longestWait)) {
      const { finished } = await client.queryStatus(id);
      if (finished) break;
      await wait(pause);
    }
    return (await client.cursorRows(id, { limit: Number.MAX_SAFE_INTEGER })).rows;
  } finally {
    await client.dropCursor(id);
  }
}
