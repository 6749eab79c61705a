import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { call } from './call';
import type { Call, ResponseBody } from './call';
import { masterAccount, argsOf } from './platformOptions';
import type { PlatformOptions } from './platformOptions';

/** Starts the real platform in a separate process on a free port. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const [program, ...args] = programOf(options);
  const child = spawn(program, args, {
    // In a desktop VS Code the running program is Electron, which this variable turns into Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_COMPILE_CACHE: compileCache, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.kill ? { signal: options.kill, killSignal: 'SIGKILL' } : {}),
  });
  // A kill is also reported as an error, which the exit handles.
  child.on('error', () => undefined);
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  return new RunningPlatform(child, options, await listening(child, log), log);
}

export class RunningPlatform implements AsyncDisposable {
  readonly baseUrl: string;
  readonly product: string;
  /** The key of the master account: given, or created at this start. */
  readonly key: string;

  constructor(
    private readonly child: ChildProcess,
    private readonly options: PlatformOptions,
    announced: z.infer<typeof Listening>,
    private readonly lines: readonly string[],
  ) {
    this.baseUrl = announced.base_url;
    this.product = announced.product;
    this.key = announced.api_key ?? masterAccount.key;
  }

  get processId(): number | undefined {
    return this.child.pid;
  }

  /** The log so far. */
  get log(): string {
    return this.lines.join('');
  }

  /** Sends an HTTP request as the master account. */
  call(operation: string, options: Call = {}): Promise<ResponseBody> {
    return call(this.baseUrl, operation, { key: this.key, ...options });
  }

  /** Ends the process with a signal and returns its exit code; null if the signal killed it. */
  async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode;
  }

  /** Waits until it has exited and returns its exit code, with a timeout. */
  async ended(timeout = maxEndingLength): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await once(this.child, 'exit', { signal: AbortSignal.timeout(timeout) }).catch(() => {
        throw new Error(`The platform has not ended by itself. It logged: ${this.log}`);
      });
    }
    return this.child.exitCode;
  }

  /** Restarts it on the same port and data. This one must have ended. */
  async restart(changes: PlatformOptions = {}): Promise<RunningPlatform> {
    return startPlatform({ ...this.options, ...changes, port: Number(new URL(this.baseUrl).port) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const timeout = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.kill();
    clearTimeout(timeout);
  }
}

/** Milliseconds to wait for a process to exit. */
const maxEndingLength = 60_000;

/** A suite starts the same program many times; newer versions of Node compile it once. */
const compileCache = path.join(os.tmpdir(), 'logbench-compile-cache');

const Listening = z.object({
  event: z.literal('listening'),
  base_url: z.string(),
  product: z.string(),
  api_key: z.optional(z.string()),
});

/** The bundle, for tests from sources and for those bundled into `out`. */
function bundle(): string {
  return path.join(process.env['LOGBENCH_PROJECT'] ?? process.cwd(), 'dist', 'platform.js');
}

function programOf(options: PlatformOptions): [string, ...string[]] {
  const program: [string, ...string[]] = [process.execPath, bundle(), ...argsOf(options)];
  if (options.largestFile === undefined) return program;
  const kilobytes = options.largestFile * 1024;
  return ['bash', '-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`, ...program];
}

/** The first line of output contains the address. If the process ends before, its log has the reason. */
async function listening(child: ChildProcess, log: readonly string[]): Promise<z.infer<typeof Listening>> {
  if (!child.stdout) throw new Error('The platform has no standard output.');
  for await (const line of createInterface({ input: child.stdout, signal: AbortSignal.timeout(240_000) })) {
    // Unread output would block the process once the pipe is full.
    child.stdout.resume();
    return Listening.parse(JSON.parse(line));
  }
  child.kill('SIGKILL');
  throw new Error(`The platform did not start.\n${log.join('')}`);
}
