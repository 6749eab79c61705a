import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './chromium.mjs';

/** What keeps a page that nobody looks at as quick as one in front. */
const flags = [
  ...['--headless', '--hide-scrollbars', '--mute-audio', '--no-first-run', '--remote-debugging-pipe'],
  ...['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows'],
  ...['--disable-renderer-backgrounding', '--disable-ipc-flooding-protection', '--disable-breakpad'],
  ...['--disable-extensions', '--disable-default-apps', '--password-store=basic', '--use-mock-keychain'],
];

/**
 * Opens a page in a browser of its own and speaks with it over the DevTools protocol, about no more than it must:
 * Playwright would have each message between VS Code and its server sent to it as well. Who opens it closes it.
 * @param {string} address
 * @param {object} options
 * @param {{ width: number, height: number }} options.size
 * @param {string} options.script runs in each frame before its own scripts; `tellOpener` there takes a text
 * @param {(text: string) => void} options.onMessage
 * @param {() => void} options.onGone the page crashed, or its browser ended
 */
export async function openHeadlessPage(address, { size, script, onMessage, onGone }) {
  const { executablePath, args, env } = await findChromium();
  const profile = await mkdtemp(path.join(tmpdir(), 'logbench-browser-'));
  const browser = spawn(executablePath, [...flags, ...args, `--user-data-dir=${profile}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => browser.once('exit', resolve).once('error', resolve));
  void ended.then(onGone);
  const call = speakWith(browser, ({ method, params }) => {
    if (method === 'Runtime.bindingCalled') onMessage(String(params['payload']));
    if (method === 'Inspector.targetCrashed') onGone();
  });
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const send = (/** @type {string} */ method, /** @type {object} */ params = {}) =>
    call(method, params, String(sessionId));
  await send('Page.enable');
  await send('Inspector.enable');
  await send('Runtime.enable');
  await send('Runtime.addBinding', { name: 'tellOpener' });
  await send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await send('Page.navigate', { url: address });
  return {
    /** @returns {Promise<Buffer>} */
    screenshot: async () => Buffer.from(String((await send('Page.captureScreenshot'))['data']), 'base64'),
    /** What an expression is in the page. */
    evaluate: async (/** @type {string} */ expression) => {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
      return /** @type {{ value: unknown }} */ (result).value;
    },
    close: async () => {
      browser.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** @typedef {{ method: string, params: Record<string, unknown> }} ProtocolEvent */

/**
 * @param {import('node:child_process').ChildProcess} browser
 * @param {(event: ProtocolEvent) => void} onEvent
 */
function speakWith(browser, onEvent) {
  const [, , , input, output] = /** @type {any[]} */ (browser.stdio);
  /** @type {Map<number, { resolve: (result: Record<string, unknown>) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  let rest = '';
  const take = (/** @type {string} */ text) => {
    const { id, result, error, ...event } = JSON.parse(text);
    if (id === undefined) onEvent(event);
    else if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  };
  input.on('error', () => undefined);
  output.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    // Messages end with a zero.
    const parts = (rest + chunk).split('\0');
    rest = parts.pop() ?? '';
    parts.forEach(take);
  });
  output.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser ended.'));
  });
  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<Record<string, unknown>>}
   */
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
}
