import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fetchHost } from '../hosts/fetchHost.mjs';
import { workbenchAddress } from '../hosts/openWorkbench.mjs';
import { startServer } from '../hosts/startServer.mjs';

/**
 * Serves the newest VS Code with the extensions of its folder. Without VS Code's test driver, which
 * suppresses notifications. Opens the user's browser if there is one; the address is printed in any case.
 * @param {string} dataFolder
 * @param {string} workspace
 * @param {number} port
 */
export async function openInBrowser(dataFolder, workspace, port) {
  // Its window has a terminal, which other users of this machine must not access.
  const token = randomBytes(16).toString('hex');
  const { origin, ended } = await startServer(await fetchHost('newest'), { dataFolder, port, token });
  const address = workbenchAddress(`${origin}/?tkn=${token}`, workspace);
  const [command, ...args] = browserOpener();
  if (command) {
    const browser = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    browser.once('error', () => undefined);
    browser.unref();
  }
  return { message: `VS Code with the extension:\n\n  ${address}\n`, ended };
}

/** @returns {string[]} */
function browserOpener() {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? ['xdg-open'] : [];
}
