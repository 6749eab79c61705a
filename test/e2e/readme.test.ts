import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../scripts/hosts/chromium.mjs';
import { cacheFolder, inProject } from '../../scripts/project.mjs';
import { eventually } from '../support/eventually';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder';

/** Does what the README says, on a copy that holds nothing but what a clone holds and what npm installed. */
describe('The command of the README', function () {
  this.timeout(300_000);
  let folder: TemporaryFolder;
  let browser: Browser | undefined;
  let started: ChildProcess;
  let output = '';

  before(async () => {
    folder = await temporaryFolder();
    await copyTracked(path.join(folder.path, 'clone'));
    await linkFetched(path.join(folder.path, 'cache'));
  });

  after(async () => {
    await browser?.close();
    if (started.exitCode === null) started.kill('SIGKILL');
    await folder[Symbol.asyncDispose]();
  });

  it('is one line, and leads to a connected explorer', async () => {
    const readme = await readFile(inProject('README.md'), 'utf8');
    const command = /## Try it[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)?.[1]?.trim() ?? '';
    assert.match(command, /^npm [\w ]+$/);

    started = spawn('sh', ['-c', `exec ${command}`], {
      cwd: path.join(folder.path, 'clone'),
      env: withoutScreen(),
      detached: true,
    });
    started.stdout?.on('data', (chunk) => (output += String(chunk)));
    started.stderr?.on('data', (chunk) => (output += String(chunk)));
    await eventually(() => Promise.resolve(output.includes('Ctrl-C ends everything')), { within: 180_000 });

    browser = await chromium.launch({ ...(await findChromium()), headless: true });
    const page = await browser.newPage();
    await page.goto(/http:\/\/127\.0\.0\.1:\S+/.exec(output.split('VS Code with')[1] ?? '')?.[0] ?? '');
    const connection = page.getByRole('treeitem', { name: /^Local Platform/ });
    await connection.click({ timeout: 120_000 });
    await page.getByRole('treeitem', { name: /^Tables/ }).waitFor({ timeout: 60_000 });
  });

  it('ends everything when it is interrupted', async () => {
    const [, platform = ''] = /The platform listens on (\S+?)\.\n/.exec(output) ?? [];
    assert.equal((await fetch(platform)).status > 0, true);
    const gone = once(started, 'exit');
    process.kill(-Number(started.pid), 'SIGINT');
    await gone;

    await eventually(() => refused(platform), { within: 30_000 });
  });

  function withoutScreen(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      LOGBENCH_CACHE: path.join(folder.path, 'cache'),
      LOGBENCH_ANNOUNCE_DIR: path.join(folder.path, 'platforms'),
    };
  }
});

async function refused(address: string): Promise<boolean> {
  return fetch(address).then(
    () => false,
    () => true,
  );
}

async function copyTracked(target: string): Promise<void> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], { cwd: inProject() });
  for (const name of stdout.split('\0').filter((file) => file !== '')) {
    await cp(inProject(name), path.join(target, name), { recursive: true });
  }
  await symlink(inProject('node_modules'), path.join(target, 'node_modules'), 'junction');
}

/** What is fetched once is shared; data and settings of an earlier start are not. */
async function linkFetched(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const name of await readdir(cacheFolder)) {
    if (/^(vscode-[\d.]+|node-\d+)$/.test(name)) {
      await symlink(path.join(cacheFolder, name), path.join(target, name), 'junction');
    }
  }
}
