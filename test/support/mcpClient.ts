import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { environmentIn } from './project';

/** The built `logbench mcp` over a real pipe, with the client of the SDK. */
export class McpWalk implements AsyncDisposable {
  #notes = '';

  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {
    transport.stderr?.on('data', (chunk: Buffer) => (this.#notes += chunk.toString('utf8')));
  }

  static async start(
    args: readonly string[],
    { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string },
  ): Promise<McpWalk> {
    const program = path.join(process.env['LOGBENCH_PROJECT'] ?? process.cwd(), 'dist', 'cli.js');
    const { PATH = '', HOME = '', LOGBENCH_ALLOWED_ORIGINS = '' } = environmentIn(cwd);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...args],
      env: { PATH, HOME, LOGBENCH_ALLOWED_ORIGINS, ...env },
      cwd,
      stderr: 'pipe',
    });
    const walk = new McpWalk(new Client({ name: 'test', version: '1.0.0' }), transport);
    await walk.client.connect(transport);
    return walk;
  }

  /** The standard error output of the server. */
  get notes(): string {
    return this.#notes;
  }

  get processId(): number | null {
    return this.transport.pid;
  }

  async call(tool: string, input: Record<string, unknown> = {}): Promise<{ text: string; isError: boolean }> {
    const result = await this.client.callTool({ name: `logbench_${tool}`, arguments: input });
    const [content] = result.content as { text: string }[];
    return { text: content?.text ?? '', isError: result.isError === true };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
