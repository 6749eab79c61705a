import { t } from '../../../core/base/localize';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import { bindingOf } from './apiKeys';
import type { ApiKeys } from './apiKeys';

/** Offers to remove the keys of connections that no longer exist, for example after their address was edited. */
export class UnusedKeys {
  #known: ReadonlyMap<string, Connection>;

  constructor(
    private readonly all: () => readonly Connection[],
    private readonly keys: Pick<ApiKeys, 'stored' | 'forget'>,
    private readonly prompts: Pick<Prompts, 'notify'>,
  ) {
    this.#known = this.#used();
  }

  /** The key of this connection is removed or moved with it, so it is not offered. */
  ignore(connection: Connection): void {
    this.#known = new Map([...this.#known].filter(([binding]) => binding !== bindingOf(connection)));
  }

  /** Called when connections have changed. */
  async offer(): Promise<void> {
    const used = this.#used();
    const unused = [...this.#known].filter(([binding]) => !used.has(binding));
    this.#known = used;
    for (const [binding, connection] of unused) {
      const key = await this.keys.stored(connection);
      if (key === undefined || (await this.#hasMoved(connection, key))) continue;
      const { name } = connection;
      const removes = await this.prompts.notify({
        message: t(
          'No connection “{0}” uses {1} any more, but its API key is still stored.',
          name,
          originOf(connection),
        ),
        buttons: [{ label: t('Remove API Key'), value: true }],
      });
      // The connection may be back by now.
      if (removes === true && !this.#used().has(binding)) await this.keys.forget(connection);
    }
  }

  /** Another window renames the connection, and removes the key of the former name itself. */
  async #hasMoved(connection: Connection, key: string): Promise<boolean> {
    const others = this.all().filter((other) => originOf(other) === originOf(connection));
    const keys = await Promise.all(others.map(async (other) => this.keys.stored(other)));
    return keys.includes(key);
  }

  #used(): ReadonlyMap<string, Connection> {
    return new Map(this.all().map((connection) => [bindingOf(connection), connection]));
  }
}
