import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PlatformClient } from '../../src/core/api/client';
import type { ScheduledQuery } from '../../src/core/interface/scheduledQuery';
import type { ScheduledQueryFields } from '../../src/core/interface/scheduledQueryFields';
import { runCommandLine } from '../../src/cli/commandLine';
import { commands } from '../../src/cli/commands';
import { openTerminal } from '../../src/cli/terminal';
import { FaultProxy, passOn } from './faultProxy';
import { FilesOfFolder } from './filesOfFolder';
import { scheduledQueryFields } from './scheduledQueries';
import { deleteRecords, startApp } from './startApp';
import type { RunningApp } from './startApp';
import { temporaryFolder } from './temporaryFolder';
import type { TemporaryFolder } from './temporaryFolder';
import { api } from './operations';

export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
  readonly notes: string;
}

/** A project folder, its real platform behind a counting proxy, and the real command line. */
export class TestProject extends FilesOfFolder implements AsyncDisposable {
  readonly platform: { readonly baseUrl: string; readonly key: string };

  private constructor(
    private readonly folder: TemporaryFolder,
    private readonly app: RunningApp,
    readonly proxy: FaultProxy,
    /** Another client of the same platform. */
    readonly client: PlatformClient,
    private readonly settings: string,
  ) {
    super(folder.path);
    this.platform = { baseUrl: app.baseUrl, key: app.keys.master };
  }

  static async start(): Promise<TestProject> {
    const [folder, app] = await Promise.all([temporaryFolder(), startApp()]);
    const proxy = await FaultProxy.start(app.baseUrl);
    const client = new PlatformClient({
      baseUrl: app.baseUrl,
      readKey: () => Promise.resolve(app.keys.master),
    });
    const settings = `platforms:\n  test:\n    base_url: ${proxy.baseUrl}\n    environment: development\n`;
    const project = new TestProject(folder, app, proxy, client, settings);
    await project.write('logbench.yaml', project.settings);
    return project;
  }

  /** The project of a suite, as at its start before each test. */
  static forSuite(): TestProject {
    const project = Object.create(TestProject.prototype) as TestProject;
    before(async () => {
      Object.assign(project, await TestProject.start());
    });
    beforeEach(() => project.empty());
    after(() => project[Symbol.asyncDispose]());
    return project;
  }

  /** Makes it as it was at its start, for another test. */
  async empty(): Promise<void> {
    this.proxy.interference = passOn;
    await deleteRecords(this.app);
    this.proxy.seen.length = 0;
    for (const name of await readdir(this.root)) await rm(path.join(this.root, name), { recursive: true });
    await this.write('logbench.yaml', this.settings);
  }

  async remove(file: string): Promise<void> {
    await rm(path.join(this.root, file));
  }

  async move(from: string, to: string): Promise<void> {
    await rename(path.join(this.root, from), path.join(this.root, to));
  }

  async files(): Promise<readonly string[]> {
    return (await readdir(path.join(this.root, 'scheduled-queries'))).sort();
  }

  /** The records of the platform by name. */
  async records(): Promise<ReadonlyMap<string, ScheduledQuery>> {
    const { items } = await this.client.send(api.listScheduledQueries({}));
    return new Map(items.map((item) => [item.name, item]));
  }

  async create(changes: Partial<ScheduledQueryFields>): Promise<string> {
    return (await this.client.send(api.createScheduledQuery(scheduledQueryFields(changes)))) ?? '';
  }

  async change(name: string, changes: Partial<ScheduledQueryFields>): Promise<void> {
    const record = (await this.records()).get(name);
    if (record === undefined) throw new Error(`There is no ${name}.`);
    await this.client.send(api.updateScheduledQuery(record.guid, { ...record, ...changes }));
  }

  /** Runs a command in the project, in this process. */
  async run(...args: readonly string[]): Promise<CommandResult> {
    return runCommand(args, { cwd: this.root, env: { LOGBENCH_API_KEY_TEST: this.platform.key } });
  }

  /** Starts the built command line; the test ends it. */
  start(...args: readonly string[]): ChildProcess {
    return startCommandLine(args, { cwd: this.root, env: { LOGBENCH_API_KEY_TEST: this.platform.key } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await this.app[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
  }
}

/** Runs a command in this process, because starting one each time would be slow. It knows no other key. */
export async function runCommand(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<CommandResult> {
  const written = { output: '', notes: '' };
  const streamOf = (name: keyof typeof written): { write(text: string): void } => ({
    write: (text) => {
      written[name] += text;
    },
  });
  const [folder, environment] = [process.cwd(), process.env];
  process.chdir(cwd);
  process.env = { ...environmentIn(cwd), ...env };
  try {
    const terminal = openTerminal(streamOf('output'), streamOf('notes'), process.env);
    return { code: await runCommandLine(args, commands, terminal), ...written };
  } finally {
    process.chdir(folder);
    process.env = environment;
  }
}

/** Without keys. The user has allowed the addresses of the project. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  const file = path.join(folder, 'logbench.yaml');
  const settings = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('LOGBENCH_API_KEY'));
  const origins = settings.match(/https?:[^\s'",}]+/g) ?? [];
  return { ...Object.fromEntries(variables), LOGBENCH_ALLOWED_ORIGINS: origins.join(',') };
}

export function startCommandLine(
  args: readonly string[],
  {
    cwd,
    env = {},
    input = 'ignore',
  }: {
    readonly cwd: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: 'ignore' | 'pipe';
  },
): ChildProcess {
  const bundle = path.join(process.env['LOGBENCH_PROJECT'] ?? process.cwd(), 'dist', 'cli.js');
  return spawn(process.execPath, [bundle, ...args], {
    cwd,
    env: { ...environmentIn(cwd), ...env },
    stdio: [input, 'pipe', 'pipe'],
  });
}

export async function resultOf(child: ChildProcess): Promise<CommandResult> {
  const ended = once(child, 'close');
  const [output, notes] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [code] = (await ended) as [number | null];
  return { code, output, notes };
}
