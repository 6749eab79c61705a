import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '../keep.mjs';
import { inProject } from '../project.mjs';

const playwright = inProject('node_modules', 'playwright-core');

/** The headless shell from Playwright's own download site. */
export async function playwrightChromium() {
  const { version } = JSON.parse(readFileSync(path.join(playwright, 'package.json'), 'utf8'));
  const folder = await keep(`chromium-playwright-${version}`, "Chromium from Playwright's site", download);
  return { executablePath: await executableIn(folder) };
}

/** @param {string} folder */
async function download(folder) {
  await promisify(execFile)(
    process.execPath,
    [path.join(playwright, 'cli.js'), 'install', 'chromium-headless-shell'],
    {
      env: {
        ...process.env,
        PLAYWRIGHT_BROWSERS_PATH: folder,
        // Milliseconds without data.
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
      },
    },
  );
  await executableIn(folder);
  return folder;
}

/** @param {string} folder */
async function executableIn(folder) {
  const names = await readdir(folder, { recursive: true });
  const found = names.find((name) => /(^|[\\/])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(name));
  if (found) return path.join(folder, found);
  throw new Error('Playwright has no headless Chromium for this machine.');
}
