// Checks within seconds whether the browser of the tests can show VS Code at all. Otherwise hundreds of tests would
// time out without saying why.
import { chromium } from 'playwright-core';
import { findChromium } from './findChromium.mjs';
import { koreanGlyphs, nestedFrame, serviceWorker, textWidths } from './inPage.mjs';
import { serve } from './serve.mjs';

const deadline = 40_000;
const otherBrowser =
  'Set LOGBENCH_CHROMIUM to another source, or to the path of another Chrome, Edge or Chromium.';

try {
  const { executablePath, version } = await probe();
  console.log(`Chromium ${version} (${executablePath}) draws text and runs service workers and frames.`);
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
    return { executablePath: found.executablePath, version: browser.version() };
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

/** @param {unknown} error */
function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
