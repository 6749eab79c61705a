import { t } from '../../shared/localize';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import type { ApiKeys } from './apiKeys';

/** Offers to remove the keys of origins that no connection uses any more, for example after its address was edited. */
export class UnusedKeys {
  #origins: ReadonlySet<string>;

  constructor(
    private readonly all: () => readonly Connection[],
    private readonly keys: Pick<ApiKeys, 'isStored' | 'forgetOrigin'>,
    private readonly prompts: Pick<Prompts, 'notify'>,
  ) {
    this.#origins = this.#used();
  }

  /** The key of this connection is removed with it, so it is not offered. */
  ignore(connection: Connection): void {
    this.#origins = new Set([...this.#origins].filter((origin) => origin !== originOf(connection)));
  }

  /** Called when connections have changed. */
  async offer(): Promise<void> {
    const used = this.#used();
    const unused = [...this.#origins].filter((origin) => !used.has(origin));
    this.#origins = used;
    for (const origin of unused) {
      if (!(await this.keys.isStored(origin))) continue;
      const removes = await this.prompts.notify({
        message: t('No connection uses {0} any more, but its API key is still stored.', origin),
        buttons: [{ label: t('Remove API Key'), value: true }],
      });
      // A connection may use it again by now.
      if (removes === true && !this.#used().has(origin)) await this.keys.forgetOrigin(origin);
    }
  }

  #used(): ReadonlySet<string> {
    return new Set(this.all().map(originOf));
  }
}
