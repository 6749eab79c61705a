import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.mjs';

/** Those of Playwright that matter here: a page that nobody looks at is as quick as one in front, and has a mouse. */
const flags = [
  ...[
    '--headless',
    '--hide-scrollbars',
    '--mute-audio',
    '--no-first-run',
    '--remote-debugging-pipe',
    '--no-startup-window',
  ],
  ...['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows'],
  ...['--disable-renderer-backgrounding', '--disable-ipc-flooding-protection', '--disable-breakpad'],
  ...['--disable-extensions', '--disable-default-apps', '--password-store=basic', '--use-mock-keychain'],
  ...['--disable-back-forward-cache', '--disable-dev-shm-usage', '--disable-hang-monitor'],
  ...['--disable-popup-blocking', '--allow-pre-commit-input', '--force-color-profile=srgb'],
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];

/**
 * Messages of the DevTools protocol, in both directions. `onclose` is called when the browser has ended.
 * @typedef {object} BrowserPipe
 * @property {(message: object) => void} send
 * @property {(message: object) => void} onmessage
 * @property {() => void} onclose
 * @property {() => Promise<void>} close ends the browser
 */

/**
 * Starts a headless browser with a profile of its own. The caller closes it.
 * @param {readonly string[]} [moreFlags]
 * @returns {Promise<BrowserPipe>}
 */
export async function startBrowser(moreFlags = []) {
  const { executablePath, args, env } = await findChromium();
  const profile = await mkdtemp(path.join(tmpdir(), 'logbench-browser-'));
  const browser = spawn(executablePath, [...flags, ...moreFlags, ...args, `--user-data-dir=${profile}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => browser.once('exit', resolve).once('error', resolve));
  const end = () => {
    browser.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', end);
  const [, , , input, output] = /** @type {any[]} */ (browser.stdio);
  /** @type {BrowserPipe} */
  const pipe = {
    send: (message) => input.write(`${JSON.stringify(message)}\0`),
    onmessage: () => undefined,
    onclose: () => undefined,
    close: async () => {
      browser.kill('SIGKILL');
      await ended;
      process.off('exit', end);
      end();
    },
  };
  let rest = '';
  input.on('error', () => undefined);
  output.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    // Messages end with a zero. What waits for one runs before the next is handed out.
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    for (const text of parts) setImmediate(() => pipe.onmessage(JSON.parse(text)));
  });
  void ended.then(() => pipe.onclose());
  return pipe;
}
