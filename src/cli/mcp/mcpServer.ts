import { once } from 'node:events';
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type {
  CallToolResult,
  JSONRPCMessage,
  PromptMessage,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { version } from '../../../package.json';
import { AssistantTools, isTool } from '../../core/assistant/assistantTools';
import { assistantTexts, describedTools } from '../../core/assistant/describedTools';
import type { DescribedTool } from '../../core/assistant/describedTools';
import { assistantPrompts, fillPrompt } from '../../core/assistant/assistantPrompts';
import { ToolRejection } from '../../core/assistant/tool';
import { completeArgument, completedArgument } from './mcpCompletions';
import { tryParseJson } from '../../core/base/json';
import type { Terminal } from '../terminal';
import type { McpHost } from './mcpHost';
import { listResources, readResource, resourceTemplates } from './mcpResources';
import * as z from 'zod/mini';

/** Serves one client until it disconnects or the signal aborts. Standard output contains only the protocol. */
export async function serveMcp(host: McpHost, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const service = new McpService(host);
  const serving = serveStdio(() => service.buildServer(), {
    transport: new McpTransport(),
    onerror: (error) => terminal.note(`logbench mcp: ${host.redactor.clean(error.message)}`),
  });
  const isEnding = new AbortController();
  const closed = once(process.stdin, 'close', { signal: isEnding.signal });
  const interrupted = once(signal, 'abort', { signal: isEnding.signal });
  await Promise.race([closed, interrupted]);
  for (const waiting of [closed, interrupted]) waiting.catch(() => undefined);
  isEnding.abort();
  await service.end();
  await serving.close();
}

/** The request handlers of the protocol, and their pending calls. */
class McpService {
  readonly #ended = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #tools: AssistantTools;

  constructor(private readonly host: McpHost) {
    this.#tools = new AssistantTools(host);
  }

  /** Waits until queries on platforms are canceled, which requires the clients. */
  async end(): Promise<void> {
    this.#ended.abort(new Error('The client disconnected.'));
    await Promise.allSettled(this.#underWay);
  }

  buildServer(): McpServer {
    const mcp = new McpServer(
      { name: 'logbench', title: 'Logbench', version },
      { capabilities: { tools: still, resources: still, prompts: still, completions: {} }, instructions },
    );
    // Without `registerTool`, because the tools validate their input and describe errors themselves.
    const { server } = mcp;
    server.setRequestHandler('tools/list', () => ({ tools: describedTools().map(toolOf) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
      this.#work(mcpReq.signal, async (signal) => {
        using _ = reportProgress(mcpReq);
        return await this.#call(params.name, params.arguments, signal);
      }),
    );
    server.setRequestHandler('resources/list', listParams, async ({ cursor }, { mcpReq }) =>
      this.#work(mcpReq.signal, async (signal) => ({
        ...(await listResources(this.host, this.#tools, signal, cursor)),
      })),
    );
    server.setRequestHandler('completion/complete', completeParams, async (params, { mcpReq }) =>
      this.#work(mcpReq.signal, async (signal) => ({
        completion: await completeArgument(params, this.host, this.#tools, signal),
      })),
    );
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
    server.setRequestHandler('resources/read', readParams, async ({ uri }, { mcpReq }) =>
      this.#work(mcpReq.signal, async (signal) => ({ contents: [await this.#read(uri, signal)] })),
    );
    server.setRequestHandler('prompts/list', () => ({ prompts: [...assistantPrompts] }));
    server.setRequestHandler('prompts/get', promptParams, async (params, { mcpReq }) =>
      this.#work(mcpReq.signal, async () => Promise.resolve({ messages: [this.#message(params)] })),
    );
    return mcp;
  }

  async #work<Result>(asked: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const result = work(AbortSignal.any([asked, this.#ended.signal]));
    this.#underWay.add(result);
    try {
      return await result;
    } catch (error) {
      if (!(error instanceof ToolRejection)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, this.host.redactor.cleanQuery(error.message));
    } finally {
      this.#underWay.delete(result);
    }
  }

  async #read(uri: string, signal: AbortSignal): ReturnType<typeof readResource> {
    try {
      return await readResource(uri, this.host, this.#tools, signal);
    } catch (error) {
      if (!(error instanceof ToolRejection && error.isNotFound)) throw error;
      const { redactor } = this.host;
      throw new ResourceNotFoundError(redactor.cleanQuery(uri), redactor.cleanQuery(error.message));
    }
  }

  async #call(name: string, input: unknown, signal: AbortSignal): Promise<CallToolResult> {
    try {
      const text = await this.#tools.call(name, input, { signal });
      return {
        content: [{ type: 'text', text }],
        structuredContent: JSON.parse(text) as Record<string, unknown>,
      };
    } catch (error) {
      // The model can correct its input, but not call a tool that does not exist.
      if (!(error instanceof ToolRejection) || !isTool(name)) throw error;
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
  }

  #message({ name, arguments: args = {} }: z.infer<typeof promptParams.params>): PromptMessage {
    return {
      role: 'user',
      content: { type: 'text', text: this.host.redactor.cleanQuery(fillPrompt(name, args)) },
    };
  }
}

const progressInterval = 1000;

/** Tells a client that asks for it, every second, that the call still works. */
function reportProgress({ _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>): Disposable {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { [Symbol.dispose]: () => undefined };
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: `Running for ${progress} s` };
    // A client that has left is noticed elsewhere.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, progressInterval);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The lists do not change while the server runs. */
const still = { listChanged: false };
const { instructions } = assistantTexts;

/** A query costs and is recorded, reading the audit log is recorded too, and a proposal is a file: clients ask first. */
const tracedTools = new Set(['logbench_run_query', 'logbench_audit_logs', 'logbench_propose_change']);

function toolOf({ name, title, description, inputSchema, outputSchema }: DescribedTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', ...inputSchema },
    outputSchema: { type: 'object', ...outputSchema },
    // No tool changes or deletes anything on a platform.
    annotations: {
      readOnlyHint: !tracedTools.has(name),
      destructiveHint: false,
      openWorldHint: false,
    },
  };
}

/*
 * The parameters of requests. The SDK has schemas of its own, but responds to what does not fit as if the server
 * had failed.
 */

const listParams = { params: z.object({ cursor: z.optional(z.string()) }) };

const readParams = { params: z.object({ uri: z.string() }) };

const promptParams = {
  params: z.object({ name: z.string(), arguments: z.optional(z.record(z.string(), z.string())) }),
};

const completeParams = { params: completedArgument };

const lineFeed = 10;
/** Without the number of a request, which nobody can know. The SDK has no type for that. */
const parseError = {
  jsonrpc: '2.0',
  id: null,
  error: { code: ProtocolErrorCode.ParseError, message: 'Parse error' },
} as unknown as JSONRPCMessage;
const resourceNotFound = -32_002;
const invalidParams: number = ProtocolErrorCode.InvalidParams;

/**
 * The SDK skips a line that is no JSON without a word. It also reports a missing resource with the code of the newest protocol version, in which clients do not
 * initialize a session. Clients that do expect the code of their own version.
 */
class McpTransport extends StdioServerTransport {
  #isInitialized = false;
  #line: Buffer[] = [];

  constructor() {
    super();
    const read = this._ondata;
    this._ondata = (chunk) => {
      this.#checkLines(chunk);
      read(chunk);
    };
  }

  #checkLines(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      const line = Buffer.concat([...this.#line, chunk.subarray(from, end)]).toString();
      if (line.trim() !== '' && tryParseJson(line) === undefined)
        super.send(parseError).catch(() => undefined);
      this.#line = [];
      from = end + 1;
    }
    this.#line.push(chunk.subarray(from));
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#isInitialized ||= 'result' in message && 'protocolVersion' in message.result;
    await super.send(this.#isInitialized ? withResourceCode(message) : message);
  }
}

function withResourceCode(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  const { code, data } = message.error;
  const isResource = code === invalidParams && Object.hasOwn(Object(data) as object, 'uri');
  return isResource ? { ...message, error: { ...message.error, code: resourceNotFound } } : message;
}
