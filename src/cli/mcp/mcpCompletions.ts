import type { AssistantTools } from '../../assistant/assistantTools';
import type { AssistantHost } from '../../assistant/host';
import { assistantPrompts } from '../../assistant/prompts';
import { ToolRejection } from '../../assistant/tool';
import { resourceTemplates } from './mcpResources';

/** The argument of a prompt or of a resource template that a user is entering. */
export interface CompletedArgument {
  readonly ref:
    | { readonly type: 'ref/prompt'; readonly name: string }
    | { readonly type: 'ref/resource'; readonly uri: string };
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

interface Completion {
  readonly values: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** The limit of the protocol. */
const maxValues = 100;
const maxListed = 200;

/** The values that contain what the user has entered. A platform that does not respond has none. */
export async function completeArgument(
  request: CompletedArgument,
  host: AssistantHost,
  tools: AssistantTools,
  signal: AbortSignal,
): Promise<Completion> {
  const { argument, context } = request;
  checkArgument(request);
  const listed = new ListedNames(host, tools, signal);
  const names = await listed.namesFor(argument, context?.arguments?.['platform']);
  signal.throwIfAborted();
  const wanted = argument.value.toLowerCase();
  const found = [...new Set(names.found.filter((name) => name.toLowerCase().includes(wanted)))];
  const total = Math.max(found.length, names.total);
  return { values: found.slice(0, maxValues), total, hasMore: total > maxValues };
}

function checkArgument({ ref, argument: { name } }: CompletedArgument): void {
  const known =
    ref.type === 'ref/prompt'
      ? assistantPrompts.find((prompt) => prompt.name === ref.name)?.arguments.map((each) => each.name)
      : resourceTemplates
          .find(({ uriTemplate }) => uriTemplate === ref.uri)
          ?.uriTemplate.match(/(?<=\{)\w+(?=\})/g);
  if (!known) throw new ToolRejection('There is no such prompt or resource.');
  if (!known.includes(name)) throw new ToolRejection(`There is no argument "${name}".`);
}

interface Names {
  readonly found: readonly string[];
  /** As the platforms count. */
  readonly total: number;
}

class ListedNames {
  constructor(
    private readonly host: AssistantHost,
    private readonly tools: AssistantTools,
    private readonly signal: AbortSignal,
  ) {}

  async namesFor(
    { name, value }: CompletedArgument['argument'],
    platform: string | undefined,
  ): Promise<Names> {
    const open = this.host.platforms().filter(({ access }) => access !== 'off');
    const names = open.map((each) => each.name).filter((each) => platform === undefined || each === platform);
    if (name === 'platform') return { found: names, total: 0 };
    const keyword = value === '' ? undefined : value;
    const lists = await Promise.all(
      names.map(async (each) => {
        const input = { platform: each, keyword, limit: maxListed };
        if (name === 'table') return this.#list('logbench_tables', input, 'tables', 'table');
        if (name === 'schedule')
          return this.#list('logbench_scheduled_queries', input, 'scheduled_queries', 'name');
        return { found: [], total: 0 };
      }),
    );
    const found = lists.flatMap((list) => list.found);
    // A scheduled query is also listed for a word in its text.
    const total = name === 'table' ? lists.reduce((sum, list) => sum + list.total, 0) : 0;
    return { found: found.sort(), total };
  }

  async #list(tool: string, input: unknown, list: string, property: string): Promise<Names> {
    try {
      const response = JSON.parse(
        await this.tools.call(tool, input, { signal: this.signal }),
      ) as ResponseBody;
      const items = (response[list] ?? []) as readonly Readonly<Record<string, unknown>>[];
      return { found: items.map((item) => String(item[property])), total: Number(response['total']) };
    } catch (error) {
      if (error instanceof ToolRejection) return { found: [], total: 0 };
      throw error;
    }
  }
}

type ResponseBody = Readonly<Record<string, unknown>>;
