import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json, wherever a script was started from. */
export const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** What is fetched once and kept: git-ignored, and shared between checkouts by LOGBENCH_CACHE. */
export const cacheFolder = path.resolve(projectFolder, process.env['LOGBENCH_CACHE'] ?? '.cache');

/** What a test run leaves behind: bundles, pictures, logs. */
export const outputFolder = path.join(projectFolder, 'out');

/**
 * @param {string[]} names
 * @returns {string}
 */
export const inProject = (...names) => path.join(projectFolder, ...names);
