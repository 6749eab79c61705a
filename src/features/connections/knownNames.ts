import { platformOf } from '../../ui/connections/connection';
import type { Connection, PlatformIdentity } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';

const memoryKey = 'connectionServices';
/** The oldest names are forgotten first. */
const maxNames = 200;

/**
 * Remembers the platform of each connection name: URIs of open documents contain the name and keep their
 * platform when the connection is renamed or removed.
 */
export class KnownNames {
  #services: ReadonlyMap<string, PlatformIdentity>;

  constructor(private readonly memory: Memory) {
    this.#services = new Map(parse(memory.get(memoryKey)));
  }

  platformOf(name: string): PlatformIdentity | undefined {
    return this.#services.get(name);
  }

  note(connections: readonly Connection[]): void {
    const noted = new Map(connections.map((connection) => [connection.name, platformOf(connection)]));
    const others = [...this.#services].filter(([name]) => !noted.has(name));
    const kept = [...others, ...noted].slice(-maxNames);
    if (JSON.stringify(kept) === JSON.stringify([...this.#services])) return;
    this.#services = new Map(kept);
    void this.memory.update(memoryKey, kept);
  }
}

/** Parsed by hand, because a schema library would have to be loaded during activation. */
function parse(remembered: unknown): readonly (readonly [string, PlatformIdentity])[] {
  const entries: readonly unknown[] = Array.isArray(remembered) ? remembered : [];
  return entries.flatMap((entry) => {
    const parts: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const [name, service] = parts;
    const { address, product } = Object(service) as Readonly<Record<keyof PlatformIdentity, unknown>>;
    return typeof name === 'string' && typeof address === 'string' && typeof product === 'string'
      ? [[name, { address, product }] as const]
      : [];
  });
}
