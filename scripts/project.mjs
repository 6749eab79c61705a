import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, independent of the current folder. */
export const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Downloads that are kept: git-ignored, and shared between checkouts by LOGBENCH_CACHE. */
export const cacheFolder = path.resolve(projectFolder, process.env['LOGBENCH_CACHE'] ?? '.cache');

/** The output of test runs: bundles, screenshots, logs. */
export const outputFolder = path.join(projectFolder, 'out');

/**
 * @param {string[]} names
 * @returns {string}
 */
export const inProject = (...names) => path.join(projectFolder, ...names);
