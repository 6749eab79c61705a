import { t } from '../../shared/localize';
import { originOf, serviceOf } from '../../ui/connections/connection';
import type { Connection, Service } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import type { ApiKeys } from './apiKeys';
import type { Memory } from '../../ui/memory';

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
        severity: 'information',
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

const memoryKey = 'connectionServices';
/** The oldest names are forgotten first. */
const maxNames = 200;

/**
 * Remembers the platform of each connection name: URIs of open documents contain the name and keep their
 * platform when the connection is renamed or removed.
 */
export class KnownNames {
  #services: ReadonlyMap<string, Service>;

  constructor(private readonly memory: Memory) {
    this.#services = new Map(parse(memory.get(memoryKey)));
  }

  serviceOf(name: string): Service | undefined {
    return this.#services.get(name);
  }

  note(connections: readonly Connection[]): void {
    const noted = new Map(connections.map((connection) => [connection.name, serviceOf(connection)]));
    const others = [...this.#services].filter(([name]) => !noted.has(name));
    const kept = [...others, ...noted].slice(-maxNames);
    if (JSON.stringify(kept) === JSON.stringify([...this.#services])) return;
    this.#services = new Map(kept);
    void this.memory.update(memoryKey, kept);
  }
}

/** Parsed by hand, because a schema library would have to be loaded during activation. */
function parse(remembered: unknown): readonly (readonly [string, Service])[] {
  const entries: readonly unknown[] = Array.isArray(remembered) ? remembered : [];
  return entries.flatMap((entry) => {
    const parts: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [name, service] = parts;
    const { address, product } = Object(service) as Readonly<Record<keyof Service, unknown>>;
    return typeof name === 'string' && typeof address === 'string' && typeof product === 'string'
      ? [[name, { address, product }] as const]
      : [];
  });
}
