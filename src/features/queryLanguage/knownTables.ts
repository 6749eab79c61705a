import type { PlatformClient } from '../../api/client';
import { KeptAnswers } from '../../api/keptAnswers';
import { tableFields } from '../../api/tableFields';
import { listTableNames } from '../../api/tableNames';

const tablesFor = 20_000;
const fieldsFor = 10 * 60_000;

/** Names of tables and their fields, for completion. */
export class KnownTables {
  readonly #answers: KeptAnswers;

  constructor(client: () => Promise<PlatformClient>, now?: () => number) {
    this.#answers = new KeptAnswers(client, now);
  }

  async tables(): Promise<readonly string[]> {
    return this.#answers.keep('tables', tablesFor, async (client) => listTableNames(client));
  }

  /** Returns the cached names without a request. */
  async tablesSoFar(): Promise<readonly string[]> {
    return this.#answers.cached('tables');
  }

  async fieldsOf(table: string): Promise<readonly string[]> {
    return this.#answers.keep(`fields of ${table}`, fieldsFor, async (client) =>
      (await tableFields(client, table)).map(({ name }) => name),
    );
  }

  /** Requests everything again, for example with another key. */
  forget(): void {
    this.#answers.forget();
  }
}
