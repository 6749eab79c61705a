// Checks within seconds whether the browser of the tests starts. Otherwise hundreds of tests would fail without saying
// why.
import { chromium } from 'playwright-core';
import { findChromium } from './findChromium.mjs';

try {
  const found = await findChromium();
  const browser = await chromium.launch({ ...found, timeout: 40_000 }).catch((error) => {
    throw new Error(
      `The browser ${found.executablePath} does not start (${firstLine(error)}). ` +
        'Set LOGBENCH_CHROMIUM to another source, or to the path of another Chrome, Edge or Chromium.',
    );
  });
  console.log(`Chromium ${browser.version()} (${found.executablePath}) starts.`);
  await browser.close();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0];
}
