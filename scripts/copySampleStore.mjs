import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { outputFolder } from './project.mjs';

export const sampleFolder = path.join(outputFolder, 'sample-store');

/** The sample data ends at the time it was created, and some tests read its last hours. */
const freshFor = 2 * 3_600_000;

/**
 * Copies the store that the test run has filled (`scripts/sampleStore.mjs`). Without one, the folder stays as
 * it is, and a platform that is started there with `--demo` fills it.
 * @param {string} folder
 */
export async function copySampleStore(folder) {
  const found = await stat(sampleFolder).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs < freshFor) await cp(sampleFolder, folder, { recursive: true });
}

/**
 * Copies it to where the extension keeps the store of the local platform.
 * @param {string} dataFolder that of a VS Code server
 */
export async function copyLocalPlatformStore(dataFolder) {
  const storage = path.join(dataFolder, 'data', 'User', 'globalStorage', 'logbench.logbench');
  await copySampleStore(path.join(storage, 'platform'));
}
