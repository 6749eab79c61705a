// Runs before anything is installed, so it may use nothing but Node itself.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { fetchHost } from './hosts/fetchHost.mjs';
import { hostVersions } from './hosts/versions.mjs';
import { runNpm } from './npm.mjs';
import { inProject, projectFolder } from './project.mjs';
import { findDesktop } from './start/desktop.mjs';

const oldestNode = [20, 19];

try {
  requireNode();
  await Promise.all([installDependencies(), fetchVscode()]);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `Logbench needs Node ${oldestNode.join('.')} or newer; this is Node ${process.versions.node}. ` +
      'Install a current one from https://nodejs.org and try again.',
  );
}

/** `npm start` needs one where there is no desktop VS Code; fetching both at once spares a newcomer half a minute. */
async function fetchVscode() {
  const wanted = process.argv.includes('--for-start') && !findDesktop();
  if (wanted) await fetchHost(hostVersions.newest);
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
  await runNpm(['ci', '--no-audit', '--no-fund'], { folder: projectFolder, visible: true });
  console.log(`Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** npm leaves its own record of what it installed, last of all: it is the stamp of a whole installation. */
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
