import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../../../scripts/browser/findChromium.mjs';
import { eventually } from '../../support/eventually';
import { temporaryFolder } from '../../support/temporaryFolder';
import type { TemporaryFolder } from '../../support/temporaryFolder';
import { TreeView } from '../pages/treeView';
import { cloneInto, copyTracked, shareFetched } from '../support/fromClone';
import { readmeCommands } from '../support/readmeCommands';

/** Whether the dependencies and VS Code are fetched again, which needs the registry: `npm run test:newcomer`. */
const fromNothing = process.env['LOGBENCH_FROM_NOTHING'] === '1';
/** The promise of the README. A test run shares its machine, so only `npm run test:newcomer` holds it. */
const allowed = 120_000;
const maxWait = 300_000;

/** Does what the README says, word for word. */
describe('The commands of the README', function () {
  this.timeout(2 * maxWait);
  let folder: TemporaryFolder;
  let clone: string;
  let command: string;
  let browser: Browser;
  let started: ChildProcess | undefined;
  let output = '';
  /** The window in which the explorer was seen to be connected, for the next test. */
  let opened: Page | undefined;
  let firstStart = 0;

  before(async () => {
    folder = await temporaryFolder();
    browser = await chromium.launch({ ...(await findChromium()), headless: true });
  });

  after(async () => {
    await browser.close();
    await interrupt();
    await folder[Symbol.asyncDispose]();
  });

  it('start from a clone and open a connected explorer', async () => {
    const [first, ...others] = await readmeCommands('Try it');
    command = first ?? '';
    assert.deepEqual([command, ...others], ['npm start']);

    const began = Date.now();
    // Not what an earlier try has left.
    clone = await cloneInto(path.join(folder.path, `logbench-${began}`));
    await copyTracked(clone);
    if (!fromNothing) await shareFetched(clone, path.join(clone, '.cache'));
    await start();
    opened = await openWindow();
    firstStart = Date.now() - began;
    console.log(`      connected after ${Math.round(firstStart / 1000)} s`);
    if (fromNothing) assert.ok(firstStart < allowed, `${firstStart} ms`);
  });

  it('show the installed product with its notifications', async () => {
    const page = opened ?? (await openWindow());
    opened = undefined;
    const explorer = new TreeView(page.getByRole('tree', { name: /Explorer/ }));
    await explorer.expand(/^Scheduled Queries/);
    await explorer.pickFromMenu(/^Access keys created/, 'Disable');
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Disable' }).click();

    await page.locator('.notification-toast').filter({ hasText: 'Access keys created' }).waitFor();
    await page.getByText('Get started with Logbench').first().waitFor();
    await page.close();
  });

  it('end all processes when they are interrupted', async () => {
    assert.notDeepEqual(processesIn(folder.path), []);
    await interrupt();

    await eventually(() => Promise.resolve(processesIn(folder.path).length === 0), { within: 30_000 });
  });

  it('start faster the second time, without installing anything again', async () => {
    const began = Date.now();
    await start();
    // A second window takes 10 seconds of CPU; `npm run test:newcomer` opens it.
    if (fromNothing) await (await openWindow()).close();
    // It redirects to an address without the token.
    else assert.ok((await fetch(address(), { redirect: 'manual' })).status < 400);
    const second = Date.now() - began;
    console.log(`      started after ${Math.round(second / 1000)} s`);
    await interrupt();

    assert.doesNotMatch(output, /Installing|Fetching/);
    if (fromNothing) assert.ok(second < firstStart / 2, `${second} ms after ${firstStart} ms`);
  });

  async function start(): Promise<void> {
    await interrupt();
    output = '';
    started = spawn('sh', ['-c', `exec ${command}`], { cwd: clone, env: withoutScreen(), detached: true });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (part) => (output += String(part)));
    }
    await eventually(() => Promise.resolve(output.includes('Press Ctrl-C to stop everything')), {
      within: maxWait,
    });
  }

  /** Where the browser finds VS Code. */
  function address(): string {
    return /http:\/\/127\.0\.0\.1:\S+/.exec(output.split('VS Code with')[1] ?? '')?.[0] ?? '';
  }

  /** A window of a plain browser, with the explorer connected. */
  async function openWindow(): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(address());
    const explorer = new TreeView(page.getByRole('tree', { name: /Explorer/ }));
    await explorer.row(/^Local Platform/).waitFor({ timeout: 120_000 });
    await explorer.expand(/^Local Platform/);
    await explorer.row(/^Tables/).waitFor({ timeout: 60_000 });
    return page;
  }

  /** What a terminal does with Ctrl-C: everything in the foreground gets the signal. */
  async function interrupt(): Promise<void> {
    if (started?.pid === undefined || started.exitCode !== null || started.signalCode !== null) return;
    const exited = once(started, 'exit');
    process.kill(-started.pid, 'SIGINT');
    await exited;
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
