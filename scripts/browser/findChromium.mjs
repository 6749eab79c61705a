import { existsSync } from 'node:fs';
import { debianChromium } from './debianChromium.mjs';
import { fontEnvironment } from './fonts.mjs';
import { installedChromium } from './installedChromium.mjs';
import { npmChromium } from './npmChromium.mjs';
import { playwrightChromium } from './playwrightChromium.mjs';

/**
 * A browser that Playwright can launch; `env` is added to that of this process.
 * @typedef {{ executablePath: string, args?: string[], env?: Record<string, string> }} Chromium
 */

/**
 * A source returns its browser, or undefined if it has none for this kind of machine, and throws if it should have
 * one.
 * @typedef {{ find: () => Promise<Chromium | undefined>, condition: string }} Source
 */

/** In the order in which they are tried. @type {Record<string, Source>} */
const sources = {
  npm: { find: npmChromium, condition: 'Linux x64' },
  installed: { find: installedChromium, condition: 'a machine with Chrome, Edge or Chromium' },
  debian: { find: debianChromium, condition: 'Debian' },
  playwright: { find: playwrightChromium, condition: 'a machine that Playwright supports' },
};

const names = Object.keys(sources).join(', ');
const installOne =
  'Install Chrome, Edge or Chromium (on Debian: apt-get install chromium), or set LOGBENCH_CHROMIUM to the path of one.';

/**
 * The browser of the tests, ready for Playwright's `chromium.launch`. LOGBENCH_CHROMIUM selects one source by its
 * name, or a browser by its path; otherwise the first source that has one is used.
 * @param {string} [wanted]
 * @param {Record<string, Source>} [among]
 */
export async function findChromium(wanted = process.env['LOGBENCH_CHROMIUM'], among = sources) {
  const { executablePath, args = [], env } = await findBy(wanted, among);
  return {
    executablePath,
    args: [...quietFlags, ...args],
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...(await fontEnvironment()), ...env }),
  };
}

/**
 * @param {string | undefined} wanted
 * @param {Record<string, Source>} among
 * @returns {Promise<Chromium>}
 */
async function findBy(wanted, among) {
  if (!wanted) return firstOf(among);
  const source = among[wanted];
  if (source === undefined) return { executablePath: existing(wanted) };
  const found = await source.find();
  if (found) return found;
  throw new Error(
    `LOGBENCH_CHROMIUM is ${wanted}, which has a browser only for ${source.condition}. Unset it, or set it to another of ${names}.`,
  );
}

/** @param {Record<string, Source>} among */
async function firstOf(among) {
  const failures = [];
  for (const { find } of Object.values(among)) {
    try {
      const found = await find();
      if (found) return found;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(['There is no browser for the tests.', ...failures, installOne].join(' '));
}

/** @param {string} file */
function existing(file) {
  if (existsSync(file)) return file;
  throw new Error(
    `LOGBENCH_CHROMIUM is ${file}, which is neither a file nor one of ${names}. Correct it or unset it.`,
  );
}

/** Nothing asks for outside hosts; a container has neither a sandbox nor a GPU. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
