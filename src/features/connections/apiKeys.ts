import type { SecretStorage } from 'vscode';
import { apiKeyVariable } from '../../shared/apiKeyVariable';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { Redactor } from '../../shared/redact';

export type SecretStore = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** Where a key is stored: in the keychain of the system, in a browser that may lose it, or in this window only. */
type KeyKeeping = 'kept' | 'perhaps' | 'thisWindowOnly';

/** API keys, one per origin. A key is never sent to another origin. */
export class ApiKeys {
  readonly #session = new Map<string, string>();

  constructor(
    private readonly secrets: SecretStore,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly redactor: Redactor,
    private readonly bindings: KeyBindings,
    /** VS Code in a browser may store secrets only in the memory of its page. */
    private readonly isInBrowser = false,
  ) {}

  async read(connection: Connection): Promise<string | undefined> {
    const key =
      this.#session.get(originOf(connection)) ??
      (await this.#stored(connection)) ??
      this.#fromEnvironment(connection);
    if (key !== undefined) this.redactor.hide(key);
    return key;
  }

  /** The environment variable whose key belongs to another origin or requires a confirmation. */
  withheld(connection: Connection): { readonly variable: string; readonly origin: string } | undefined {
    const variable = apiKeyVariable(connection.name);
    const origin = this.bindings.originOf(variable);
    const isHere = origin === undefined || origin === originOf(connection);
    return this.environment[variable] === undefined || isHere ? undefined : { variable, origin };
  }

  /** The user has agreed: the key of the environment is sent to this origin only. */
  useEnvironment(connection: Connection): void {
    this.bindings.bind(apiKeyVariable(connection.name), originOf(connection));
  }

  /** A connection from another person gets a key of the environment only after the user agrees. */
  withhold(connection: Connection): void {
    const variable = apiKeyVariable(connection.name);
    if (this.environment[variable] !== undefined) this.bindings.withhold(variable);
  }

  async set(connection: Connection, key: string): Promise<KeyKeeping> {
    this.redactor.hide(key);
    if (await this.#keep(connection, key)) {
      this.#session.delete(originOf(connection));
      return this.isInBrowser ? 'perhaps' : 'kept';
    }
    this.#session.set(originOf(connection), key);
    return 'thisWindowOnly';
  }

  async forget(connection: Connection): Promise<void> {
    this.#session.delete(originOf(connection));
    await Promise.resolve(this.secrets.delete(secretName(connection))).catch(() => undefined);
  }

  #fromEnvironment(connection: Connection): string | undefined {
    const variable = apiKeyVariable(connection.name);
    const key = this.environment[variable];
    if (key === undefined || this.withheld(connection) !== undefined) return undefined;
    if (this.bindings.originOf(variable) === undefined) this.useEnvironment(connection);
    return key;
  }

  /** Linux without a keychain may lose the secret or throw, so it is read back. */
  async #keep(connection: Connection, key: string): Promise<boolean> {
    try {
      await this.secrets.store(secretName(connection), key);
      return (await this.secrets.get(secretName(connection))) === key;
    } catch {
      return false;
    }
  }

  async #stored(connection: Connection): Promise<string | undefined> {
    try {
      return await this.secrets.get(secretName(connection));
    } catch {
      return undefined;
    }
  }
}

function secretName(connection: Connection): string {
  return `logbench.apiKey:${originOf(connection)}`;
}

const originsKey = 'environmentKeyOrigins';

/**
 * The origin to which the key of an environment variable may be sent. The variable is named after a
 * connection, and any connection can have that name, so the first origin that uses the key keeps it until the
 * user agrees to another.
 */
export class KeyBindings {
  constructor(private readonly memory: Memory) {}

  /** The origin of the key; empty if the user must be asked. Undefined if it was never used. */
  originOf(variable: string): string | undefined {
    return this.#stored()[variable];
  }

  bind(variable: string, origin: string): void {
    void this.memory.update(originsKey, { ...this.#stored(), [variable]: origin });
  }

  /** The next connection that would use the key requires a confirmation. */
  withhold(variable: string): void {
    if (this.originOf(variable) === undefined) this.bind(variable, '');
  }

  /** Looked up each time: another window may have bound or withheld a key. */
  #stored(): Readonly<Record<string, string>> {
    return parseOrigins(this.memory.get(originsKey));
  }
}

/** Parsed by hand, because a schema library would have to be loaded during activation. */
function parseOrigins(remembered: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(remembered) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
