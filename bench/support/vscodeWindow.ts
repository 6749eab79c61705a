import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod/mini';
import { fetchHost } from '../../scripts/hosts/fetchHost.mjs';
import { openWorkbench } from '../../scripts/hosts/openWorkbench.mjs';
import { startServer } from '../../scripts/hosts/startServer.mjs';
import { inProject } from '../../scripts/project.mjs';

export const ours = 'logbench.logbench';

const packaged = [
  'package.json',
  'package.nls.json',
  'language-configuration.json',
  'dist',
  'media',
  'syntaxes',
];

/** Installs the extension where VS Code expects user extensions, with others that are there already. */
export async function installExtension(dataFolder: string, ...others: readonly string[]): Promise<void> {
  const extensions = path.join(dataFolder, 'extensions');
  for (const part of packaged) {
    await cp(inProject(part), path.join(extensions, ours, part), { recursive: true });
  }
  const registry = [ours, ...others].map((id) => ({
    identifier: { id },
    version: '1.0.0',
    location: { $mid: 1, path: path.join(extensions, id), scheme: 'file' },
    relativeLocation: id,
  }));
  await writeFile(path.join(extensions, 'extensions.json'), JSON.stringify(registry));
}

/** What the scripts use in the extension host. Their function `measure` returns the result. */
const prelude = `
const vscode = require('vscode');
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);
const write = (result) =>
  require('node:fs').writeFileSync(process.env.LOGBENCH_BENCH_RESULT, JSON.stringify(result));
exports.run = () => measure().then(write, (error) => write({ error: error.stack }));
`;

/** The script that runs in the extension host, as the tests of an empty extension. */
export async function prepareSuite(folder: string, suite: string): Promise<void> {
  const manifest = { name: 'clock', publisher: 'logbench', version: '1.0.0', engines: { vscode: '*' } };
  await mkdir(path.join(folder, 'clock'));
  await writeFile(path.join(folder, 'clock', 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'suite.js'), prelude + suite);
}

/** Starts a VS Code, runs the script of `folder` in it, and returns what that has measured. */
export async function measureInVscode<Result>(
  version: string,
  folder: string,
  result: z.ZodMiniType<Result>,
  options: { readonly dataFolder: string; readonly deadline: number; settings?: object; env?: object },
): Promise<Result> {
  const { dataFolder, deadline, settings = {}, env } = options;
  const file = path.join(dataFolder, 'result.json');
  const server = await startServer(await fetchHost(version), {
    dataFolder,
    testing: true,
    settings,
    env: {
      LOGBENCH_BENCH_RESULT: file,
      LOGBENCH_ANNOUNCE_DIR: path.join(dataFolder, 'announcements'),
      ...env,
    },
  });
  try {
    await runSuite(server.origin, folder, deadline);
    const written = await readFile(file, 'utf8');
    const parsed = result.safeParse(JSON.parse(written));
    if (!parsed.success) throw new Error(written);
    return parsed.data;
  } finally {
    await server.stop();
  }
}

/** Opens a window in a browser that runs the script, and waits for its end. */
async function runSuite(origin: string, folder: string, deadline: number): Promise<void> {
  const workspace = path.join(folder, 'workspace');
  await mkdir(workspace, { recursive: true });
  let ended: (code: number) => void = () => undefined;
  const exit = new Promise<number>((resolve) => (ended = resolve));
  const { browser } = await openWorkbench(origin, {
    folder: workspace,
    suite: { extensionDevelopmentPath: `${folder}/clock`, extensionTestsPath: `${folder}/suite.js` },
    prepare: async (page) => {
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        ended(code);
      });
      await page.exposeFunction('codeAutomationLog', () => undefined);
    },
  });
  const timeout = setTimeout(() => {
    ended(-1);
  }, deadline);
  try {
    const code = await exit;
    if (code !== 0) throw new Error(`The measurement in VS Code ended with ${code}.`);
  } finally {
    clearTimeout(timeout);
    await browser.close();
  }
}
