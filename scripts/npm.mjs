import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { unreachable } from './keep.mjs';

/**
 * Runs npm and resolves on success. Its output is shown only on failure, unless `visible`.
 * @param {readonly string[]} parameters
 * @param {string} folder
 * @param {boolean} [visible]
 */
export async function runNpm(parameters, folder, visible = false) {
  const [command = '', ...first] = npmCommand();
  /** @type {import('node:child_process').ChildProcess} */
  const npm = spawn(command, [...first, ...parameters], {
    cwd: folder,
    env: environmentForNpm(),
    stdio: ['ignore', visible ? 'inherit' : 'pipe', 'pipe'],
    shell: process.platform === 'win32' && first.length === 0,
  });
  let output = '';
  npm.stdout?.on('data', (chunk) => (output += chunk));
  npm.stderr?.on('data', (chunk) => {
    output += chunk;
    if (visible) process.stderr.write(chunk);
  });
  const [code] = await once(npm, 'close');
  if (code === 0) return;
  const failed = `npm ${parameters.join(' ')} failed.`;
  if (unreachable.test(output))
    throw new Error(
      `${failed} The npm registry cannot be reached: check the network, the proxy and \`npm config get registry\`.`,
    );
  throw new Error(visible ? `${failed} The output of npm is above.` : `${failed}\n${output.trim()}`);
}

/**
 * Unpacks a package of the registry, without the packages that it needs. tar takes half of npm's time.
 * @param {string} what
 * @param {string} folder an empty one
 * @param {string} [part] the folder of the package to unpack
 * @param {string} [integrity] the hash in a lock file, such as `sha512-…`
 * @returns {Promise<string>} the folder of the package
 */
export async function fetchPackage(what, folder, part = '', integrity) {
  await runNpm(['pack', '--loglevel=error', what], folder);
  const [archive = ''] = await readdir(folder);
  if (integrity !== undefined) await checkIntegrity(path.join(folder, archive), what, integrity);
  await promisify(execFile)('tar', ['-xzf', archive, path.posix.join('package', part)], { cwd: folder });
  return path.join(folder, 'package');
}

/**
 * Rejects a file that is not the one that was locked.
 * @param {string} file
 * @param {string} what
 * @param {string} integrity
 */
export async function checkIntegrity(file, what, integrity) {
  const [algorithm = '', expected] = integrity.split(/-(.*)/s);
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  if (hash.digest('base64') !== expected) {
    throw new Error(`${what} from the registry is not the one in package-lock.json: its hash differs.`);
  }
}

/** The npm that runs this script, if there is one: it needs no shell, also on Windows. */
function npmCommand() {
  const running = process.env['npm_execpath'];
  return running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm'];
}

/**
 * An npm inside `npm test` must not inherit the package of the outer one. It retries quickly and gives up
 * a silent connection after a minute: by default it would wait for minutes.
 */
function environmentForNpm() {
  const outer = /^npm_(package|lifecycle|config_local_prefix)/;
  const kept = Object.entries(process.env).filter(([name]) => !outer.test(name));
  return {
    ...Object.fromEntries(kept),
    npm_config_fetch_retry_maxtimeout: '10000',
    npm_config_fetch_timeout: '60000',
  };
}
