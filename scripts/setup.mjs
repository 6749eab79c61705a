// Runs before anything is installed, so it may use only Node itself.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { findChromium } from './browser/findChromium.mjs';
import { fetchHost, hostVersions } from './hosts/fetchHost.mjs';
import { nodeProblem } from './nodeProblem.mjs';
import { runNpm } from './npm.mjs';
import { inProject, projectFolder } from './project.mjs';
import { findDesktop } from './start/desktop.mjs';

const purpose = process.argv[2];
try {
  const problem = nodeProblem(process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  // Waits for all of them, so that the error is printed last.
  const parts = await Promise.allSettled([installDependencies().then(findBrowser), fetchVscode()]);
  const failed = parts.find((part) => part.status === 'rejected');
  if (failed) throw failed.reason;
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
}

/**
 * Downloads concurrently, which saves half a minute: `npm start` requires one if there is no desktop VS Code, and
 * `npm test` all, whose step `hosts` repeats what fails here, and reports it.
 */
async function fetchVscode() {
  if (purpose === '--for-tests') await Promise.allSettled(Object.keys(hostVersions).map(fetchHost));
  else if (purpose === '--for-start' && !findDesktop()) await fetchHost('newest');
}

/** Before anything is built. Much can be tested without a browser, so its lack is only told. */
async function findBrowser() {
  if (purpose !== '--for-tests' && purpose !== '--for-pages') return;
  await findChromium().catch(({ message }) => console.warn(message));
}

async function installDependencies() {
  if (holdsLockedVersions()) return;
  const modules = inProject('node_modules');
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    console.warn('node_modules is a link and differs from package-lock.json; it is left as it is.');
    return;
  }

  console.log('Installing the dependencies (once, and again when package-lock.json changes)…');
  const started = Date.now();
  await runNpm(['ci', '--no-audit', '--no-fund'], projectFolder, true);
  console.log(`Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** npm writes this record last, so it marks a complete installation. */
function holdsLockedVersions() {
  const record = inProject('node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(inProject('package-lock.json'))).every(
    ([name, locked]) => name === '' || locked.optional || installed[name]?.version === locked.version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
