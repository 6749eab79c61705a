import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { keep } from '../keep.mjs';
import { inProject } from '../project.mjs';
import { chromiumSources } from './chromiumSources.mjs';

/** @typedef {import('./chromiumSources.mjs').Source} Source */

/**
 * The browser of the tests, ready for Playwright's `chromium.launch`. LOGBENCH_CHROMIUM selects one source by its
 * name, or a browser by its path; otherwise the first source that has one is used.
 * @param {string} [wanted]
 * @param {Record<string, Source>} [among]
 */
export async function findChromium(wanted = process.env['LOGBENCH_CHROMIUM'], among = chromiumSources) {
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
 */
async function findBy(wanted, among) {
  if (!wanted) return firstOf(among);
  const source = Object.hasOwn(among, wanted) ? among[wanted] : undefined;
  if (!source && existsSync(wanted)) return { executablePath: wanted };
  const found = await source?.find();
  if (found) return found;
  const names = Object.keys(chromiumSources).join(', ');
  const reason = source
    ? `has a browser only for ${source.condition}. Unset it, or set it to another of ${names}.`
    : `is neither a file nor one of ${names}. Correct it or unset it.`;
  throw new Error(`LOGBENCH_CHROMIUM is ${wanted}, which ${reason}`);
}

/** @param {Record<string, Source>} among */
async function firstOf(among) {
  const failures = [];
  for (const { find } of Object.values(among)) {
    try {
      const found = await find();
      if (found) return found;
    } catch (error) {
      failures.push(/** @type {Error} */ (error).message);
    }
  }
  throw new Error(['There is no browser for the tests.', ...failures, installOne].join(' '));
}

const installOne =
  'Install Chrome, Edge or Chromium (on Debian: apt-get install chromium), or set LOGBENCH_CHROMIUM to the path of one.';

/** Nothing asks for outside hosts; a container has neither a sandbox nor a GPU. */
const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Fonts from npm for a browser on Linux, Korean and monospace ones too, so that text has the same width on every
 * machine, also on one without fonts. Other systems have fonts, which browsers find by themselves.
 * @returns {Promise<Record<string, string>>}
 */
async function fontEnvironment() {
  if (process.platform !== 'linux') return {};
  const folder = await keep('fonts', 'fonts', collectFonts);
  return {
    FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    // Without a home folder, the cache would be created at every start.
    XDG_CACHE_HOME: path.join(folder, 'cache'),
  };
}

/** @param {string} folder */
async function collectFonts(folder) {
  const fonts = path.join(folder, 'fonts');
  await mkdir(fonts);
  const archive = path.join(folder, 'fonts.tar');
  const packed = readFileSync(inProject('node_modules', '@sparticuz/chromium/bin/fonts.tar.br'));
  await writeFile(archive, brotliDecompressSync(packed));
  await promisify(execFile)('tar', ['-xf', archive, '-C', fonts]);
  for (const file of fontFiles)
    await copyFile(inProject('node_modules', file), path.join(fonts, path.basename(file)));
  await copyFile(inProject('scripts', 'browser', 'fonts.conf'), path.join(folder, 'fonts.conf'));
  return folder;
}

const fontFiles = [
  ...['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold'].map(
    (name) => `dejavu-fonts-ttf/ttf/${name}.ttf`,
  ),
  ...['400Regular', '700Bold'].map(
    (weight) => `@expo-google-fonts/nanum-gothic/${weight}/NanumGothic_${weight}.ttf`,
  ),
];
