import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '../keep.mjs';

const run = promisify(execFile);
const packageName = 'chromium-headless-shell';

/**
 * Debian's headless Chromium with the libraries that are missing on this machine, unpacked into the cache: nothing
 * is installed, so it needs no root. Ubuntu's package is a snap, which cannot be unpacked.
 */
export async function debianChromium() {
  if (!isDebian()) return undefined;
  const folder = await keep('chromium-debian', "Chromium from Debian's packages", fetchPackages);
  return { executablePath: executableIn(folder), env: await libraryPath(folder) };
}

function isDebian() {
  const file = '/etc/os-release';
  if (process.platform !== 'linux' || !existsSync(file)) return false;
  const release = readFileSync(file, 'utf8');
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(release) && !/^ID(_LIKE)?=.*\bubuntu\b/m.test(release);
}

/** @param {string} folder */
async function fetchPackages(folder) {
  const apt = path.join(folder, 'apt');
  const archives = path.join(apt, 'cache', 'archives');
  await mkdir(path.join(archives, 'partial'), { recursive: true });
  await mkdir(path.join(apt, 'state', 'lists', 'partial'), { recursive: true });
  await aptGet(apt, ['update']);
  await aptGet(apt, ['--yes', '--no-install-recommends', '--download-only', 'install', packageName]);

  const unpacked = path.join(folder, 'unpacked');
  await mkdir(unpacked);
  for (const name of await readdir(archives)) {
    if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', path.join(archives, name), unpacked]);
  }
  await rm(apt, { recursive: true });
  await run(executableIn(unpacked), ['--version'], {
    env: { ...process.env, ...(await libraryPath(unpacked)) },
  });
  return unpacked;
}

/**
 * With folders of its own, apt changes nothing on this machine; it still reads what is installed.
 * @param {string} folder
 * @param {string[]} args
 */
async function aptGet(folder, args) {
  const options = {
    'Dir::State': path.join(folder, 'state'),
    'Dir::Cache': path.join(folder, 'cache'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Debug::NoLocking': 'true',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '10',
    'APT::Update::Error-Mode': 'any',
    'APT::Sandbox::User': '',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await run('apt-get', ['--quiet', ...flags, ...args], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/** @param {string} folder */
function executableIn(folder) {
  return path.join(folder, 'usr', 'lib', 'chromium', packageName);
}

/** The folders of the unpacked libraries, whatever the processor is called. @param {string} folder */
async function libraryPath(folder) {
  const library = path.join(folder, 'usr', 'lib');
  const names = await readdir(library, { recursive: true });
  const folders = new Set(
    names.filter((name) => /\.so(\.|$)/.test(name)).map((name) => path.join(library, path.dirname(name))),
  );
  return { LD_LIBRARY_PATH: [process.env['LD_LIBRARY_PATH'], ...folders].filter(Boolean).join(':') };
}
