import type { SecretStorage } from 'vscode';
import { apiKeyVariable } from '../../../core/interface/apiKeyVariable';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { Redactor } from '../../../core/privacy/redact';

export type SecretStore = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** Where a key is stored: in the keychain of the system, in a browser that may lose it, or in this window only. */
type KeyKeeping = 'kept' | 'perhaps' | 'thisWindowOnly';

/** What a key belongs to. */
type KeyOwner = Pick<Connection, 'name' | 'baseUrl'>;

/** The key that requests of a connection contain. */
export interface UsedKey {
  readonly key: string;
  readonly from: 'stored' | 'environment' | 'announced';
}

/** A connection and its origin: with another address or another name, it is another owner of keys. */
export function bindingOf(owner: KeyOwner): string {
  return JSON.stringify([owner.name, originOf(owner)]);
}

/** API keys, one per connection and origin. A key is never sent to another origin, nor for another connection. */
export class ApiKeys {
  readonly #session = new Map<string, string>();
  /** The stored keys that this window has read or set last. */
  readonly #known = new Map<string, string | undefined>();
  #carryingOver: Promise<void> | undefined;

  constructor(
    private readonly secrets: SecretStore,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly redactor: Redactor,
    private readonly memory: Memory,
    /** The connections in the settings. */
    connections: readonly Connection[],
    /** VS Code in a browser may store secrets only in the memory of its page. */
    private readonly isInBrowser = false,
  ) {
    if (memory.get(heirsKey) !== undefined) return;
    const heirs = connections.map((connection) => ({ name: connection.name, baseUrl: originOf(connection) }));
    void memory.update(heirsKey, heirs);
  }

  async read(connection: Connection): Promise<UsedKey | undefined> {
    const stored = await this.stored(connection);
    const key = stored ?? this.#fromEnvironment(connection);
    if (key === undefined) return undefined;
    this.redactor.hide(key);
    return { key, from: stored === undefined ? 'environment' : 'stored' };
  }

  /** The key that the user has set. */
  async stored(owner: KeyOwner): Promise<string | undefined> {
    await this.#carryOver();
    return this.#session.get(bindingOf(owner)) ?? this.#secret(owner);
  }

  /** The environment variable of a connection, if it is set. */
  variableOf({ name }: KeyOwner): { readonly variable: string; readonly key: string } | undefined {
    const variable = apiKeyVariable(name);
    // A variable is also empty if a secret is missing, and ends with a line break if it was read from a file.
    const key = this.environment[variable]?.trim() ?? '';
    return key === '' ? undefined : { variable, key };
  }

  /** The origin to which the key of the environment variable is sent; empty if the connection was imported. */
  withheldFrom(connection: Connection): string | undefined {
    const origin = this.#originOf(apiKeyVariable(connection.name));
    return origin === originOf(connection) ? undefined : origin;
  }

  /** The user has agreed: the key of the environment is sent to this origin only, in place of a stored key. */
  async useEnvironment(connection: Connection): Promise<void> {
    this.#bind(apiKeyVariable(connection.name), originOf(connection));
    await this.forget(connection);
  }

  /** A connection from another user gets a key of the environment only after the user agrees. */
  withhold(connection: Connection): void {
    const { variable } = this.variableOf(connection) ?? {};
    if (variable !== undefined && this.#originOf(variable) === undefined) this.#bind(variable, '');
  }

  async set(owner: KeyOwner, key: string): Promise<KeyKeeping> {
    await this.#carryOver();
    this.redactor.hide(key);
    if (await this.#keep(owner, key)) {
      this.#session.delete(bindingOf(owner));
      return this.isInBrowser ? 'perhaps' : 'kept';
    }
    this.#session.set(bindingOf(owner), key);
    return 'thisWindowOnly';
  }

  async forget(owner: KeyOwner): Promise<void> {
    await this.#carryOver();
    const binding = bindingOf(owner);
    this.#session.delete(binding);
    this.#known.set(binding, undefined);
    await Promise.resolve(this.secrets.delete(secretPrefix + binding)).catch(() => undefined);
  }

  /**
   * Called when any window has stored or removed a secret. Resolves to whether it is an API key that this window does
   * not know yet.
   */
  async secretChanged(name: string): Promise<boolean> {
    if (!name.startsWith(secretPrefix)) return false;
    const binding = name.slice(secretPrefix.length);
    const key = await this.#get(name);
    if (key === this.#known.get(binding)) return false;
    this.#known.set(binding, key);
    // A key that only this window has is older than the stored one.
    if (key !== undefined) this.#session.delete(binding);
    return true;
  }

  #fromEnvironment(connection: Connection): string | undefined {
    const { variable, key } = this.variableOf(connection) ?? {};
    if (variable === undefined || this.withheldFrom(connection) !== undefined) return undefined;
    if (this.#originOf(variable) === undefined) this.#bind(variable, originOf(connection));
    return key;
  }

  /** After a failure, it is tried again with the next key. */
  #carryOver(): Promise<void> {
    this.#carryingOver ??= this.#copySharedKeys().catch(() => (this.#carryingOver = undefined));
    return this.#carryingOver;
  }

  /**
   * Carries over the keys that all connections to an origin shared in earlier versions. The connections of the first
   * start are remembered, so that those that are added later get no key that they were not given, even if the keys
   * could not be copied for a while. Rejects if a key could not be copied or removed.
   */
  async #copySharedKeys(): Promise<void> {
    const heirs = parseHeirs(this.memory.get(heirsKey));
    if (heirs.length === 0) return;
    for (const heir of heirs) {
      const shared = await this.secrets.get(sharedPrefix + heir.baseUrl);
      if (shared === undefined) continue;
      const stored = await this.secrets.get(secretPrefix + bindingOf(heir));
      if (stored !== undefined || (await this.#keep(heir, shared))) continue;
      throw new Error('The keychain does not keep the key.');
    }
    for (const origin of new Set(heirs.map(({ baseUrl }) => baseUrl))) {
      await this.secrets.delete(sharedPrefix + origin);
    }
    await this.memory.update(heirsKey, []);
  }

  /**
   * The origin to which the key of an environment variable may be sent; empty if the user must be asked, undefined if
   * it was never used. The variable is named after a connection, and any connection can have that name, so the first
   * origin that uses the key keeps it until the user agrees to another.
   */
  #originOf(variable: string): string | undefined {
    return this.#boundOrigins()[variable];
  }

  #bind(variable: string, origin: string): void {
    void this.memory.update(originsKey, { ...this.#boundOrigins(), [variable]: origin });
  }

  /** Looked up each time: another window may have bound or withheld a key. */
  #boundOrigins(): Readonly<Record<string, string>> {
    return parseOrigins(this.memory.get(originsKey));
  }

  /** Linux without a keychain may lose the secret or throw, so it is read back. */
  async #keep(owner: KeyOwner, key: string): Promise<boolean> {
    const binding = bindingOf(owner);
    const name = secretPrefix + binding;
    this.#known.set(binding, key);
    try {
      await this.secrets.store(name, key);
      return (await this.secrets.get(name)) === key;
    } catch {
      return false;
    }
  }

  async #secret(owner: KeyOwner): Promise<string | undefined> {
    const key = await this.#get(secretPrefix + bindingOf(owner));
    this.#known.set(bindingOf(owner), key);
    return key;
  }

  async #get(name: string): Promise<string | undefined> {
    try {
      return await this.secrets.get(name);
    } catch {
      return undefined;
    }
  }
}

const secretPrefix = 'logbench.connectionKey:';
const sharedPrefix = 'logbench.apiKey:';
const originsKey = 'environmentKeyOrigins';
/** The connections that used the key of their origin. */
const heirsKey = 'connectionsOfSharedKeys';

/** Parsed by hand, because a schema library would have to be loaded during activation. */
function parseOrigins(remembered: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(remembered) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

/** By hand for the same reason. */
function parseHeirs(remembered: unknown): readonly KeyOwner[] {
  const entries: readonly unknown[] = Array.isArray(remembered) ? remembered : [];
  return entries.flatMap((entry) => {
    const { name, baseUrl } = Object(entry) as Readonly<Record<string, unknown>>;
    return typeof name === 'string' && typeof baseUrl === 'string' ? [{ name, baseUrl }] : [];
  });
}
