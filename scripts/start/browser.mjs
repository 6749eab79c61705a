import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchHost } from '../hosts/fetchHost.mjs';
import { workbenchAddress } from '../hosts/openWorkbench.mjs';
import { startServer } from '../hosts/startServer.mjs';
import { hostVersions } from '../hosts/versions.mjs';
import { cacheFolder, projectFolder } from '../project.mjs';
import { openerFolder } from './desktop.mjs';

/**
 * Serves the newest VS Code to the browser, with the extension in it.
 * @param {number} port
 */
export async function openInBrowser(port) {
  const workspace = path.join(cacheFolder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const host = await fetchHost(hostVersions.newest);
  const dataFolder = path.join(cacheFolder, 'browser-vscode');
  // A page can be given one extension under development only, so this one is installed: VS Code takes in
  // whatever lies in its folder of extensions when it starts for the first time.
  const installed = path.join(dataFolder, 'extensions', 'logbench.logbench-opener-0.0.0');
  cpSync(openerFolder, installed, { recursive: true });
  // Its window has a terminal: other users of this machine must not get in.
  const token = randomBytes(16).toString('hex');
  const server = await startServer(host, { dataFolder, port, token, testing: true, keepSettings: true });
  const remote = `vscode-remote://${new URL(server.origin).host}`;
  const address = workbenchAddress(`${server.origin}/?tkn=${token}`, workspace, [
    ['extensionDevelopmentPath', `${remote}${pathToFileURL(projectFolder).pathname}`],
  ]);
  showAddress(address);
  return {
    message: `VS Code with the extension:\n\n  ${address}\n`,
    ended: server.ended,
  };
}

/**
 * Opens the user's browser where there is one; the address is printed in any case.
 * @param {string} address
 */
function showAddress(address) {
  const opener = browserOpener();
  if (!opener) return;
  const [command, ...first] = opener;
  const child = spawn(String(command), [...first, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

/** @returns {string[] | undefined} */
function browserOpener() {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
