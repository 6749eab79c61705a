import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';

export interface PlatformOptions {
  /** Where it keeps its data; without one, in memory only. */
  readonly data?: string;
  /** Fill an empty store with the sample data. */
  readonly demo?: boolean;
  readonly product?: string;
  readonly port?: number;
  /** UTC unless told otherwise, whatever the machine's is. */
  readonly timeZone?: string;
  /** False: it is given no master account, and makes one where it needs one. */
  readonly master?: false;
  /** Accounts beside the master account. */
  readonly accounts?: readonly PlatformAccount[];
  readonly env?: Readonly<Record<string, string>>;
  /** Further words of the command line, such as `--trust-proxy`. */
  readonly extra?: readonly string[];
  /** Kills the process when it is aborted, also before it listens. */
  readonly kill?: AbortSignal;
  /** No file may grow larger than so many megabytes, which is what a full disk looks like to whoever writes. */
  readonly largestFile?: number;
}

export interface PlatformAccount {
  readonly login: string;
  readonly role: 'MASTER' | 'ADMIN' | 'MEMBER';
  readonly key: string;
}

/** Starts the real platform, as users get it, in a process of its own on a free port. */
export async function startPlatform(options: PlatformOptions = {}): Promise<RunningPlatform> {
  const [program, ...words] = programOf(options);
  const child = spawn(program, words, {
    // Inside a desktop VS Code the running program is Electron, which has to be asked to act as Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_COMPILE_CACHE: compileCache, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.kill ? { signal: options.kill, killSignal: 'SIGKILL' } : {}),
  });
  // Being killed is told as an error too; whoever waits for the process learns it from its end.
  child.on('error', () => undefined);
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  return new RunningPlatform(child, options, await listening(child, log), log);
}

export class RunningPlatform implements AsyncDisposable {
  readonly baseUrl: string;
  readonly product: string;
  /** The key of the master account: the one it was given, or made itself at this start. */
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

  /** What it has logged so far. */
  get log(): string {
    return this.lines.join('');
  }

  /** Ends the process with a signal and returns its exit code, null when the signal killed it. */
  async kill(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill(signal);
      await gone;
    }
    return this.child.exitCode;
  }

  /** Waits until it has ended by itself and returns its exit code. Gives up on one that does not end. */
  async ended(timeout = longestEnding): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await once(this.child, 'exit', { signal: AbortSignal.timeout(timeout) }).catch(() => {
        throw new Error(`The platform has not ended by itself. It logged: ${this.log}`);
      });
    }
    return this.child.exitCode;
  }

  /** Starts it again as it was, on the same port and the same data. This one must have ended. */
  async restart(changes: PlatformOptions = {}): Promise<RunningPlatform> {
    return startPlatform({ ...this.options, ...changes, port: Number(new URL(this.baseUrl).port) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const timeout = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await this.kill();
    clearTimeout(timeout);
  }
}

/** Milliseconds after which a process that should end is taken for one that never will. */
const longestEnding = 60_000;

/** A suite starts the same program many times; newer versions of Node compile it once. */
const compileCache = path.join(os.tmpdir(), 'logbench-compile-cache');

/** Tests name the key themselves: a key that the platform makes is told once only, at the first start. */
export const masterAccount: PlatformAccount = {
  login: 'admin',
  role: 'MASTER',
  key: 'test-master-key-0123456789abcdef',
};

const Listening = z.object({
  event: z.literal('listening'),
  base_url: z.string(),
  product: z.string(),
  api_key: z.optional(z.string()),
});

/** The bundle, both for tests that run from their sources and for those bundled into `out`. */
function bundle(): string {
  return path.join(process.env['LOGBENCH_PROJECT'] ?? process.cwd(), 'dist', 'platform.js');
}

function programOf(options: PlatformOptions): [string, ...string[]] {
  const program: [string, ...string[]] = [process.execPath, bundle(), ...wordsOf(options)];
  if (options.largestFile === undefined) return program;
  const kilobytes = options.largestFile * 1024;
  return ['bash', '-c', `ulimit -f ${kilobytes}; exec "$0" "$@"`, ...program];
}

/** Its command line. */
export function wordsOf({
  data,
  demo,
  product,
  port = 0,
  timeZone = 'UTC',
  master,
  accounts = [],
  extra = [],
}: PlatformOptions): string[] {
  return [
    ...['--port', String(port), '--time-zone', timeZone],
    ...(data === undefined ? [] : ['--data', data]),
    ...(demo ? ['--demo'] : []),
    ...(product === undefined ? [] : ['--product', product]),
    ...[...(master === false ? [] : [masterAccount]), ...accounts].flatMap(({ login, role, key }) => [
      '--api-key',
      `${login}:${role}:${key}`,
    ]),
    ...extra,
  ];
}

/** The first line that it prints says where it listens. If it ends before, its log says why. */
async function listening(child: ChildProcess, log: readonly string[]): Promise<z.infer<typeof Listening>> {
  if (!child.stdout) throw new Error('The platform has no standard output.');
  for await (const line of createInterface({ input: child.stdout, signal: AbortSignal.timeout(240_000) })) {
    // From here on nobody reads: without this the process would block once the pipe is full.
    child.stdout.resume();
    return Listening.parse(JSON.parse(line));
  }
  child.kill('SIGKILL');
  throw new Error(`The platform did not start.\n${log.join('')}`);
}
