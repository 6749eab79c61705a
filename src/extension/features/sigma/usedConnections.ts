import { Listeners } from '../../../core/base/listeners';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';

const memoryKey = 'logbench.sigma.connections';

/**
 * The connections that the user has used with Sigma rules. Only these are asked for tables and fields when a
 * rule is opened: tables and conditions come from files that someone else may have written.
 */
export class UsedConnections {
  readonly #changed = new Listeners();
  /** Another connection may be asked. */
  readonly onDidChange = this.#changed.add;

  constructor(
    private readonly memory: Memory,
    private readonly isTrusted: () => boolean,
  ) {}

  mayBeAsked(connection: Connection): boolean {
    return this.isTrusted() && this.#stored().includes(keyOf(connection));
  }

  async add(connection: Connection): Promise<void> {
    const stored = this.#stored();
    const key = keyOf(connection);
    if (stored.includes(key)) return;
    await this.memory.update(memoryKey, [...stored, key]);
    this.#changed.fire();
  }

  #stored(): readonly string[] {
    const stored: unknown = this.memory.get(memoryKey);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  }
}

/** Another address is another platform. */
function keyOf({ name, baseUrl }: Connection): string {
  return JSON.stringify([name, baseUrl]);
}
