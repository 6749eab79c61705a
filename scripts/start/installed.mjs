import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchHost } from '../hosts/fetchHost.mjs';
import { serverArguments } from '../hosts/startServer.mjs';
import { hostVersions } from '../hosts/versions.mjs';
import { cacheFolder } from '../project.mjs';
import { findDesktop } from './desktop.mjs';
import { packageForHere } from './packageForHere.mjs';

/**
 * A VS Code with the packaged extension installed in it, the way a user installs it. It has folders of its own, so
 * that a desktop VS Code keeps its settings and extensions apart from this one.
 * @typedef {object} Installed
 * @property {string | undefined} desktop the command of a desktop VS Code; undefined means the one for the browser
 * @property {string} dataFolder
 * @property {string} extensionFolder where the extension lies, its local platform included
 */

/**
 * @param {boolean} inBrowser even where there is a desktop VS Code
 * @returns {Promise<Installed>}
 */
export async function installPackage(inBrowser) {
  const desktop = inBrowser ? undefined : findDesktop();
  const dataFolder = path.join(cacheFolder, desktop ? 'desktop-vscode' : 'browser-vscode');
  const extensions = path.join(dataFolder, 'extensions');
  const { files, made } = packageForHere();
  if (made || !extensionFolderIn(extensions)) {
    console.log('Installing it in VS Code…');
    await rm(extensions, { recursive: true, force: true });
    await mkdir(extensions, { recursive: true });
    await install(desktop, dataFolder, files);
  }
  const extensionFolder = extensionFolderIn(extensions);
  if (!extensionFolder) throw new Error('VS Code did not install the package. Delete .cache and try again.');
  return { desktop, dataFolder, extensionFolder };
}

/**
 * @param {string | undefined} desktop
 * @param {string} dataFolder
 * @param {readonly string[]} files
 */
async function install(desktop, dataFolder, files) {
  const args = files.flatMap((file) => ['--install-extension', file]);
  const run = promisify(execFile);
  if (desktop) {
    const shell = process.platform === 'win32';
    await run(desktop, [...desktopFolders(dataFolder), ...args, '--force'], { shell });
    return;
  }
  const host = await fetchHost(hostVersions.newest);
  await run(host.node, [...serverArguments(host, dataFolder), ...args]);
}

/** @param {string} dataFolder */
export function desktopFolders(dataFolder) {
  return [
    ...['--user-data-dir', path.join(dataFolder, 'user-data')],
    ...['--extensions-dir', path.join(dataFolder, 'extensions')],
  ];
}

/**
 * @param {string} extensions
 * @returns {string | undefined}
 */
function extensionFolderIn(extensions) {
  const list = path.join(extensions, 'extensions.json');
  if (!existsSync(list)) return undefined;
  /** @type {{ identifier: { id: string }, relativeLocation: string }[]} */
  const entries = JSON.parse(readFileSync(list, 'utf8'));
  const entry = entries.find(({ identifier }) => identifier.id === 'logbench.logbench');
  return entry && path.join(extensions, entry.relativeLocation);
}
