// Checks within seconds whether the browser of the tests starts. Otherwise hundreds of tests would fail without saying
// why.
import { chromium } from 'playwright-core';
import '../plainErrors.mjs';
import { findChromium } from './findChromium.mjs';

const found = await findChromium();
const browser = await chromium.launch({ ...found, timeout: 40_000 }).catch(({ message }) => {
  throw new Error(
    `The browser ${found.executablePath} does not start (${message.split('\n')[0]}). ` +
      'Set LOGBENCH_CHROMIUM to another source, or to the path of another Chrome, Edge or Chromium.',
  );
});
console.log(`Chromium ${browser.version()} (${found.executablePath}) starts.`);
await browser.close();
