import type { PlatformClient } from '../../api/client';
import { tableFields } from '../../api/tableFields';
import { listTableNames } from '../../api/tableNames';

const tablesFor = 20_000;
const fieldsFor = 10 * 60_000;
/** How long a service that refused, or was not reached, is left alone. */
const refusedFor = 60_000;

/**
 * Names of tables and of their fields, for completion. Kept for a while, because they are requested at each key, and
 * so is that there were none. A platform that does not respond is not reported while typing: there are fewer proposals.
 */
export class KnownTables {
  readonly #answers = new Map<
    string,
    { readonly until: number; readonly names: Promise<readonly string[]> }
  >();

  constructor(
    private readonly client: () => Promise<PlatformClient>,
    private readonly now: () => number = Date.now,
  ) {}

  async tables(): Promise<readonly string[]> {
    return this.#keep('tables', tablesFor, async (client) => listTableNames(client));
  }

  /** What was answered before; nothing is asked for. */
  async tablesSoFar(): Promise<readonly string[]> {
    return (await this.#answers.get('tables')?.names) ?? [];
  }

  async fieldsOf(table: string): Promise<readonly string[]> {
    return this.#keep(`fields of ${table}`, fieldsFor, async (client) =>
      (await tableFields(client, table)).map(({ name }) => name),
    );
  }

  /** Asks again for everything, as with another key. */
  forget(): void {
    this.#answers.clear();
  }

  async #keep(
    key: string,
    lifetime: number,
    ask: (client: PlatformClient) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const known = this.#answers.get(key);
    if (known !== undefined && known.until > this.now()) return known.names;
    const names = this.client()
      .then(ask)
      .catch(() => {
        this.#answers.set(key, { until: this.now() + refusedFor, names: Promise.resolve([]) });
        return [];
      });
    this.#answers.set(key, { until: this.now() + lifetime, names });
    return names;
  }
}
