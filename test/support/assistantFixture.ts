import { AssistantTools } from '../../src/core/assistant/assistantTools';
import type {
  AssistantHost,
  AssistantPlatform,
  Proposal,
  TeamFile,
  ToolReceipt,
} from '../../src/core/assistant/assistantHost';
import { PlatformClient } from '../../src/core/api/client';
import type { AssistantAccess } from '../../src/core/base/environment';
import { Masker } from '../../src/core/privacy/masker';
import { Redactor } from '../../src/core/privacy/redact';
import { assistantUserAgent } from '../../src/core/interface/userAgent';
import type { Caller, RunningApp } from './startApp';

/** The tools on a real platform, with everything that a host records. */
export class AssistantFixture implements AsyncDisposable {
  readonly receipts: ToolReceipt[] = [];
  readonly proposals: Proposal[] = [];
  readonly platforms: AssistantPlatform[];
  readonly tools: AssistantTools;
  readonly #client: PlatformClient;
  guidance: string | undefined;
  /** The mappings of the team, by platform. */
  readonly mappings = new Map<string | undefined, TeamFile>();

  constructor(
    app: Pick<RunningApp, 'baseUrl' | 'keys'>,
    platform: Partial<AssistantPlatform> & { readonly access?: AssistantAccess } = {},
    caller: Caller = 'master',
    maskedColumns: readonly string[] = [],
    timeLimit?: number,
  ) {
    const redactor = new Redactor();
    redactor.hide(app.keys[caller]);
    this.#client = new PlatformClient({
      get baseUrl() {
        return app.baseUrl;
      },
      readKey: () => Promise.resolve(app.keys[caller]),
      userAgent: assistantUserAgent('0.0.0', 'test'),
      readsOnly: true,
      maxBytes: 4 * 1_048_576,
    });
    const defaultValue = {
      name: 'Test',
      environment: 'development',
      access: 'read',
      baseUrl: undefined,
    } as const;
    this.platforms = [{ ...defaultValue, ...platform }];
    const host: AssistantHost = {
      masker: new Masker({ columns: maskedColumns }),
      redactor,
      maskedColumns,
      platforms: () => this.platforms,
      clientFor: () => Promise.resolve(this.#client),
      guidance: () => Promise.resolve(this.guidance),
      sigmaMapping: (name) => Promise.resolve(this.mappings.get(name)),
      propose: (proposal) => {
        this.proposals.push(proposal);
        return Promise.resolve('A draft waits.');
      },
      howToAllow: ({ name }, access) => `Set "assistant" of ${name} to "${access}".`,
      note: (receipt) => this.receipts.push(receipt),
    };
    this.tools = new AssistantTools(host, timeLimit);
  }

  /** The tools of a suite, whose platform may still have to start. */
  static forSuite(app: RunningApp): AssistantFixture {
    const fixture = new AssistantFixture(app);
    after(() => fixture[Symbol.asyncDispose]());
    return fixture;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }

  /** The response of a tool. */
  async ask(tool: string, input: unknown = {}, signal = new AbortController().signal): Promise<ToolJson> {
    return JSON.parse(await this.tools.call(`logbench_${tool}`, input, { signal })) as ToolJson;
  }

  /** The message of a rejection. */
  async rejection(tool: string, input: unknown = {}): Promise<string> {
    return this.ask(tool, input).then(
      (response) => `responded ${JSON.stringify(response)}`,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  }
}

export type ToolJson = Readonly<Record<string, unknown>>;
