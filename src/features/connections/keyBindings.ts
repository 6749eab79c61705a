import type { Memory } from './knownNames';

const memoryKey = 'environmentKeyOrigins';

/**
 * To which origin the key of an environment variable may be sent. The variable is named after a connection, and
 * anybody can make a connection of that name, so the first origin that used the key keeps it until a person agrees
 * to another.
 */
export class KeyBindings {
  constructor(private readonly memory: Memory) {}

  /** The origin that has the key; empty where a person has to be asked first. Undefined: no one has used it yet. */
  originOf(variable: string): string | undefined {
    return this.#origins()[variable];
  }

  bind(variable: string, origin: string): void {
    void this.memory.update(memoryKey, { ...this.#origins(), [variable]: origin });
  }

  /** The next connection that would use the key is asked about. */
  withhold(variable: string): void {
    if (this.originOf(variable) === undefined) this.bind(variable, '');
  }

  /** Looked up each time: another window may have bound or withheld a key. */
  #origins(): Readonly<Record<string, string>> {
    return parse(this.memory.get(memoryKey));
  }
}

/** By hand: a schema would have to be loaded before the extension is active. */
function parse(remembered: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(remembered) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
