import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { PlatformClient, ServiceOptions } from '../../../core/api/client';
import { UnreachableError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import { assistantUserAgent } from '../../../core/interface/userAgent';
import { CanceledError } from '../../ui/prompts/canceled';
import { currentConnection, originOf, platformOf } from '../../ui/connections/connection';
import type {
  Connection,
  PlatformIdentity,
  Platforms,
  PlatformsChange,
  OfferedConnections,
} from '../../ui/connections/connection';
import { atConnection } from '../../ui/failures/failures';
import type { Log } from '../../ui/log';
import { connectionChangedText, ExplainedError, missingOperationText } from '../../ui/failures/failureText';
import type { PanelConnections } from '../../ui/panels/panelConnections';
import type { Prompts } from '../../ui/prompts/prompts';
import type { Redactor } from '../../../core/privacy/redact';
import { readSettings } from '../../ui/settings/settings';
import type { KnownNames } from './knownNames';
import { OpenClients } from './openClients';
import { RecentRequests } from '../../ui/connections/recentRequests';
import { connectionInFront, pickConnection } from './pickConnection';
import { WriteLocks } from './writeLocks';
import { bindingOf } from './apiKeys';
import { accountText, keyText, readAccess } from './connectionAccess';
import type { Access } from './connectionAccess';
import type { Connections } from './connections';

/** Bytes; more than an assistant could process. */
const maxForAssistants = 16 * 1_048_576;

/** The connected platforms and their clients. */
export class ConnectedPlatforms implements Platforms, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<PlatformsChange>();
  readonly #clients = new OpenClients(async (connection) => this.#open(connection));
  readonly #assistantClients = new OpenClients(async (connection) =>
    this.#open(connection, {
      userAgent: assistantUserAgent(this.version, 'vscode'),
      readsOnly: true,
      maxBytes: maxForAssistants,
    }),
  );
  /** By connection and account. */
  readonly #access = new Map<string, Promise<Access>>();
  readonly #subscription: vscode.Disposable;
  readonly #responded = new vscode.EventEmitter<Connection>();
  /** The names of the connections whose last request got no response. */
  readonly #unreachable = new Set<string>();
  readonly onDidChange = this.#changed.event;
  readonly onDidRespond = this.#responded.event;
  /** For diagnostics. */
  readonly requests = new RecentRequests();
  readonly locks = new WriteLocks(() => this.#changed.fire('locks'));

  constructor(
    private readonly connections: Connections,
    private readonly prompts: Prompts,
    private readonly names: KnownNames,
    private readonly redactor: Redactor,
    private readonly panels: PanelConnections,
    private readonly log: Log,
    private readonly version: string,
  ) {
    names.note(connections.all());
    this.#subscription = connections.onDidChange(() => {
      names.note(connections.all());
      this.#clients.keepOnly(this.all());
      this.#assistantClients.keepOnly(this.all());
      this.#changed.fire('connections');
    });
  }

  all(): readonly Connection[] {
    return this.connections.all();
  }

  find(name: string): Connection | undefined {
    const all = this.all();
    return (
      all.find((connection) => connection.name === name) ??
      all.find((connection) => this.names.succeeds(connection, name))
    );
  }

  platformOf(name: string): PlatformIdentity | undefined {
    const connection = this.all().find((candidate) => candidate.name === name);
    return connection === undefined ? this.names.platformOf(name) : platformOf(connection);
  }

  current(connection: Connection): Connection | undefined {
    const { name } = connection;
    const all = this.all().filter(
      (candidate) => candidate.name === name || this.names.succeeds(candidate, name),
    );
    return currentConnection(connection, all);
  }

  async clientFor(connection: Connection): Promise<PlatformClient> {
    return this.#clients.of(this.#stillSet(connection));
  }

  async accountOf(connection: Connection): Promise<string | undefined> {
    const key = await this.connections.readKey(connection);
    if (key === undefined) return undefined;
    // Keys are random, so that a short hash identifies one and cannot be reversed.
    return createHash('sha256').update(`logbench account ${key}`).digest('hex').slice(0, 16);
  }

  async accessText(connection: Connection): Promise<readonly string[]> {
    const account = await this.accountOf(connection);
    if (account === undefined) return [];
    const id = `${bindingOf(connection)} ${account}`;
    const reading =
      this.#access.get(id) ?? this.clientFor(connection).then(async (client) => readAccess(client));
    this.#access.set(id, reading);
    // What could not be read is read next time.
    const access = await reading.catch(() => void this.#access.delete(id));
    const lines = [access && accountText(access), await this.keyText(connection)];
    return lines.filter((text) => text !== undefined);
  }

  /** Which key the connection uses. */
  async keyText(connection: Connection): Promise<string | undefined> {
    const { keys } = this.connections;
    return keyText((await this.connections.usedKey(connection))?.from, keys.variableOf(connection)?.variable);
  }

  /** A client that sends this key, to test it; the caller disposes of it. */
  async clientWith(connection: Connection, key: string): Promise<PlatformClient> {
    this.redactor.hide(key);
    return this.#open(connection, { readKey: async () => Promise.resolve(key) });
  }

  /** Other connections, set now or before, with a key that was stored for the same origin. */
  async keyOwners(connection: Connection): Promise<readonly Connection[]> {
    const all = this.all();
    const former = this.names
      .at(originOf(connection))
      .filter(({ name }) => all.every((current) => current.name !== name))
      .map((named) => ({ ...connection, ...named, found: undefined }));
    const others = [...all, ...former].filter(
      (candidate) => candidate.name !== connection.name && originOf(candidate) === originOf(connection),
    );
    const keys = await Promise.all(others.map(async (other) => this.connections.usedKey(other)));
    return others.filter((_other, index) => keys[index] !== undefined);
  }

  /** A client whose requests identify the assistant and only read. */
  async assistantClientFor(connection: Connection): Promise<PlatformClient> {
    return this.#assistantClients.of(this.#stillSet(connection));
  }

  forgetMissingOperations(connection?: Connection): void {
    const clients = [this.#clients, this.#assistantClients].flatMap((open) => open.named(connection?.name));
    for (const client of clients) {
      void client.then((opened) => opened.forgetMissingOperations());
    }
  }

  isLocked(connection: Connection): boolean {
    const current = this.current(connection);
    return current === undefined || this.locks.isLocked(current);
  }

  unlockedFor(connection: Connection): number {
    return this.locks.remaining(this.current(connection) ?? connection);
  }

  async ensureWritable(connection: Connection): Promise<void> {
    await this.locks.ensureUnlocked(this.#stillSet(connection), this.prompts);
  }

  async pick(title: string, offered?: OfferedConnections): Promise<Connection> {
    const all = this.all();
    const connections = offered === undefined ? all : all.filter(offered.suits);
    const [only] = connections;
    if (only === undefined) return this.#reportNone(all.length === 0 ? undefined : offered?.none);
    if (connections.length === 1) return only;
    const picked = await pickConnection(this.prompts, title, {
      offered: connections,
      inFront: connectionInFront(connections, this.panels),
      last: this.names.lastPicked,
      isLocked: (connection) => this.isLocked(connection),
      obstacle: offered?.obstacle,
    });
    this.names.notePicked(picked);
    return picked;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.locks.dispose();
    this.#changed.dispose();
    this.#responded.dispose();
    void this.#clients[Symbol.asyncDispose]();
    void this.#assistantClients[Symbol.asyncDispose]();
  }

  /** Rejects what a view sends that was opened before its connection got another platform. */
  #stillSet(connection: Connection): Connection {
    const current = this.current(connection);
    if (current !== undefined) return current;
    throw new ExplainedError(connectionChangedText(connection));
  }

  async #reportNone(reason: string | undefined): Promise<never> {
    if (reason !== undefined) {
      await this.prompts.notify({ message: reason });
      throw new CanceledError();
    }
    const add = await this.prompts.notify({
      message: t('There is no connection yet. Add one first.'),
      buttons: [{ label: t('Add Connection…'), value: true }],
    });
    if (add === true) await vscode.commands.executeCommand('logbench.connection.add');
    throw new CanceledError();
  }

  async #open(connection: Connection, more: Partial<ServiceOptions> = {}): Promise<PlatformClient> {
    const [{ PlatformClient }, { readNetwork }] = await Promise.all([
      import('../../../core/api/client'),
      import('./network'),
    ]);
    return new PlatformClient({
      baseUrl: connection.baseUrl,
      product: connection.product,
      readKey: async () => this.connections.readKey(connection),
      readNetwork: async () => readNetwork(connection),
      readTimeout: () => readSettings().requestTimeout,
      // Before each request, because the time may be over in the middle of a long write.
      beforeWrite: async () => this.ensureWritable(connection),
      onFailure: (error) => {
        // A platform may repeat the key in its response, and failures are shown in many places.
        this.redactor.cleanFailure(error);
        atConnection(error, connection);
        if (error instanceof UnreachableError) this.#unreachable.add(connection.name);
      },
      onRequest: ({ method, path }, milliseconds, failure) => {
        if (failure === undefined && this.#unreachable.delete(connection.name))
          this.#responded.fire(connection);
        this.requests.add({
          at: Date.now() - milliseconds,
          connection: connection.name,
          method,
          path: this.redactor.clean(`/${path.join('/')}`),
          milliseconds,
          error: failure && this.redactor.clean(failure),
        });
      },
      onMissing: (operation) => this.log.info(`${connection.name}: ${missingOperationText(operation)}`),
      ...more,
    });
  }
}
