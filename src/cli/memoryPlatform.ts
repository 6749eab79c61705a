import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PlatformClient } from '../api/client';
import { PlatformAnnouncement } from '../shared/announcement';
import { withoutApiKeys } from '../shared/apiKeyVariable';

/** An in-memory local platform in a child process, for the duration of a command. */
export class MemoryPlatform implements AsyncDisposable {
  private constructor(
    private readonly child: ChildProcess,
    readonly client: PlatformClient,
  ) {}

  static async start(program = path.join(__dirname, 'platform.js')): Promise<MemoryPlatform> {
    if (!existsSync(program)) throw new Error(`The local platform was not found: ${program}`);
    const child = fork(program, [], { env: withoutApiKeys(process.env), execArgv: [], silent: true });
    endWithThisProcess(child);
    const { base_url, product, api_key } = await announcementOf(child);
    const client = new PlatformClient({
      baseUrl: base_url,
      product,
      readKey: () => Promise.resolve(api_key),
      readTimeout: () => 600_000,
    });
    return new MemoryPlatform(child, client);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }
}

/** Also if a signal ends this process before it can dispose of the platform. */
function endWithThisProcess(child: ChildProcess): void {
  process.once('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

/** The first line of output contains the URL. If the process ends before, rejects with its errors. */
async function announcementOf(child: ChildProcess): Promise<PlatformAnnouncement> {
  const complaints: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  if (child.stdout) {
    for await (const line of createInterface({ input: child.stdout })) {
      child.stdout.resume();
      return PlatformAnnouncement.parse(JSON.parse(line));
    }
  }
  throw new Error(`The local platform did not start. ${complaints.join('').trim()}`);
}
