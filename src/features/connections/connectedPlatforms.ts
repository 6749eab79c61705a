import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { PlatformClient, ServiceOptions } from '../../api/client';
import { t } from '../../shared/localize';
import { assistantUserAgent } from '../../shared/userAgent';
import { CanceledError } from '../../ui/prompts/canceled';
import { environmentLabel } from '../../shared/environment';
import { currentConnection, isSamePlatform, platformOf } from '../../ui/connections/connection';
import type {
  Connection,
  PlatformIdentity,
  Platforms,
  PlatformsChange,
  ConnectionSource,
  OfferedConnections,
} from '../../ui/connections/connection';
import { atConnection } from '../../ui/failures/failures';
import type { Log } from '../../ui/log';
import { connectionChangedText, ExplainedError, missingOperationText } from '../../ui/failures/failureText';
import type { PanelConnections } from '../../ui/panels/panelConnections';
import type { Prompts, Choice } from '../../ui/prompts/prompts';
import type { Redactor } from '../../shared/redact';
import { readSettings, onDidChangeSettings } from '../../ui/settings/settings';
import type { KnownNames } from './knownNames';
import { OpenClients } from './openClients';
import { RecentRequests } from '../../ui/connections/recentRequests';
import { WriteLocks } from './writeLocks';
import { queryAddressOf } from '../../ui/documents/queryUri';
import { documentScheme, isAbout } from '../../ui/documents/documentContents';
import { fileInFront } from '../../ui/documents/filesInTabs';
import type { ApiKeys } from './apiKeys';

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
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;
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
    const service = this.names.platformOf(name);
    return (
      all.find((connection) => connection.name === name) ??
      (service && all.find((connection) => isSamePlatform(platformOf(connection), service)))
    );
  }

  platformOf(name: string): PlatformIdentity | undefined {
    const connection = this.all().find((one) => one.name === name);
    return connection === undefined ? this.names.platformOf(name) : platformOf(connection);
  }

  current(connection: Connection): Connection | undefined {
    return currentConnection(connection, this.all());
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
    // If no connection is implied, Enter does not select production.
    const likely =
      connectionInFront(connections, this.panels) ??
      connections.find(({ environment }) => environment !== 'production');
    return this.prompts.pick({
      title,
      placeholder: t('Select a connection'),
      choices: connections.map((connection) => ({
        ...connectionChoice(connection, this.isLocked(connection)),
        picked: connection === likely,
      })),
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.locks.dispose();
    this.#changed.dispose();
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

  async #open(
    connection: Connection,
    more: Pick<ServiceOptions, 'userAgent' | 'readsOnly' | 'maxBytes'> = {},
  ): Promise<PlatformClient> {
    const [{ PlatformClient }, { readNetwork }] = await Promise.all([
      import('../../api/client'),
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
      },
      onRequest: ({ method, path }, milliseconds, failure) =>
        this.requests.add({
          at: Date.now() - milliseconds,
          connection: connection.name,
          method,
          path: this.redactor.clean(`/${path.join('/')}`),
          milliseconds,
          error: failure && this.redactor.clean(failure),
        }),
      onMissing: (operation) => this.log.info(`${connection.name}: ${missingOperationText(operation)}`),
      ...more,
    });
  }
}

function connectionChoice(connection: Connection, locked: boolean): Choice<Connection> {
  return {
    label: connection.name,
    description: [environmentLabel(connection.environment), locked ? t('locked') : undefined]
      .filter((part) => part !== undefined)
      .join(' · '),
    detail: connection.baseUrl,
    icon: locked ? 'lock' : 'plug',
    value: connection,
  };
}

/** The connection of the active tab, from its URI or its panel. */
export function connectionInFront(
  connections: readonly Connection[],
  panels: PanelConnections,
): Connection | undefined {
  const shown = panels.inFront();
  if (shown !== undefined) return connections.find(({ name }) => name === shown);
  const file = fileInFront();
  return file && connections.find(({ name }) => belongsTo(file, name));
}

function belongsTo(uri: vscode.Uri, connectionName: string): boolean {
  if (uri.scheme === documentScheme) return isAbout(uri.path, connectionName);
  return queryAddressOf(uri)?.connection === connectionName;
}

/** All connections: those in the settings, then discovered ones. */
export class Connections implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(
    readonly keys: ApiKeys,
    private readonly found: ConnectionSource,
  ) {
    const fire = (): void => this.#changed.fire();
    this.#subscriptions = vscode.Disposable.from(
      onDidChangeSettings(fire),
      found.onDidChange(fire),
      this.#changed,
    );
  }

  all(): readonly Connection[] {
    const set = readSettings().connections;
    return [...set, ...this.found.all(set.map(({ name }) => name))];
  }

  /** A key that the user has set takes precedence over the key that a local platform announces. */
  async readKey(connection: Connection): Promise<string | undefined> {
    const announcedKey = this.found.keyOf(connection);
    return connection.found === true && announcedKey !== undefined
      ? announcedKey
      : ((await this.keys.read(connection)) ?? announcedKey);
  }

  /** A key was set or removed, so rejected requests can be repeated. */
  keysChanged(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
