import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../scripts/hosts/chromium.mjs';
import { eventually } from '../support/eventually';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder';
import { copyTracked, shareFetched, typeInShell } from './support/fromClone';
import { readmeCommands } from './support/readmeCommands';

/** Whether the dependencies and VS Code are fetched anew, which takes the registry: `npm run test:newcomer`. */
const fromNothing = process.env['LOGBENCH_FROM_NOTHING'] === '1';
const allowed = 180_000;

/** Does what the README says, word for word. */
describe('The commands of the README', function () {
  this.timeout(2 * allowed);
  let folder: TemporaryFolder;
  let clone: string;
  let command: string;
  let browser: Browser;
  let started: ChildProcess | undefined;
  let output = '';
  let first = 0;

  before(async () => {
    folder = await temporaryFolder();
    browser = await chromium.launch({ ...(await findChromium()), headless: true });
  });

  after(async () => {
    await browser.close();
    await interrupt();
    await folder[Symbol.asyncDispose]();
  });

  it('lead from a clone to a connected explorer in less than three minutes', async () => {
    const commands = await readmeCommands('Try it');
    command = commands.at(-1) ?? '';
    assert.match(commands[0] ?? '', /^git clone https:/);
    assert.match(command, /^npm [\w ]+$/);

    const began = Date.now();
    clone = await typeInShell(commands.slice(0, -1), await mkdtemp(path.join(folder.path, 'home-')));
    await copyTracked(clone);
    if (!fromNothing) await shareFetched(clone, path.join(clone, '.cache'));
    await start();
    first = Date.now() - began;
    console.log(`      connected after ${Math.round(first / 1000)} s`);
    assert.ok(first < allowed, `${first} ms`);
  });

  it('end everything when they are interrupted', async () => {
    assert.notDeepEqual(processesIn(folder.path), []);
    await interrupt();

    await eventually(() => Promise.resolve(processesIn(folder.path).length === 0), { within: 30_000 });
  });

  it('lead there again, with what is there already', async () => {
    const began = Date.now();
    await start();
    const second = Date.now() - began;
    console.log(`      connected after ${Math.round(second / 1000)} s`);
    await interrupt();

    assert.doesNotMatch(output, /Installing|Fetching/);
    if (fromNothing) assert.ok(second < first / 2, `${second} ms after ${first} ms`);
  });

  async function start(): Promise<void> {
    await interrupt();
    output = '';
    started = spawn('sh', ['-c', `exec ${command}`], { cwd: clone, env: withoutScreen(), detached: true });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (part) => (output += String(part)));
    }
    await eventually(() => Promise.resolve(output.includes('Ctrl-C ends everything')), { within: allowed });

    const page = await browser.newPage();
    await page.goto(/http:\/\/127\.0\.0\.1:\S+/.exec(output.split('VS Code with')[1] ?? '')?.[0] ?? '');
    const connection = page.getByRole('treeitem', { name: /^Local Platform/ });
    await connection.click({ timeout: 120_000 });
    await page.getByRole('treeitem', { name: /^Tables/ }).waitFor({ timeout: 60_000 });
    await page.close();
  }

  /** What a terminal does with Ctrl-C: everything in the foreground is told. */
  async function interrupt(): Promise<void> {
    if (started?.pid === undefined || started.exitCode !== null || started.signalCode !== null) return;
    const gone = once(started, 'exit');
    process.kill(-started.pid, 'SIGINT');
    await gone;
  }

  function withoutScreen(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      LOGBENCH_CACHE: path.join(clone, '.cache'),
      LOGBENCH_ANNOUNCE_DIR: path.join(folder.path, 'platforms'),
      ...(fromNothing && { npm_config_cache: path.join(folder.path, 'npm') }),
    };
  }
});

/** The processes that have a folder on their command line. */
function processesIn(folder: string): readonly string[] {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder));
}
