import type { AssistantAccess } from '../base/environment';
import { truncatedText } from '../privacy/plainText';
import { Slots } from '../base/slots';
import type { Slot } from '../base/slots';
import { failureText } from './toolFailureText';
import type { AssistantHost, AssistantPlatform, ToolReceipt } from './assistantHost';
import { parseInput } from './inputs';
import { bigintAsText } from '../base/json';
import { hideRevealed } from './revealedQuery';
import { ToolRejection } from './tool';
import type { AssistantTool, OpenPlatform } from './tool';
import { checkQueryTool, languageTool } from './tools/language';
import { platformsTool } from './tools/platforms';
import { convertSigmaTool, proposeChangeTool } from './tools/proposals';
import { auditLogsTool, queryStatusTool, rulesTool } from './tools/recordTools';
import { runQueryTool } from './tools/runQueryTool';
import { scheduledQueriesTool, scheduledQueryTool } from './tools/scheduleTools';
import { tablesTool, tableTool } from './tools/tableTools';

/** All tools, in display order. */
export const assistantTools: readonly AssistantTool[] = [
  platformsTool,
  tablesTool,
  tableTool,
  languageTool,
  checkQueryTool,
  runQueryTool,
  scheduledQueriesTool,
  scheduledQueryTool,
  rulesTool,
  auditLogsTool,
  queryStatusTool,
  proposeChangeTool,
  convertSigmaTool,
];

const maxAtOnce = 4;
const maxWaiting = 60;
const defaultCharacters = 60_000;
/** The share of a response that rows may fill; the rest is for metadata. */
const shareOfRows = 0.9;
const maxSubjectLength = 300;
const maxRejectionLength = 4000;
/** Milliseconds, longer than the timeout of a query: limits reading a long list. */
const maxCallMilliseconds = 180_000;

interface CallOptions {
  readonly signal: AbortSignal;
  readonly maxCharacters?: number | undefined;
}

/** Runs tools for one assistant: validates input, checks access and records the results. */
export class AssistantTools {
  readonly #slots = new Slots(maxAtOnce);

  constructor(
    private readonly host: AssistantHost,
    private readonly timeLimit = maxCallMilliseconds,
  ) {}

  /** Resolves to the response as JSON. Rejects with a `ToolRejection` without secrets, or the reason of the signal. */
  async call(name: string, input: unknown, { signal, maxCharacters }: CallOptions): Promise<string> {
    const began = performance.now();
    const platform = platformIn(input);
    const noted = {
      at: new Date(),
      tool: this.#line(name),
      platform: platform && this.#line(platform),
      subject: '',
    };
    const note = (outcome: ToolReceipt['outcome'], result: string): void => {
      const milliseconds = Math.round(performance.now() - began);
      this.host.note({ ...noted, outcome, result: this.#line(result), milliseconds });
    };
    try {
      const tool = toolNamed(name);
      const checked = parseInput(tool, input);
      noted.subject = this.#line(tool.subject(checked));
      using _slot = await this.#acquireSlot(signal);
      const text = await this.#run(tool, checked, noted, { signal, maxCharacters });
      note('done', `${text.length} characters`);
      return text;
    } catch (error) {
      if (signal.aborted) {
        note('cancelled', 'cancelled');
        throw error;
      }
      // The receipt is for the user, who may see more than the assistant, for example URLs.
      note(
        error instanceof ToolRejection ? 'rejected' : 'failed',
        error instanceof Error ? error.message : String(error),
      );
      const isNotFound = error instanceof ToolRejection && error.isNotFound;
      throw new ToolRejection(this.#rejection(error, input), isNotFound);
    }
  }

  /** Limits concurrent and waiting calls, so that an assistant in a loop cannot flood a platform. */
  async #acquireSlot(signal: AbortSignal): Promise<Slot> {
    if (this.#slots.waiting < maxWaiting) return this.#slots.acquire(signal);
    throw new ToolRejection(
      `Too many calls at once: ${maxAtOnce} are running and ${maxWaiting} are waiting. Try again when some have finished.`,
    );
  }

  async #run(
    tool: AssistantTool,
    input: unknown,
    noted: { platform: string | undefined },
    { signal, maxCharacters }: CallOptions,
  ): Promise<string> {
    const max = Math.min(maxCharacters ?? defaultCharacters, defaultCharacters);
    const deadline = AbortSignal.timeout(this.timeLimit);
    const running = tool.run(input, {
      host: this.host,
      signal: AbortSignal.any([signal, deadline]),
      maxCharacters: Math.floor(max * shareOfRows),
      open: async (name, access) => {
        const platform = this.#platform(name);
        noted.platform = platform.name;
        return this.#open(platform, access);
      },
    });
    const response = await running.catch((error: unknown) => {
      if (signal.aborted || !deadline.aborted) throw error;
      throw new ToolRejection(`The call took longer than ${this.timeLimit / 1000} s and was canceled.`);
    });
    const text = JSON.stringify(this.host.redactor.cleanJson(response), bigintAsText);
    if (text.length <= max) return text;
    throw new ToolRejection(
      `The response has ${text.length} characters, but at most ${max} are returned. Use a lower limit, fewer fields or a keyword.`,
    );
  }

  async #open(platform: AssistantPlatform, access: AssistantAccess): Promise<OpenPlatform> {
    if (ranks[platform.access] < ranks[access]) {
      throw new ToolRejection(
        `Assistants ${permitted[platform.access]} on ${platform.name} (${platform.environment}). ${this.host.howToAllow(platform, access)}`,
      );
    }
    const client = await this.host.clientFor(platform);
    return { platform, client, facts: { platform: platform.name, environment: platform.environment } };
  }

  #platform(name: string | undefined): AssistantPlatform {
    const platforms = this.host.platforms();
    const names = platforms.map((platform) => platform.name).join(', ');
    if (name !== undefined) {
      const found = platforms.find((platform) => platform.name === name);
      if (found) return found;
      throw new ToolRejection(`There is no platform "${name}". Available: ${names || 'none'}.`, true);
    }
    const [only] = platforms;
    if (only === undefined) throw new ToolRejection('The user has no connection to a platform.');
    if (platforms.length === 1) return only;
    throw new ToolRejection(`Specify the platform: ${names}.`);
  }

  #rejection(error: unknown, input: unknown): string {
    const text = hideRevealed(failureText(error), input, this.host.masker);
    const { redactor } = this.host;
    // A rejection of a tool may quote the query; other errors may quote requests and responses.
    const clean = error instanceof ToolRejection ? redactor.cleanQuery(text) : redactor.clean(text);
    return truncatedText(clean, maxRejectionLength);
  }

  /** One line for a receipt. */
  #line(text: string): string {
    return truncatedText(this.host.redactor.clean(text).replace(/\s+/g, ' ').trim(), maxSubjectLength);
  }
}

export function isTool(name: string): boolean {
  return assistantTools.some((tool) => tool.name === name);
}

function toolNamed(name: string): AssistantTool {
  const tool = assistantTools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new ToolRejection(`There is no tool ${name}.`, true);
  return tool;
}

const ranks: Readonly<Record<AssistantAccess, number>> = { off: 0, metadata: 1, read: 2 };

const permitted: Readonly<Record<AssistantAccess, string>> = {
  off: 'may do nothing',
  metadata: 'may see names, definitions and states, and no rows of logs',
  read: 'may read',
};

function platformIn(input: unknown): string | undefined {
  const platform: unknown =
    typeof input === 'object' && input !== null && 'platform' in input ? input.platform : undefined;
  return typeof platform === 'string' ? platform : undefined;
}
