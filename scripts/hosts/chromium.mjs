import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { inProject } from '../project.mjs';
import { keep } from './keep.mjs';

/**
 * Says how to launch a Chromium: the one LOGBENCH_CHROMIUM names, else one found on this machine, else the
 * one that an npm package carries (`LOGBENCH_CHROMIUM=bundled` asks for that one), else the system's package.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string> }>}
 */
export async function findChromium() {
  const wanted = process.env['LOGBENCH_CHROMIUM'];
  const own = wanted && wanted !== 'bundled' ? wanted : undefined;
  if (own && !existsSync(own)) throw new Error(`LOGBENCH_CHROMIUM names ${own}, which does not exist.`);
  const executablePath = own ?? (wanted === 'bundled' ? undefined : installedBrowser());
  return executablePath ? { executablePath, args: quietFlags, env: environment() } : bundledChromium();
}

/**
 * A window without a screen draws its address bar all the same, and the list under it is a page of its own that
 * costs a second of a core for each window. The last flag of this kind counts, so it repeats what Playwright needs.
 */
const unwantedFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'LensOverlay',
  ],
  ...['MediaRouter', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
];

const quietFlags = [
  `--disable-features=${unwantedFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function installedBrowser() {
  return usualPlaces().find((place) => existsSync(place));
}

/** @returns {string[]} */
function usualPlaces() {
  const brands = { chrome: 'Google/Chrome', edge: 'Microsoft/Edge' };
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(
      (name) => process.env[name] ?? '',
    );
    return roots.flatMap((root) => [
      path.join(root, brands.chrome, 'Application', 'chrome.exe'),
      path.join(root, brands.edge, 'Application', 'msedge.exe'),
    ]);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

async function bundledChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const executablePath = installFromDebian() ? installedBrowser() : undefined;
    if (executablePath) return { executablePath, args: quietFlags, env: environment() };
    throw new Error(
      `No Chrome, Chromium or Edge was found, and none can be had from npm for ${process.platform} on ` +
        `${process.arch}. Install one, or name one in the environment variable LOGBENCH_CHROMIUM.`,
    );
  }
  const folder = await keep('chromium', 'a headless Chromium', unpackBundled);
  const executablePath = path.join(folder, 'chromium');
  const env = { ...environment(), FONTCONFIG_PATH: path.join(folder, 'fonts') };
  const args = [...quietFlags, '--no-zygote'];
  if (startsWith(executablePath, env)) return { executablePath, args, env };

  // A machine without the libraries that browsers need: the package carries them too.
  const libraries = [path.join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean);
  return { executablePath, args, env: { ...env, LD_LIBRARY_PATH: libraries.join(':') } };
}

/** No npm package carries a Chromium for ARM; Debian and its kin do, for whoever may install packages. */
function installFromDebian() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  console.log('Installing Chromium from the system’s packages (once)…');
  for (const words of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    if (spawnSync('apt-get', ['-qq', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
      return false;
  }
  return true;
}

/**
 * The package unpacks into the temporary folder, and its libraries only where it believes itself in a
 * cloud function; a process of its own is told both.
 * @param {string} workshop
 */
async function unpackBundled(workshop) {
  const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
  await promisify(execFile)(process.execPath, ['-e', unpack], {
    cwd: inProject(),
    env: { ...process.env, TMPDIR: workshop, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  return workshop;
}

/**
 * @param {string} executablePath
 * @param {Record<string, string>} env
 */
function startsWith(executablePath, env) {
  try {
    execFileSync(executablePath, ['--version'], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function environment() {
  return /** @type {Record<string, string>} */ ({ ...process.env });
}
