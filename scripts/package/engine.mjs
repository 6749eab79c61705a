import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fetchPackage } from '../npm.mjs';
import { inProject } from '../project.mjs';

/** VS Code's names of the targets for which the engine has binaries. */
export const targets = 'linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64'.split(' ');

/**
 * Copies the engine for one target to where `platform.js` in the folder `bundles` finds it, without
 * development files.
 * @param {string} target
 * @param {string} bundles
 */
export async function copyEngine(target, bundles) {
  const modules = path.join(bundles, 'node_modules', '@duckdb');
  await cp(inProject('node_modules', '@duckdb', 'node-bindings'), path.join(modules, 'node-bindings'), {
    recursive: true,
    dereference: true,
    filter: isNeeded,
  });
  await copyBindings(`node-bindings-${target}`, modules);
}

/** @param {string} file */
function isNeeded(file) {
  return !/\.(d\.ts|map)$|README\.md$/.test(file);
}

/**
 * The binaries come from the installation if it has them, otherwise from the registry.
 * @param {string} name
 * @param {string} modules
 */
async function copyBindings(name, modules) {
  const installed = inProject('node_modules', '@duckdb', name);
  const install = (/** @type {string} */ folder) =>
    cp(folder, path.join(modules, name), { recursive: true, dereference: true, filter: isNeeded });
  if (existsSync(installed)) return install(installed);

  const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'logbench-engine-'));
  try {
    const what = `@duckdb/${name}@${installedVersion()}`;
    console.log(`Fetching ${what}…`);
    await install(await fetchPackage(what, temporaryFolder));
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

function installedVersion() {
  const manifest = inProject('node_modules', '@duckdb', 'node-bindings', 'package.json');
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
