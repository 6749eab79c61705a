// Checks within a minute whether the browser of the tests can show the pages at all. Otherwise hundreds of
// tests would time out without saying why.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { tsImport } from 'tsx/esm/api';
import { findChromium } from './hosts/chromium.mjs';
import { koreanGlyphs, nestedFrame, serviceWorker, textWidths } from './probe/inPage.mjs';
import { serve } from './probe/serve.mjs';
import { inProject } from './project.mjs';

const deadline = 40_000;
const otherBrowser = 'Set LOGBENCH_CHROMIUM to the path of another Chrome, Edge or Chromium, or to "system".';

try {
  await probe();
  console.log('The browser draws text, runs service workers and frames, and opens the pages.');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function probe() {
  const found = await findChromium();
  const browser = await chromium.launch({ ...found, timeout: deadline }).catch((error) => {
    throw new Error(
      `The browser ${found.executablePath} does not start (${firstLine(error)}). ${otherBrowser}`,
    );
  });
  const server = await serve();
  try {
    const page = await browser.newPage();
    await page.goto(server.origin, { timeout: deadline });
    await check(
      page,
      textWidths,
      'draws no text',
      'Delete the folder .cache and try again: the fonts come with it.',
    );
    await check(
      page,
      koreanGlyphs,
      'has no Korean font',
      'Delete the folder .cache, or install a Korean font.',
    );
    await check(page, serviceWorker, 'does not start a service worker, which VS Code needs', otherBrowser);
    await check(page, nestedFrame, 'does not run a frame inside a frame, which VS Code needs', otherBrowser);
    await probePages(browser);
  } finally {
    await browser.close();
    server.close();
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {() => unknown} measure runs in the page; what it resolves to says whether all is well
 * @param {string} fault
 * @param {string} advice
 */
async function check(page, measure, fault, advice) {
  const inTime = new Promise((resolve) => setTimeout(resolve, deadline / 4).unref());
  const fine = await Promise.race([page.evaluate(measure).catch(() => false), inTime]);
  if (fine !== true) throw new Error(`The browser of the tests ${fault}. ${advice}`);
}

/**
 * The pages of the product, in the document of the extension.
 * @param {import('playwright-core').Browser} browser
 */
async function probePages(browser) {
  const { startPageServer } = await tsImport('../test/pages/support/pageServer.ts', import.meta.url);
  const server = await startPageServer();
  try {
    const page = await browser.newPage();
    /** @type {Heard} */
    const heard = { from: () => undefined };
    await page.exposeFunction('tellHost', (/** @type {string} */ address) => heard.from(address));
    await page.addInitScript(() => {
      const window = /** @type {Record<string, any>} */ (globalThis);
      const postMessage = () => window['tellHost'](window['location'].href);
      window['acquireVsCodeApi'] = () => ({ postMessage, setState: () => undefined });
    });
    for (const name of pageNames()) await probePage(page, heard, `${server.origin}/${name}`, name);
  } finally {
    await server.close();
  }
}

/** @typedef {{ from: (address: string) => void }} Heard called when the page at an address says something */

/**
 * @param {import('playwright-core').Page} page
 * @param {Heard} heard
 * @param {string} address
 * @param {string} name
 */
async function probePage(page, heard, address, name) {
  try {
    const ready = new Promise((resolve) => {
      heard.from = (speaker) => speaker === address && resolve(undefined);
    });
    await page.goto(address, { timeout: deadline });
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), deadline).unref());
    await Promise.race([ready, late]);
  } catch {
    const words = await page
      .locator('body')
      .innerText({ timeout: 1000 })
      .catch(() => '');
    throw new Error(
      `The page ${name} does not say that it is ready${words ? ` (${firstLine(words)})` : ''}. ` +
        `Look at media/pages/page.ts, and at what its imports do while they are loaded.`,
    );
  }
}

function pageNames() {
  const names = readdirSync(inProject('media', 'pages')).filter(
    (name) => name.endsWith('.css') && name !== 'codicons.css',
  );
  return names.map((name) => path.basename(name, '.css'));
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
