import { chromium } from 'playwright-core';
import { findChromium } from '../browser/findChromium.mjs';

/**
 * Opens the server's workbench in a headless browser. The caller closes the browser.
 * @param {string} origin
 * @param {object} options
 * @param {string} options.folder the folder to open, an absolute path
 * @param {Suite} [options.suite] the tests to run
 * @param {{ width: number, height: number }} [options.size]
 * @param {string} [options.timeZone] where the person in front of it is, that of this machine by default
 * @param {boolean} [options.lean] omits what tests do not need
 * @param {(page: import('playwright-core').Page) => Promise<void>} [options.prepare] runs before the page loads
 * @returns {Promise<{ browser: import('playwright-core').Browser, page: import('playwright-core').Page }>}
 */
export async function openWorkbench(origin, options) {
  const { folder, suite, size = { width: 1280, height: 800 }, timeZone, lean, prepare } = options;
  const browser = await chromium.launch(await findChromium());
  try {
    const page = await browser.newPage({ viewport: size, ...(timeZone && { timezoneId: timeZone }) });
    await page.addInitScript(shareOneWorker);
    if (lean) await page.addInitScript(receiveWithoutBlobs);
    await prepare?.(page);
    await page.goto(workbenchAddress(origin, folder, suite), { waitUntil: 'commit' });
    return { browser, page };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/**
 * Runs in each frame. All webviews of such a host share one origin and so one service worker, but VS Code 1.100
 * registers another one for each, which replaces that of a webview that is just loading, whose files are then lost.
 * Here all register the same one. It may have taken over before a webview waits for that, which would then wait
 * forever, so a webview is told to continue until it shows its content, however late it begins to listen.
 */
function shareOneWorker() {
  // The names of a browser, which this project's scripts do not know.
  const { navigator, location, document } = /** @type {Record<string, any>} */ (globalThis);
  const workers = navigator.serviceWorker;
  if (!workers || !location.pathname.endsWith('/webview/browser/pre/index.html')) return;
  const { register } = workers;
  workers.register = (/** @type {string} */ script) =>
    register.call(workers, script.replace(/&id=[^&]*/, ''));
  const asking = setInterval(() => {
    if (document.querySelector('iframe')) clearInterval(asking);
    else if (workers.controller) workers.dispatchEvent(new Event('controllerchange'));
  }, 500);
}

/**
 * Runs in each frame. The workbench receives each message of its server as a blob and then reads that, by way of two
 * other processes of the browser. Here it gets the bytes at once.
 */
function receiveWithoutBlobs() {
  const window = /** @type {Record<string, any>} */ (globalThis);
  if (window['parent'] !== globalThis) return;
  const { WebSocket, FileReader } = window;
  window['WebSocket'] = class extends WebSocket {
    /** @param {unknown[]} parameters */
    constructor(...parameters) {
      super(...parameters);
      this['binaryType'] = 'arraybuffer';
    }
  };
  const { readAsArrayBuffer } = FileReader.prototype;
  FileReader.prototype.readAsArrayBuffer = function (/** @type {unknown} */ data) {
    if (!(data instanceof ArrayBuffer)) return readAsArrayBuffer.call(this, data);
    queueMicrotask(() => this.onload?.({ target: { result: data } }));
  };
}

/** @typedef {{ extensionDevelopmentPath: string, extensionTestsPath: string }} Suite */

/**
 * @param {string} origin
 * @param {string} folder
 * @param {Suite} [suite]
 * @returns {string}
 */
export function workbenchAddress(origin, folder, suite) {
  const address = new URL(origin);
  address.searchParams.set('folder', folder);
  if (suite) {
    const payload = Object.entries(suite).map(([name, file]) => [
      name,
      `vscode-remote://${address.host}${file}`,
    ]);
    address.searchParams.set('payload', JSON.stringify(payload));
  }
  return address.href;
}
