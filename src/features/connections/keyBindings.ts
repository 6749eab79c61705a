import type { Memory } from './knownNames';

const memoryKey = 'environmentKeyOrigins';

/**
 * The origin to which the key of an environment variable may be sent. The variable is named after a
 * connection, and any connection can have that name, so the first origin that uses the key keeps it until the
 * user agrees to another.
 */
export class KeyBindings {
  /** The bindings of this window: for a moment after an update, VS Code may return the value from before it. */
  readonly #own = new Map<string, string>();

  constructor(private readonly memory: Memory) {}

  /** The origin of the key; empty if the user must be asked. Undefined if it was never used. */
  originOf(variable: string): string | undefined {
    return this.#own.get(variable) ?? this.#stored()[variable];
  }

  bind(variable: string, origin: string): void {
    this.#own.set(variable, origin);
    void this.memory.update(memoryKey, { ...this.#stored(), ...Object.fromEntries(this.#own) });
  }

  /** The next connection that would use the key requires a confirmation. */
  withhold(variable: string): void {
    if (this.originOf(variable) === undefined) this.bind(variable, '');
  }

  /** Looked up each time: another window may have bound or withheld a key. */
  #stored(): Readonly<Record<string, string>> {
    return parse(this.memory.get(memoryKey));
  }
}

/** Parsed by hand, because a schema library would have to be loaded during activation. */
function parse(remembered: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(remembered) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
