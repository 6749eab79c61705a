import type { SecretStorage } from 'vscode';
import { apiKeyVariable } from '../../shared/apiKeyVariable';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { Redactor } from '../../shared/redact';
import { t } from '../../shared/localize';
import type { Prompts } from '../../ui/prompts/prompts';

export type SecretStore = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** Where a key is stored: in the keychain of the system, in a browser that may lose it, or in this window only. */
type KeyKeeping = 'kept' | 'perhaps' | 'thisWindowOnly';

/** API keys, one per origin. A key is never sent to another origin. */
export class ApiKeys {
  readonly #session = new Map<string, string>();
  /** By origin: the stored key that this window has read or set last. */
  readonly #known = new Map<string, string | undefined>();

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

  /** A connection from another user gets a key of the environment only after the user agrees. */
  withhold(connection: Connection): void {
    const variable = apiKeyVariable(connection.name);
    if (this.environment[variable] !== undefined) this.bindings.withhold(variable);
  }

  async set(connection: Connection, key: string): Promise<KeyKeeping> {
    this.redactor.hide(key);
    this.#known.set(originOf(connection), key);
    if (await this.#keep(connection, key)) {
      this.#session.delete(originOf(connection));
      return this.isInBrowser ? 'perhaps' : 'kept';
    }
    this.#session.set(originOf(connection), key);
    return 'thisWindowOnly';
  }

  async forget(connection: Connection): Promise<void> {
    await this.forgetOrigin(originOf(connection));
  }

  /**
   * Called when any window has stored or removed a secret. Resolves to whether it is an API key that this window does
   * not know yet.
   */
  async secretChanged(name: string): Promise<boolean> {
    if (!name.startsWith(secretPrefix)) return false;
    const origin = name.slice(secretPrefix.length);
    const key = await this.#storedFor(origin);
    if (key === this.#known.get(origin)) return false;
    this.#known.set(origin, key);
    // A key that only this window has is older than the stored one.
    if (key !== undefined) this.#session.delete(origin);
    return true;
  }

  async isStored(origin: string): Promise<boolean> {
    return (await this.#storedFor(origin)) !== undefined;
  }

  async forgetOrigin(origin: string): Promise<void> {
    this.#session.delete(origin);
    this.#known.set(origin, undefined);
    await Promise.resolve(this.secrets.delete(secretPrefix + origin)).catch(() => undefined);
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
    const name = secretPrefix + originOf(connection);
    try {
      await this.secrets.store(name, key);
      return (await this.secrets.get(name)) === key;
    } catch {
      return false;
    }
  }

  async #stored(connection: Connection): Promise<string | undefined> {
    const key = await this.#storedFor(originOf(connection));
    this.#known.set(originOf(connection), key);
    return key;
  }

  async #storedFor(origin: string): Promise<string | undefined> {
    try {
      return await this.secrets.get(secretPrefix + origin);
    } catch {
      return undefined;
    }
  }
}

const secretPrefix = 'logbench.apiKey:';

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
