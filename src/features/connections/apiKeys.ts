import { apiKeyVariable } from '../../shared/apiKeyVariable';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { KeyBindings } from './keyBindings';
import type { Redactor } from '../../shared/redact';

/** The part of VS Code's SecretStorage that is used. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Where a key is kept: in the system's keychain, in a browser that may forget it, or only until this window closes. */
export type KeyKeeping = 'kept' | 'perhaps' | 'thisWindowOnly';

/** API keys, one for each origin. A key is sent nowhere else. */
export class ApiKeys {
  readonly #session = new Map<string, string>();

  constructor(
    private readonly secrets: SecretStore,
    private readonly environment: Readonly<Record<string, string | undefined>>,
    private readonly redactor: Redactor,
    private readonly bindings: KeyBindings,
    /** A VS Code in a browser may have no more than the memory of its page to keep secrets in. */
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

  /** The variable whose key another origin has, or that a person has to be asked about. */
  withheld(connection: Connection): { readonly variable: string; readonly origin: string } | undefined {
    const variable = apiKeyVariable(connection.name);
    const origin = this.bindings.originOf(variable);
    const isHere = origin === undefined || origin === originOf(connection);
    return this.environment[variable] === undefined || isHere ? undefined : { variable, origin };
  }

  /** A person agreed: from now on the key of the environment is sent to this origin, and to no other. */
  useEnvironment(connection: Connection): void {
    this.bindings.bind(apiKeyVariable(connection.name), originOf(connection));
  }

  /** A connection came from somebody else: it gets no key of the environment before a person agrees. */
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

  /** A headless Linux takes a secret and loses it, or throws: only reading it back shows that it is kept. */
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
