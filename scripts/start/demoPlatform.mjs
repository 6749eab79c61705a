import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { cacheFolder } from '../project.mjs';

/** The sample data is created once and kept with its key, because the platform stores only the hash. */
const demoFolder = path.join(cacheFolder, 'demo');
const keyFile = path.join(demoFolder, 'api-key');

/**
 * Starts the platform as the extension does, which announces it to the extension with its key.
 * @param {string} extensionFolder
 * @param {number} port
 * @param {AbortSignal} signal
 * @returns {Promise<import('../../src/core/api/platformProcess').PlatformProcess>}
 */
export async function startDemoPlatform(extensionFolder, port, signal) {
  if (!existsSync(keyFile)) await rm(demoFolder, { recursive: true, force: true });
  await mkdir(demoFolder, { recursive: true, mode: 0o700 });
  const { startPlatform } = await tsImport(
    '../../src/extension/features/localPlatform/startPlatform.ts',
    import.meta.url,
  );
  return startPlatform(
    {
      program: path.join(extensionFolder, 'dist', 'platform.js'),
      dataFolder: path.join(demoFolder, 'data'),
      port,
      keys: {
        get: () => readFile(keyFile, 'utf8'),
        store: (/** @type {string} */ key) => writeFile(keyFile, key, { mode: 0o600 }),
      },
      log: () => undefined,
    },
    signal,
  );
}
