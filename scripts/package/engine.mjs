import { existsSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { keep } from '../keep.mjs';
import { fetchPackage } from '../npm.mjs';
import { inProject } from '../project.mjs';

/** VS Code's names of the targets for which the engine has binaries. */
export const targets = 'linux-x64 linux-arm64 darwin-x64 darwin-arm64 win32-x64 win32-arm64'.split(' ');

/**
 * Copies the engine for one target to where `platform.js` in the folder `bundles` finds it, without
 * development files. The binaries come from the installation if it has them, otherwise from the registry.
 * @param {string} target
 * @param {string} bundles
 */
export async function copyEngine(target, bundles) {
  const copy = (/** @type {string} */ name, from = installed(name)) =>
    cp(from, path.join(bundles, 'node_modules', '@duckdb', name), {
      recursive: true,
      dereference: true,
      filter: (file) => !/\.(d\.ts|map)$|README\.md$/.test(file),
    });
  await copy('node-bindings');
  const name = `node-bindings-${target}`;
  await copy(name, existsSync(installed(name)) ? installed(name) : await fetchBinaries(name));
}

/** @param {string} name */
function fetchBinaries(name) {
  const { version, integrity } = lockedBinaries(name);
  const what = `${name}@${version}`;
  return keep(what, what, (folder) => fetchPackage(`@duckdb/${what}`, folder, '', integrity));
}

/**
 * The version and the hash that the tested installation is locked to.
 * @param {string} name
 * @returns {{ version: string, integrity: string }}
 */
export function lockedBinaries(name) {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const locked = packages[`node_modules/@duckdb/${name}`];
  if (!locked?.integrity) throw new Error(`package-lock.json has no hash of @duckdb/${name}.`);
  return locked;
}

/** @param {string} name */
function installed(name) {
  return inProject('node_modules', '@duckdb', name);
}
