import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from '../project.mjs';

/**
 * Returns the folder `name` of the cache, and fills it if it is missing. It is filled elsewhere and renamed
 * when complete, so that interrupted and concurrent runs are safe.
 * @param {string} name
 * @param {string} title what the progress lines call it
 * @param {(folder: string) => Promise<string>} fill returns the folder to keep, inside the one it got
 * @returns {Promise<string>}
 */
export async function keep(name, title, fill) {
  const kept = path.join(cacheFolder, name);
  if (existsSync(kept)) return kept;

  await mkdir(cacheFolder, { recursive: true });
  const temporaryFolder = await mkdtemp(path.join(cacheFolder, 'fetching-'));
  const progress = showProgress(title);
  try {
    await moveUnlessThere(await fill(temporaryFolder), kept);
    progress.done();
    return kept;
  } finally {
    progress.stop();
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
async function moveUnlessThere(from, to) {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** @param {string} title */
function showProgress(title) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`Fetching ${title} (once)…`);
  const timer = setInterval(() => console.log(`Still fetching ${title} (${seconds()})…`), 10_000);
  return {
    done: () => console.log(`Fetched ${title} in ${seconds()}.`),
    stop: () => clearInterval(timer),
  };
}
