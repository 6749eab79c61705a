import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
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
  await removeInterrupted();
  const temporaryFolder = await mkdtemp(path.join(cacheFolder, 'fetching-'));
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`Fetching ${title} (once)…`);
  const progress = setInterval(() => console.log(`Still fetching ${title} (${seconds()})…`), 10_000);
  try {
    await rename(await fill(temporaryFolder), kept).catch((error) => {
      // Another run may have been faster.
      if (!existsSync(kept)) throw error;
    });
    console.log(`Fetched ${title} in ${seconds()}.`);
    return kept;
  } catch (error) {
    const reason = reasonOf(/** @type {Error} */ (error));
    throw new Error(`${title} could not be fetched: ${reason}`, { cause: error });
  } finally {
    clearInterval(progress);
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

/** What was killed an hour ago or earlier cannot clean up itself. */
async function removeInterrupted() {
  for (const name of (await readdir(cacheFolder)).filter((name) => name.startsWith('fetching-'))) {
    const folder = path.join(cacheFolder, name);
    const { mtimeMs = Infinity } = (await stat(folder).catch(() => undefined)) ?? {};
    if (mtimeMs < Date.now() - 3_600_000) await rm(folder, { recursive: true, force: true });
  }
}

/** In what Node, npm, apt and tools print when a site does not respond. */
export const unreachable =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|Could not resolve|Failed to fetch|could not connect|Some index files failed/i;

/**
 * What went wrong, of what a program printed or Node threw.
 * @param {{ message: string, stderr?: string }} error
 */
function reasonOf({ message, stderr = '' }) {
  const said = `${stderr}\n${message}`;
  if (/ENOSPC|No space left on device|enough free space/i.test(said))
    return 'the disk is full. Free some space and try again.';
  if (unreachable.test(said))
    return 'its site cannot be reached. Check the network and the proxy, and try again.';
  const lines = (stderr.trim() || message.trim()).split('\n');
  return lines.findLast((line) => /^(E:|Error\b|npm error (code|\d))/.test(line)) ?? lines[0];
}
