import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { tsImport } from 'tsx/esm/api';
import { startTree } from '../processes.mjs';
import { cacheFolder } from '../project.mjs';

/** The sample data is created once and kept with its key, because the platform stores only the hash. */
const demoFolder = path.join(cacheFolder, 'demo');
const dataFolder = path.join(demoFolder, 'data');
const keyFile = path.join(demoFolder, 'api-key');

/**
 * Starts the platform and announces it to the extension with its key.
 * @param {string} extensionFolder
 * @param {number} port
 * @returns {Promise<{ baseUrl: string, ended: Promise<number> }>}
 */
export async function startDemoPlatform(extensionFolder, port) {
  if (!existsSync(keyFile)) await rm(demoFolder, { recursive: true, force: true });
  await mkdir(demoFolder, { recursive: true, mode: 0o700 });
  const announcementFile = await newAnnouncementFile();
  const platform = startTree(process.execPath, [
    path.join(extensionFolder, 'dist', 'platform.js'),
    ...['--port', String(port), '--data', dataFolder, '--demo', '--announce', announcementFile],
  ]);
  let log = '';
  platform.stderr.on('data', (chunk) => (log += chunk));
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => platform.once('exit', (code) => resolve(code ?? 1)));
  const firstLine = once(createInterface({ input: platform.stdout }), 'line');
  const [line] = await Promise.race([firstLine, ended.then(() => [])]);
  if (line === undefined) throw new Error(`The platform did not start.\n${log.trim()}`);
  const announcement = JSON.parse(line);
  await keepKey(announcement, announcementFile);
  return { baseUrl: announcement.base_url, ended };
}

/** @returns {Promise<string>} */
async function newAnnouncementFile() {
  const shared = await tsImport('../../src/core/interface/announcement.ts', import.meta.url);
  const folder = shared.announcementFolder(process.env, homedir());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, shared.announcementFileName(process.pid));
}

/**
 * The platform announces the key only at its first start. Afterwards it is added to the announcement.
 * @param {{ api_key?: string }} announcement
 * @param {string} announcementFile
 */
async function keepKey(announcement, announcementFile) {
  if (announcement.api_key) {
    await writeFile(keyFile, announcement.api_key, { mode: 0o600 });
    return;
  }
  const complete = { ...announcement, api_key: await readFile(keyFile, 'utf8') };
  const draft = `${announcementFile}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(complete)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, announcementFile);
}
