import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { announcementFileName, announcementFolder } from '../../../core/interface/announcement';
import { PlatformAnnouncement } from '../../../core/interface/platformAnnouncement';
import { withoutSecrets } from '../../../core/interface/apiKeyVariable';
import { t } from '../../../core/base/localize';

/** Stores the key of a platform with persistent data, which is announced only at its first start. */
export interface KeyStore {
  get(): PromiseLike<string | undefined>;
  store(key: string): PromiseLike<void>;
}

export interface PlatformStart {
  /** The path of the bundle. */
  readonly program: string;
  readonly dataFolder: string;
  readonly keys: KeyStore;
  readonly log: (line: string) => void;
}

/** A platform in a child process, which ends with its parent. */
export class PlatformProcess {
  private constructor(private readonly child: ChildProcess) {}

  /** Resolves when it is listening and its announcement contains the key. */
  static async start(options: PlatformStart, signal: AbortSignal): Promise<PlatformProcess> {
    const folder = announcementFolder(process.env, homedir());
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await mkdir(options.dataFolder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, announcementFileName(process.pid));
    const child = fork(options.program, ['--data', options.dataFolder, '--demo', '--announce', file], {
      env: { ...withoutSecrets(process.env), ELECTRON_RUN_AS_NODE: '1' },
      execArgv: [],
      silent: true,
      signal,
    });
    await listening(child, options.log);
    await completeAnnouncement(file, options.keys);
    return new PlatformProcess(child);
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

/** The first line of output reports that it is listening. If the process ends before, rejects with its errors. */
async function listening(child: ChildProcess, log: (line: string) => void): Promise<void> {
  const errorOutput: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput.push(text);
    log(text.trimEnd());
  });
  await new Promise<void>((resolve, reject) => {
    // Output is still read without a listener, so that it does not block the process.
    child.stdout?.once('data', () => resolve());
    child.once('error', reject);
    // Unlike at its exit, all its output has been read then.
    child.once('close', () => {
      const reason = errorOutput.join('').trim().split('\n').at(-1) ?? '';
      reject(new Error(t('The local platform did not start. {0}', reason)));
    });
  });
}

/** Other windows find the platform through this file, so it must contain the key. */
async function completeAnnouncement(file: string, keys: KeyStore): Promise<void> {
  const announced = PlatformAnnouncement.parse(JSON.parse(await readFile(file, 'utf8')));
  if (announced.api_key !== undefined) {
    await keys.store(announced.api_key);
    return;
  }
  const key = await keys.get();
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ ...announced, api_key: key })}\n`, { mode: 0o600 });
  await rename(draft, file);
}
