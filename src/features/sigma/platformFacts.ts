import type { PlatformClient } from '../../api/client';
import { printFieldName } from '../../language/printExpression';
import type { PlatformFacts } from '../../sigma/checkRules';
import type { UsedSource } from '../../sigma/convertRule';
import { runRows } from './runRows';

const mostTables = 5000;
/** Enough rows to see the fields that matter. */
const sampledRows = 1000;
const keptFor = 10 * 60_000;

interface Kept<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/**
 * What a platform has of what rules need, asked when it is looked for and kept for a while. Whoever edits a rule is
 * not told of a service that does not answer: they just see fewer problems.
 */
export class KnownPlatform {
  readonly #kept = new Map<string, Kept<readonly string[]>>();

  constructor(private readonly client: () => Promise<PlatformClient>) {}

  async facts(signal: AbortSignal): Promise<PlatformFacts> {
    const tables = await this.#keep('', async (client) => {
      const { items } = await client.tables({ limit: mostTables }, signal);
      return items.map(({ name }) => name);
    });
    return {
      tables,
      absentFields: async (source) =>
        this.#keep(JSON.stringify(source), async (client) => absentFields(client, source, signal)),
    };
  }

  async #keep(
    key: string,
    ask: (client: PlatformClient) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const known = this.#kept.get(key);
    if (known !== undefined && known.until > Date.now()) return known.value;
    const value = this.client()
      .then(ask)
      .catch(() => {
        this.#kept.delete(key);
        return [];
      });
    this.#kept.set(key, { until: Date.now() + keptFor, value });
    return value;
  }
}

async function absentFields(
  client: PlatformClient,
  { tables, condition, fields }: UsedSource,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const counts = fields.map(({ name }, place) => `count(${printFieldName(name)}) as sigma_${place}`);
  const query = [
    `table duration=1d ${tables.join(', ')}`,
    ...(condition === undefined ? [] : [`search ${condition}`]),
    `limit ${sampledRows}`,
    `stats count as sigma_rows, ${counts.join(', ')}`,
  ].join(' | ');
  const [row = {}] = await runRows(client, query, 1, signal);
  if (Number(row['sigma_rows'] ?? 0) === 0) return [];
  return fields.filter((_, place) => Number(row[`sigma_${place}`] ?? 0) === 0).map(({ name }) => name);
}
