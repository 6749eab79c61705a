import { isSamePlatform, platformOf } from '../../ui/connections/connection';
import type { Connection, PlatformIdentity } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';

const memoryKey = 'connectionServices';
const lastKey = 'lastConnection';
/** The oldest names are forgotten first. */
const maxNames = 200;

/**
 * Remembers the platform of each connection name: URIs of open documents contain the name and keep their
 * platform when the connection is renamed or removed.
 */
export class KnownNames {
  #services: ReadonlyMap<string, KnownName>;

  constructor(private readonly memory: Memory) {
    this.#services = new Map(parse(memory.get(memoryKey)));
  }

  platformOf(name: string): PlatformIdentity | undefined {
    return this.#services.get(name)?.platform;
  }

  /** Whether a connection may be the one that had this name: it was never set at the same time, with another account. */
  succeeds(connection: Connection, name: string): boolean {
    const named = this.#services.get(name);
    if (named === undefined || !isSamePlatform(named.platform, platformOf(connection))) return false;
    return !named.twins.includes(connection.name);
  }

  /** The name of the connection that was picked last, in any window. */
  get lastPicked(): string | undefined {
    const name = this.memory.get(lastKey);
    return typeof name === 'string' ? name : undefined;
  }

  notePicked({ name }: Connection): void {
    if (name !== this.lastPicked) void this.memory.update(lastKey, name);
  }

  /** The names that connections to this origin have or had. */
  at(origin: string): readonly { readonly name: string; readonly baseUrl: string }[] {
    return [...this.#services].flatMap(
      ([
        name,
        {
          platform: { address },
        },
      ]) => (URL.canParse(address) && new URL(address).origin === origin ? [{ name, baseUrl: address }] : []),
    );
  }

  note(connections: readonly Connection[]): void {
    const noted = new Map(
      connections.map((connection) => [connection.name, this.#known(connection, connections)]),
    );
    const others = [...this.#services].filter(([name]) => !noted.has(name));
    const kept = [...others, ...noted].slice(-maxNames);
    if (JSON.stringify(kept) === JSON.stringify([...this.#services])) return;
    this.#services = new Map(kept);
    void this.memory.update(
      memoryKey,
      kept.map(([name, { platform, twins }]) => [name, platform, ...(twins.length === 0 ? [] : [twins])]),
    );
  }

  #known(connection: Connection, all: readonly Connection[]): KnownName {
    const platform = platformOf(connection);
    const before = this.#services.get(connection.name);
    const kept = before !== undefined && isSamePlatform(before.platform, platform) ? before.twins : [];
    const others = all.filter(
      (other) => other.name !== connection.name && isSamePlatform(platformOf(other), platform),
    );
    return { platform, twins: [...new Set([...kept, ...others.map(({ name }) => name)])] };
  }
}

interface KnownName {
  readonly platform: PlatformIdentity;
  /** The names of connections that were set to the same platform at the same time. */
  readonly twins: readonly string[];
}

/** Parsed by hand, because a schema library would have to be loaded during activation. */
function parse(remembered: unknown): readonly (readonly [string, KnownName])[] {
  const entries: readonly unknown[] = Array.isArray(remembered) ? remembered : [];
  return entries.flatMap((entry) => {
    const parts: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [name, service, twins] = parts;
    const { address, product } = Object(service) as Readonly<Record<keyof PlatformIdentity, unknown>>;
    return typeof name === 'string' && typeof address === 'string' && typeof product === 'string'
      ? [[name, { platform: { address, product }, twins: textsOf(twins) }] as const]
      : [];
  });
}

function textsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
