import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { t } from '../base/localize';
import { withoutSecrets } from '../interface/apiKeyVariable';
import { PlatformAnnouncement } from '../interface/platformAnnouncement';

/** The local platform in a child process, which ends with its parent. */
export class PlatformProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly announcement: PlatformAnnouncement,
  ) {}

  /** Resolves when it is listening. If it ends before, rejects with its last error. An abort ends it. */
  static async start(
    program: string,
    args: readonly string[],
    signal: AbortSignal,
    log: (line: string) => void = () => undefined,
  ): Promise<PlatformProcess> {
    const child = fork(program, args, {
      env: { ...withoutSecrets(process.env), ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      silent: true,
      signal,
    });
    const line = await firstLine(child, log);
    return new PlatformProcess(child, PlatformAnnouncement.parse(JSON.parse(line)));
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Calls the listener at once if it has already ended. */
  onExit(listener: () => void): void {
    if (this.isRunning) this.child.once('exit', listener);
    else listener();
  }

  /** Lets the platform finish its writes. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.child, 'exit');
    this.kill();
    await exited;
  }

  kill(): void {
    this.child.kill('SIGTERM');
  }
}

/** The line of output that announces it. */
async function firstLine(child: ChildProcess, log: (line: string) => void): Promise<string> {
  const errorOutput: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput.push(text);
    log(text.trimEnd());
  });
  return new Promise((resolve, reject) => {
    // Further output is read too, so that it does not block the process.
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve);
    child.once('error', reject);
    // Unlike at its exit, all its output has been read then.
    child.once('close', () => {
      const reason = errorOutput.join('').trim().split('\n').at(-1) ?? '';
      reject(new Error(t('The local platform did not start. {0}', reason)));
    });
  });
}
