import type { PlatformClient } from '../../api/client';
import { NameCache } from '../../api/nameCache';
import { listTableNames } from '../../api/tableNames';
import { printFieldName } from '../../language/printExpression';
import type { PlatformFacts } from '../../sigma/checkRules';
import type { UsedSource } from '../../sigma/convertRule';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawRecord } from '../../shared/wire/optional';

/** Enough rows to find the common fields. */
const sampledRows = 1000;
/** The timeout for a sample, in milliseconds. */
const sampledWithin = 30_000;
const tablesFor = 60_000;
const fieldsFor = 10 * 60_000;

/** The tables and fields of a platform, read on demand and cached. */
export class KnownPlatform {
  readonly #names: NameCache;

  constructor(client: () => Promise<PlatformClient>) {
    this.#names = new NameCache(client);
  }

  async facts(): Promise<PlatformFacts> {
    const tables = await this.#names.keep('', tablesFor, async (client) => listTableNames(client));
    // A new platform has no tables yet but may have some soon, so an empty list is not cached.
    if (tables.length === 0) this.#names.forget('');
    return {
      tables,
      absentFields: async (source) =>
        this.#names.keep(JSON.stringify(source), fieldsFor, async (client) => absentFields(client, source)),
    };
  }
}

async function absentFields(
  client: PlatformClient,
  { tables, condition, fields }: UsedSource,
): Promise<readonly string[]> {
  const counts = fields.map(({ name }, place) => `count(${printFieldName(name)}) as sigma_${place}`);
  const query = [
    `table duration=1d ${tables.join(', ')}`,
    ...(condition === undefined ? [] : [`search ${condition}`]),
    `limit ${sampledRows}`,
    `stats count as sigma_rows, ${counts.join(', ')}`,
  ].join(' | ');
  const [row = {}] = await runRows(client, query, 1, AbortSignal.timeout(sampledWithin));
  if (Number(row['sigma_rows'] ?? 0) === 0) return [];
  return fields.filter((_, place) => Number(row[`sigma_${place}`] ?? 0) === 0).map(({ name }) => name);
}

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
