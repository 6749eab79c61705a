import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputFolder } from './project.mjs';
import { fillIfChanged } from './sources.mjs';

const sampleFolder = path.join(outputFolder, 'sample-store');
const hour = 3_600_000;

/**
 * Copies the store that the test run has filled. Without one, the folder stays as it is, and a platform that is
 * started there with `--demo` fills it. The sample data ends at the time it was created, and some tests read its last
 * hours.
 * @param {string} folder
 */
export async function copySampleStore(folder) {
  const filled = await stat(`${sampleFolder}.sources`).catch(() => undefined);
  if (filled && Date.now() - filled.mtimeMs < 2 * hour) await cp(sampleFolder, folder, { recursive: true });
}

/**
 * Copies it to where the extension keeps the store of the local platform.
 * @param {string} dataFolder that of a VS Code server
 */
export async function copyLocalPlatformStore(dataFolder) {
  const storage = path.join(dataFolder, 'data', 'User', 'globalStorage', 'logbench.logbench');
  await copySampleStore(path.join(storage, 'platform'));
}

// Run by itself, it fills the store, because creating it takes 12 seconds of CPU. It has no account with a key, as
// before the first start of a platform. One that the same sources made in the last hour is kept.
if (process.argv[1] === fileURLToPath(import.meta.url))
  void fillIfChanged(
    sampleFolder,
    ['src/platform', 'src/core/base', 'src/core/interface', 'src/core/time', 'package-lock.json'],
    fill,
    hour,
  );

async function fill() {
  const { tsImport } = await import('tsx/esm/api');
  const { Database } = await tsImport('../src/platform/store/database.ts', import.meta.url);
  const { migrate } = await tsImport('../src/platform/store/migrations.ts', import.meta.url);
  const { fillDemo } = await tsImport('../src/platform/demo/fillDemo.ts', import.meta.url);

  const database = await Database.open(sampleFolder);
  await migrate(database);
  await fillDemo(database, console.error);
  await database[Symbol.asyncDispose]();
}
