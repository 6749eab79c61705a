import { compareNames } from '../../core/base/compareNames';
import * as z from 'zod/mini';
import type { AssistantTools } from '../../core/assistant/assistantTools';
import type { AssistantHost } from '../../core/assistant/assistantHost';
import { assistantPrompts } from '../../core/assistant/assistantPrompts';
import { ToolRejection } from '../../core/assistant/tool';
import { resourceTemplates } from './mcpResources';

/** The argument of a prompt or of a resource template that a user is entering. */
export const completedArgument = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
  context: z.optional(z.object({ arguments: z.optional(z.record(z.string(), z.string())) })),
});
type CompletedArgument = z.infer<typeof completedArgument>;

/** The limit of the protocol. */
const maxValues = 100;
const maxListed = 200;

/** The values that contain what the user has entered. A platform that does not respond has none. */
export async function completeArgument(
  request: CompletedArgument,
  host: AssistantHost,
  tools: AssistantTools,
  signal: AbortSignal,
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const { argument, context } = request;
  checkArgument(request);
  const call = async (tool: string, input: unknown): Promise<ResponseBody> =>
    JSON.parse(await tools.call(tool, input, { signal })) as ResponseBody;
  const names = await namesFor(argument, context?.arguments?.['platform'], host, call);
  signal.throwIfAborted();
  const wanted = argument.value.toLowerCase();
  const found = [...new Set(names.found.filter((name) => name.toLowerCase().includes(wanted)))];
  const total = Math.max(found.length, names.total);
  return { values: found.slice(0, maxValues), total, hasMore: total > maxValues };
}

function checkArgument({ ref, argument: { name } }: CompletedArgument): void {
  const names =
    ref.type === 'ref/prompt'
      ? assistantPrompts.find((prompt) => prompt.name === ref.name)?.arguments.map((each) => each.name)
      : resourceTemplates
          .find(({ uriTemplate }) => uriTemplate === ref.uri)
          ?.uriTemplate.match(/(?<=\{)\w+(?=\})/g);
  if (!names) throw new ToolRejection('There is no such prompt or resource.');
  if (!names.includes(name)) throw new ToolRejection(`There is no argument "${name}".`);
}

interface Names {
  readonly found: readonly string[];
  /** As the platforms count. */
  readonly total: number;
}

type ResponseBody = Readonly<Record<string, unknown>>;
type CallTool = (tool: string, input: unknown) => Promise<ResponseBody>;

async function namesFor(
  { name, value }: CompletedArgument['argument'],
  platform: string | undefined,
  host: AssistantHost,
  call: CallTool,
): Promise<Names> {
  const open = host.platforms().filter(({ access }) => access !== 'off');
  const names = open.map((each) => each.name).filter((each) => platform === undefined || each === platform);
  if (name === 'platform') return { found: names, total: 0 };
  const keyword = value === '' ? undefined : value;
  const lists = await Promise.all(
    names.map(async (each) => {
      const input = { platform: each, keyword, limit: maxListed };
      if (name === 'table') return list(call('logbench_tables', input), 'tables', 'table');
      if (name === 'schedule')
        return list(call('logbench_scheduled_queries', input), 'scheduled_queries', 'name');
      return { found: [], total: 0 };
    }),
  );
  const found = lists.flatMap((list) => list.found);
  // A scheduled query is also listed for a word in its text.
  const total = name === 'table' ? lists.reduce((sum, list) => sum + list.total, 0) : 0;
  return { found: found.sort(compareNames), total };
}

async function list(responding: Promise<ResponseBody>, items: string, property: string): Promise<Names> {
  try {
    const response = await responding;
    const listed = (response[items] ?? []) as readonly ResponseBody[];
    return { found: listed.map((item) => String(item[property])), total: Number(response['total']) };
  } catch (error) {
    if (error instanceof ToolRejection) return { found: [], total: 0 };
    throw error;
  }
}
