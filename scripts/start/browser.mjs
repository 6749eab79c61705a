import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fetchHost } from '../hosts/fetchHost.mjs';
import { workbenchAddress } from '../hosts/openWorkbench.mjs';
import { startServer } from '../hosts/startServer.mjs';
import { hostVersions } from '../hosts/versions.mjs';
import { cacheFolder } from '../project.mjs';

/**
 * Serves the newest VS Code with the extensions of its folder. Without VS Code's test driver, which
 * suppresses notifications.
 * @param {string} dataFolder
 * @param {number} port
 */
export async function openInBrowser(dataFolder, port) {
  const workspace = path.join(cacheFolder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const host = await fetchHost(hostVersions.newest);
  // Its window has a terminal, which other users of this machine must not access.
  const token = randomBytes(16).toString('hex');
  const server = await startServer(host, { dataFolder, port, token, keepSettings: true });
  const address = workbenchAddress(`${server.origin}/?tkn=${token}`, workspace);
  showAddress(address);
  return {
    message: `VS Code with the extension:\n\n  ${address}\n`,
    ended: server.ended,
  };
}

/**
 * Opens the user's browser if there is one; the address is printed in any case.
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
