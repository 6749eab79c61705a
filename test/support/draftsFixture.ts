import { isDeepStrictEqual } from 'node:util';
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
import type { ConfirmQuestion } from '../../src/extension/ui/prompts/prompts';
import type { ReadOnlyDocuments } from '../../src/extension/ui/documents/readOnlyDocuments';
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

  /** @param answer to the question before a draft is published, which is asked on production. */
  publisher(
    responses: readonly PromptResponse[],
    { answer, ...changes }: Partial<PublisherDeps> & { readonly answer?: PublishAnswer } = {},
  ): ScriptedPublisher {
    const prompts =
      answer === undefined ? new ScriptedPrompts(responses) : new PublishPrompts(responses, answer);
    const target = { info: (line: string) => this.logged.push(line) };
    const silent = { warn: () => undefined, error: () => undefined, show: () => undefined };
    const publisher = new Publisher({
      platforms: platformsStub(() => this.connections, {
        find: () => this.connections[0],
        platformOf: (name) => this.#platformOf(name),
        clientFor: (connection) => Promise.resolve(this.#clientOf(connection)),
        ensureWritable: async () => this.ensureWritable(),
      }),
      ui: {
        ...{ prompts, log: cleanLog({ ...target, ...silent }, new Redactor()) },
        documents: undefined as unknown as ReadOnlyDocuments,
      },
      copies: this.copies,
      withProgress: async (_title, task) => task(new AbortController().signal),
      readSettings: () => ({ confirmation: 'button' }),
      ...changes,
    });
    const results: PublishResult[] = [];
    return {
      prompts,
      results,
      publish: async (target) => {
        const { connection } = target;
        const isAsked = answer !== undefined && connection.environment === 'development';
        const asked = { ...target, connection: { ...connection, environment: 'production' } } as const;
        const result = await publisher.publish(isAsked ? asked : target);
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

type PublishAnswer = (question: ConfirmQuestion<unknown>) => Promise<'publish' | 'compare'>;

/** Answers the question before a draft is published apart from the script. */
class PublishPrompts extends ScriptedPrompts {
  constructor(
    responses: readonly PromptResponse[],
    private readonly answer: PublishAnswer,
  ) {
    super(responses);
  }

  override async confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value> {
    if (!question.message.startsWith('Publish ')) return super.confirm(question);
    const wanted = { value: await this.answer(question) };
    const pressed = question.buttons.find(({ value }) => isDeepStrictEqual(value, wanted));
    if (pressed === undefined) throw new Error(`There is no button to ${wanted.value}.`);
    return pressed.value;
  }
}

export interface ScriptedPublisher {
  readonly prompts: ScriptedPrompts;
  readonly results: readonly PublishResult[];
  /** Returns what became of the draft, and what the editor does next. Lines that do not conflict are merged. */
  readonly publish: (target: QueryTarget) => Promise<string>;
}
