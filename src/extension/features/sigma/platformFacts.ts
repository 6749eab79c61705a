import type { PlatformClient } from '../../../core/api/client';
import { NameCache } from '../../../core/api/nameCache';
import { runQuery } from '../../../core/api/runQuery';
import { listTableNames } from '../../../core/api/tableNames';
import { parseQuery } from '../../../core/language/parseQuery';
import { printFieldName } from '../../../core/language/printExpression';
import { walkCommands } from '../../../core/language/services/walk';
import { ownQuery } from '../../../core/interface/ownQueries';
import type { PlatformFacts } from '../../../core/sigma/checkSigmaRules';

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

  constructor(client: () => Promise<PlatformClient>) {
    this.#names = new NameCache(client);
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
    this.#sampled = this.#sampled.filter((time) => time > Date.now() - fieldsFor);
    if (this.#sampled.length >= maxSamples) return [];
    this.#sampled = [...this.#sampled, Date.now()];
    const page = this.#last.then(async () =>
      runQuery(client, query, { limit: 1, signal: AbortSignal.timeout(sampledWithin) }),
    );
    this.#last = page.catch(() => undefined);
    const [row = {}] = (await page).rows;
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
