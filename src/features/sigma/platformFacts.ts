import type { PlatformClient } from '../../api/client';
import { NameCache } from '../../api/nameCache';
import { listTableNames } from '../../api/tableNames';
import { parseQuery } from '../../language/parseQuery';
import { printFieldName } from '../../language/printExpression';
import { walkCommands } from '../../language/services/walk';
import { ownQuery } from '../../shared/ownQueries';
import type { PlatformFacts } from '../../sigma/checkRules';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawRecord } from '../../shared/wire/optional';
import { createCursor, getQueryStatus, getCursorRows, dropCursor } from '../../api/operations/queries';

/** Enough rows to find the common fields. */
const sampledRows = 1000;
/** The timeout for a sample, in milliseconds. */
const sampledWithin = 30_000;
const tablesFor = 60_000;
const fieldsFor = 10 * 60_000;
/** In the same time; a folder may have thousands of rules. */
const maxSamples = 100;

/** The tables and fields of a platform, read on demand and cached. */
export class KnownPlatform {
  readonly #names: NameCache;
  /** The times of the last samples. */
  #sampled: readonly number[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    client: () => Promise<PlatformClient>,
    private readonly now: () => number = Date.now,
  ) {
    this.#names = new NameCache(client, now);
  }

  async facts(): Promise<PlatformFacts> {
    const tables = await this.#names.keep('', tablesFor, async (client) => listTableNames(client));
    // A new platform has no tables yet but may have some soon, so an empty list is not cached.
    if (tables.length === 0) this.#names.forget('');
    return {
      tables,
      absentFields: async ({ tables, condition, fields }) => {
        const names = [...new Set(fields.map(({ name }) => name))];
        const query = sampleQuery(tables, condition, names);
        if (query === undefined) return [];
        // The query does not contain the lines, which move while the user types.
        return this.#names.keep(query, fieldsFor, async (client) => this.#sample(client, query, names));
      },
    };
  }

  /** The fields that no row has. One query at a time, and a limited number. */
  async #sample(
    client: PlatformClient,
    query: string,
    fields: readonly string[],
  ): Promise<readonly string[]> {
    this.#sampled = this.#sampled.filter((time) => time > this.now() - fieldsFor);
    if (this.#sampled.length >= maxSamples) return [];
    this.#sampled = [...this.#sampled, this.now()];
    const rows = this.#last.then(async () => runRows(client, query, 1, AbortSignal.timeout(sampledWithin)));
    this.#last = rows.catch(() => undefined);
    const [row = {}] = await rows;
    if (Number(row['sigma_rows'] ?? 0) === 0) return [];
    return fields.filter((_, index) => Number(row[`sigma_${index}`] ?? 0) === 0);
  }
}

/** Undefined if the names and the condition, which come from files, would make it another query. */
function sampleQuery(
  tables: readonly string[],
  condition: string | undefined,
  fields: readonly string[],
): string | undefined {
  const counts = fields.map((name, index) => `count(${printFieldName(name)}) as sigma_${index}`);
  const commands = [
    `table duration=1d ${tables.join(', ')}`,
    ...(condition === undefined ? [] : [`search ${condition}`]),
    `limit ${sampledRows}`,
    `stats count as sigma_rows, ${counts.join(', ')}`,
  ];
  const query = ownQuery(commands.join(' | '));
  const { query: parsed, problems } = parseQuery(query);
  const names = walkCommands(parsed).map(({ name }) => name.text);
  const isAsWritten =
    names.join(' ') === [...commands.map((command) => command.split(' ', 1)[0]), '#'].join(' ');
  return isAsWritten && !problems.some(({ severity }) => severity === 'error') ? query : undefined;
}

const firstPause = 40;
const maxPause = 1000;

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
  const id = await client.send(createCursor(query));
  try {
    for (let wait = firstPause; ; wait = Math.min(wait * 2, maxPause)) {
      const { finished } = await client.send(getQueryStatus(id), signal);
      if (finished) break;
      await pause(wait, undefined, { signal });
    }
    return (await client.send(getCursorRows(id, { offset: 0, limit }), signal)).rows;
  } finally {
    await client.send(dropCursor(id)).catch(() => undefined);
  }
}
