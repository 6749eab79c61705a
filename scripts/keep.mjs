import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder } from './project.mjs';

/**
 * Returns the folder `name` of the cache, and fills it if it is missing. It is filled elsewhere and renamed
 * when complete, so that interrupted and concurrent runs are safe. A failure is one sentence with a next step.
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
  } catch (error) {
    throw new Error(`${title} could not be fetched: ${reasonOf(error)}`, { cause: error });
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

/**
 * What went wrong, of what a program printed or Node threw.
 * @param {unknown} error
 */
function reasonOf(error) {
  const { message = String(error), stderr = '' } = /** @type {{ message?: string, stderr?: string }} */ (
    error
  );
  const said = `${stderr}\n${message}`;
  if (/ENOSPC|No space left on device/i.test(said)) return 'the disk is full. Free some space and try again.';
  if (
    /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|Could not resolve|Failed to fetch|could not connect|Some index files failed/i.test(
      said,
    )
  )
    return 'its site cannot be reached. Check the network and the proxy, and try again.';
  const lines = (stderr.trim() === '' ? message : stderr).trim().split('\n');
  return lines.findLast((line) => /^(E:|Error\b)/.test(line)) ?? lines[0] ?? '';
}
