import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '../keep.mjs';
import { inProject } from '../project.mjs';

const run = promisify(execFile);

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
export const chromiumSources = {
  npm: { find: npmChromium, condition: 'Linux x64' },
  installed: { find: installedChromium, condition: 'a machine with Chrome, Edge or Chromium' },
  debian: { find: debianChromium, condition: 'Debian' },
  playwright: { find: playwrightChromium, condition: 'a machine that Playwright supports' },
};

/** The headless Chromium of an npm package, which has one for Linux x64 alone. */
async function npmChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await keep(`chromium-npm-${versionOf('@sparticuz/chromium')}`, 'Chromium from npm', unpack);
  const browser = { executablePath: path.join(folder, 'chromium'), args: ['--no-zygote'] };
  return run(browser.executablePath, ['--version']).then(
    () => browser,
    // The package includes the libraries that some machines lack.
    () => ({ ...browser, env: withLibraries(path.join(folder, 'al2023', 'lib')) }),
  );
}

/**
 * The package unpacks into the temporary folder, and its libraries only in a cloud function; a separate
 * process sets both.
 * @param {string} folder
 */
async function unpack(folder) {
  const script = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await run(process.execPath, ['-e', script], { cwd: inProject(), env });
  return folder;
}

/** A Chrome, Edge or Chromium that is installed on this machine. */
function installedChromium() {
  const executablePath = defaultLocations().find((file) => existsSync(file));
  return Promise.resolve(executablePath === undefined ? undefined : { executablePath });
}

/** @returns {string[]} */
function defaultLocations() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(
      (name) => process.env[name] ?? '',
    );
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return roots.flatMap((root) => programs.map((program) => path.join(root, program)));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/**
 * Debian's headless Chromium with the libraries that are missing on this machine, unpacked into the cache: nothing
 * is installed, so it needs no root. Ubuntu's package is a snap, which cannot be unpacked.
 */
async function debianChromium() {
  const file = '/etc/os-release';
  const release = process.platform === 'linux' && existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!/^ID(_LIKE)?=.*\bdebian\b/m.test(release) || /^ID(_LIKE)?=.*\bubuntu\b/m.test(release))
    return undefined;
  return unpackedDebian(await keep('chromium-debian', "Chromium from Debian's packages", fetchDebian));
}

/** @param {string} folder */
async function fetchDebian(folder) {
  const apt = path.join(folder, 'apt');
  const archives = path.join(apt, 'cache', 'archives');
  await mkdir(path.join(archives, 'partial'), { recursive: true });
  await mkdir(path.join(apt, 'state', 'lists', 'partial'), { recursive: true });
  await aptGet(apt, 'update');
  await aptGet(apt, '--yes', '--no-install-recommends', '--download-only', 'install', debianPackage);

  const unpacked = path.join(folder, 'unpacked');
  await mkdir(unpacked);
  for (const name of await readdir(archives)) {
    if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', path.join(archives, name), unpacked]);
  }
  const { executablePath, env } = await unpackedDebian(unpacked);
  await run(executablePath, ['--version'], { env: { ...process.env, ...env } });
  return unpacked;
}

const debianPackage = 'chromium-headless-shell';

/**
 * With folders of its own, apt changes nothing on this machine; it still reads what is installed.
 * @param {string} folder
 * @param {string[]} args
 */
async function aptGet(folder, ...args) {
  const flags = [
    `Dir::State=${path.join(folder, 'state')}`,
    `Dir::Cache=${path.join(folder, 'cache')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    'Debug::NoLocking=true',
    'Acquire::Retries=1',
    'Acquire::http::Timeout=10',
    'APT::Update::Error-Mode=any',
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', ['--quiet', ...flags, ...args], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/** With the folders of the unpacked libraries, whatever the processor is called. @param {string} folder */
async function unpackedDebian(folder) {
  const library = path.join(folder, 'usr', 'lib');
  const files = await readdir(library, { recursive: true });
  const libraries = files.filter((name) => /\.so(\.|$)/.test(name));
  return {
    executablePath: path.join(library, 'chromium', debianPackage),
    env: withLibraries(...new Set(libraries.map((name) => path.join(library, path.dirname(name))))),
  };
}

/** A machine's own come first. @param {string[]} folders */
function withLibraries(...folders) {
  return { LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], ...folders].filter(Boolean).join(':') };
}

/** The headless shell from Playwright's own download site. */
async function playwrightChromium() {
  const name = `chromium-playwright-${versionOf('playwright-core')}`;
  const folder = await keep(name, "Chromium from Playwright's site", download);
  return { executablePath: await headlessShellIn(folder) };
}

/** @param {string} folder */
async function download(folder) {
  const cli = inProject('node_modules', 'playwright-core', 'cli.js');
  // The timeout is in milliseconds without data.
  const settings = { PLAYWRIGHT_BROWSERS_PATH: folder, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  await run(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
    env: { ...process.env, ...settings },
  });
  await headlessShellIn(folder);
  return folder;
}

/** @param {string} folder */
async function headlessShellIn(folder) {
  const names = await readdir(folder, { recursive: true });
  const found = names.find((name) => /(^|[\\/])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(name));
  if (found) return path.join(folder, found);
  throw new Error('Playwright has no headless Chromium for this machine.');
}

/** @param {string} name of an installed package */
function versionOf(name) {
  return JSON.parse(readFileSync(inProject('node_modules', name, 'package.json'), 'utf8')).version;
}
