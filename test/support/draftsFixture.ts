import { PlatformClient } from '../../src/core/api/client';
import { DraftStore } from '../../src/extension/features/drafts/draftStore';
import { Publisher } from '../../src/extension/features/drafts/publisher';
import type { PublisherDeps, PublishResult } from '../../src/extension/features/drafts/publisher';
import type { QueryTarget } from '../../src/extension/features/drafts/queryTarget';
import { WorkingCopies } from '../../src/extension/features/drafts/workingCopies';
import { isSamePlatform, platformOf } from '../../src/extension/ui/connections/connection';
import type { Connection, PlatformIdentity } from '../../src/extension/ui/connections/connection';
import { KnownNames } from '../../src/extension/features/connections/knownNames';
import { cleanLog } from '../../src/extension/ui/log';
import { Redactor } from '../../src/core/privacy/redact';
import { ScriptedPrompts } from '../integration/support/scriptedPrompts';
import type { PromptResponse } from '../integration/support/scriptedPrompts';
import { FaultProxy } from './faultProxy';
import { JsonMemory } from './jsonMemory';
import { platformsStub } from './platformsStub';
import { deleteRecords } from './startApp';
import type { RunningApp } from './startApp';
import { temporaryFolder } from './temporaryFolder';
import type { TemporaryFolder } from './temporaryFolder';

/** The drafts of a window without VS Code: a real platform, real files, and connections that can be changed. */
export class DraftsFixture implements AsyncDisposable {
  /** On a platform of its suite, whose records are deleted at the end. */
  static async start(app: RunningApp): Promise<DraftsFixture> {
    return new DraftsFixture(app, await FaultProxy.start(app.baseUrl), await temporaryFolder());
  }

  connections: readonly Connection[] = [];
  readonly logged: string[] = [];
  readonly changed: string[] = [];
  /** Asked before anything is written. */
  ensureWritable: () => Promise<void> = () => Promise.resolve();
  /** The key of the connections. */
  key: string;
  readonly copies: WorkingCopies;
  readonly #names = new KnownNames(new JsonMemory());
  readonly #clients: PlatformClient[] = [];

  private constructor(
    readonly app: RunningApp,
    readonly proxy: FaultProxy,
    readonly folder: TemporaryFolder,
  ) {
    this.key = app.keys.master;
    this.connect('Old', proxy.baseUrl);
    this.copies = new WorkingCopies(
      new DraftStore(folder.path),
      {
        all: () => this.connections,
        find: (name) => this.#find(name),
        platformOf: (name) => this.#platformOf(name),
        clientFor: (connection) => Promise.resolve(this.#clientOf(connection)),
      },
      ({ connection }) => this.changed.push(connection),
    );
  }

  /** Replaces all connections with this one. */
  connect(name: string, baseUrl: string): void {
    this.connections = [{ name, baseUrl, product: 'core', environment: 'development', readOnly: false }];
    this.#names.note(this.connections);
  }

  async createQuery(name: string, query: string): Promise<string> {
    const form = { name, query, trigger_type: 'cron', cron_schedule: '0 3 * * *', enabled: 'false' };
    const { body } = await this.app.call('master', 'POST /api/core/scheduled-queries', { form });
    return (body as { guid: string }).guid;
  }

  async published(guid: string): Promise<string | undefined> {
    const { body } = await this.app.call('master', `GET /api/core/scheduled-queries/${guid}`);
    return (body as { scheduled_query: { query: string } | null }).scheduled_query?.query;
  }

  target(guid: string, connectionName: string): QueryTarget {
    const connection = this.#find(connectionName);
    if (connection === undefined) throw new Error(`There is no connection ${connectionName}.`);
    return { connection, address: { connection: connectionName, guid }, name: 'Query' };
  }

  publisher(responses: readonly PromptResponse[], changes: Partial<PublisherDeps> = {}): ScriptedPublisher {
    const prompts = new ScriptedPrompts(responses);
    const target = { info: (line: string) => this.logged.push(line) };
    const silent = { warn: () => undefined, error: () => undefined, show: () => undefined };
    const publisher = new Publisher({
      platforms: platformsStub(() => this.connections, {
        find: () => this.connections[0],
        platformOf: (name) => this.#platformOf(name),
        clientFor: (connection) => Promise.resolve(this.#clientOf(connection)),
        ensureWritable: async () => this.ensureWritable(),
      }),
      prompts,
      log: cleanLog({ ...target, ...silent }, new Redactor()),
      copies: this.copies,
      working: (_target, task) => task(new AbortController().signal),
      confirm: () => Promise.resolve('unasked'),
      ...changes,
    });
    const results: PublishResult[] = [];
    return {
      prompts,
      results,
      publish: async (target) => {
        const result = await publisher.publish(target);
        results.push(result);
        if (result.next !== 'merge') return `${result.outcome}, ${result.next}`;
        return (await this.copies.merge(target.address, result.record)) ? 'merged' : 'merging';
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await deleteRecords(this.app);
    await this.folder[Symbol.asyncDispose]();
  }

  #platformOf(name: string): PlatformIdentity | undefined {
    const connection = this.connections.find((one) => one.name === name);
    return connection === undefined ? this.#names.platformOf(name) : platformOf(connection);
  }

  #find(name: string): Connection | undefined {
    const service = this.#platformOf(name);
    return this.connections.find(
      (one) => one.name === name || (service && isSamePlatform(platformOf(one), service)),
    );
  }

  #clientOf({ baseUrl, product }: Connection): PlatformClient {
    const client = new PlatformClient({
      beforeWrite: async () => this.ensureWritable(),
      baseUrl,
      product,
      readKey: () => Promise.resolve(this.key),
      readNetwork: () => ({ certificateAuthorities: [], strictCertificates: true }),
      readTimeout: () => 10_000,
    });
    this.#clients.push(client);
    return client;
  }
}

export interface ScriptedPublisher {
  readonly prompts: ScriptedPrompts;
  readonly results: readonly PublishResult[];
  /** Returns what became of the draft, and what the editor does next. Lines that do not conflict are merged. */
  readonly publish: (target: QueryTarget) => Promise<string>;
}
