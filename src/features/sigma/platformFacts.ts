import type { PlatformClient } from '../../api/client';
import { KeptAnswers } from '../../api/keptAnswers';
import { listTableNames } from '../../api/tableNames';
import { printFieldName } from '../../language/printExpression';
import type { PlatformFacts } from '../../sigma/checkRules';
import type { UsedSource } from '../../sigma/convertRule';
import { runRows } from './runRows';

/** Enough rows to find the common fields. */
const sampledRows = 1000;
/** The timeout for a sample, in milliseconds. */
const sampledWithin = 30_000;
const tablesFor = 60_000;
const fieldsFor = 10 * 60_000;

/** The tables and fields of a platform, read on demand and cached. */
export class KnownPlatform {
  readonly #answers: KeptAnswers;

  constructor(client: () => Promise<PlatformClient>) {
    this.#answers = new KeptAnswers(client);
  }

  async facts(): Promise<PlatformFacts> {
    const tables = await this.#answers.keep('', tablesFor, async (client) => listTableNames(client));
    // A new platform has no tables yet but may have some soon, so an empty list is not cached.
    if (tables.length === 0) this.#answers.forget('');
    return {
      tables,
      absentFields: async (source) =>
        this.#answers.keep(JSON.stringify(source), fieldsFor, async (client) => absentFields(client, source)),
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
