import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { fetchHost } from '../../../scripts/hosts/fetchHost.mjs';
import { openWorkbench } from '../../../scripts/hosts/openWorkbench.mjs';
import { serverArguments, startServer } from '../../../scripts/hosts/startServer.mjs';
import { inProject } from '../../../scripts/project.mjs';
import { Workbench } from '../pages/workbench';

export interface InstalledVscodeOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The newest supported VS Code, or the one that LOGBENCH_E2E_HOST names, by default. */
  readonly host?: string;
  /** The package to install, the slim one by default. */
  readonly vsix?: string;
}

/** A VS Code of its own with the packaged extension installed in it, as a user installs it: from the VSIX. */
export class InstalledVscode implements AsyncDisposable {
  static async start(options: InstalledVscodeOptions = {}): Promise<InstalledVscode> {
    const { settings = {}, env = {}, vsix = packageFile() } = options;
    const host = await hostCalled(options.host);
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'logbench-e2e-'));
    const apart = {
      // The tests must not use the platforms that the developer runs.
      LOGBENCH_ANNOUNCE_DIR: path.join(dataFolder, 'announcements'),
      ...env,
    };
    await install(host, dataFolder, vsix);
    const server = await startServer(host, { dataFolder, settings, env: apart, lean: true });
    return new InstalledVscode(dataFolder, server);
  }

  /** One that has a connection called Lab to a platform, and its key. */
  static async connectedTo(
    { baseUrl, key }: PlatformAccess,
    settings: InstalledVscodeOptions['settings'] = {},
  ): Promise<InstalledVscode> {
    const connection = { name: 'Lab', baseUrl, product: 'core', environment: 'staging' };
    return InstalledVscode.start({
      settings: { 'logbench.connections': [connection], ...settings },
      env: { LOGBENCH_API_KEY_LAB: key },
    });
  }

  readonly #server: Awaited<ReturnType<typeof startServer>>;
  readonly #workbenches: Workbench[] = [];

  private constructor(
    readonly dataFolder: string,
    server: Awaited<ReturnType<typeof startServer>>,
  ) {
    this.#server = server;
  }

  /** Opens a window. It is closed with this VS Code, if not before. */
  async open({ folder, size, timeZone }: WindowOptions = {}): Promise<Workbench> {
    const workspace = folder ?? path.join(this.dataFolder, 'workspace');
    await mkdir(workspace, { recursive: true });
    const workbench = await Workbench.open(() =>
      openWorkbench(this.#server.origin, {
        folder: workspace,
        lean: true,
        ...(size && { size }),
        ...(timeZone !== undefined && { timeZone }),
      }),
    );
    this.#workbenches.push(workbench);
    return workbench;
  }

  /** The folder in which VS Code keeps the extension after installing it. */
  async extensionFolder(): Promise<string> {
    return extensionIn(this.dataFolder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const workbench of this.#workbenches) await workbench.close();
    await this.#server.stop();
    await rm(this.dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export interface PlatformAccess {
  readonly baseUrl: string;
  readonly key: string;
}

export interface WindowOptions {
  readonly folder?: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** The time zone of the user. */
  readonly timeZone?: string;
}

type Host = Awaited<ReturnType<typeof fetchHost>>;

const Registry = z.array(
  z.object({ identifier: z.object({ id: z.string() }), relativeLocation: z.string() }),
);

/** Where `npm run package` leaves the package, or the one for a kind of machine. */
export function packageFile(target = '', folder = inProject()): string {
  const Manifest = z.object({ name: z.string(), version: z.string() });
  const { name, version } = Manifest.parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8')));
  return path.join(folder, [name, ...(target === '' ? [] : [target]), version].join('-') + '.vsix');
}

/** By package and VS Code: what an installation leaves behind is the same each time, so it is made once and copied. */
const installations = new Map<string, Promise<string>>();

/** The folder in which VS Code keeps the package after installing it. It must not be changed. */
export async function installedPackage(): Promise<string> {
  return extensionIn(await installation(await hostCalled(), packageFile()));
}

async function install(host: Host, dataFolder: string, vsix: string): Promise<void> {
  const source = path.join(await installation(host, vsix), 'extensions');
  const target = path.join(dataFolder, 'extensions');
  await cp(source, target, { recursive: true });
  const registry = path.join(target, 'extensions.json');
  await writeFile(registry, (await readFile(registry, 'utf8')).replaceAll(source, target));
}

function installation(host: Host, vsix: string): Promise<string> {
  const name = `${host.serverMain} ${vsix}`;
  const made = installations.get(name) ?? installInNewFolder(host, vsix);
  installations.set(name, made);
  return made;
}

/** As a user does, by VS Code's own command. */
async function installInNewFolder(host: Host, vsix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'logbench-installed-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  await promisify(execFile)(host.node, [...serverArguments(host, folder), '--install-extension', vsix]);
  return folder;
}

async function extensionIn(dataFolder: string): Promise<string> {
  const extensions = path.join(dataFolder, 'extensions');
  const registry = JSON.parse(await readFile(path.join(extensions, 'extensions.json'), 'utf8')) as unknown;
  const entry = Registry.parse(registry).find(({ identifier }) => identifier.id === 'logbench.logbench');
  if (!entry) throw new Error('The extension is not installed.');
  return path.join(extensions, entry.relativeLocation);
}

async function hostCalled(name = process.env['LOGBENCH_E2E_HOST'] ?? 'newest'): Promise<Host> {
  return fetchHost(name);
}
