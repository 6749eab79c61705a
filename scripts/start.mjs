// Packs the extension, installs it in a VS Code of its own, starts its local platform with the sample data and opens
// that VS Code.
// node scripts/start.mjs [--browser] [--port PORT-OF-THE-BROWSER-ONE] [--platform-port PORT]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stopAllTrees } from './processes.mjs';
import { cacheFolder } from './project.mjs';
import { openDesktop } from './start/desktop.mjs';
import { openInBrowser } from './start/browser.mjs';
import { startDemoPlatform } from './start/demoPlatform.mjs';
import { freePort } from './start/freePort.mjs';
import { installPackage } from './start/installed.mjs';
import { startAlone } from './start/startAlone.mjs';

let ending = false;
/** Ends the platform, even while it starts. */
const platformEnd = new AbortController();
/** @type {import('../src/core/api/platformProcess').PlatformProcess | undefined} */
let platform;

process.once('SIGINT', () => void end(0));
process.once('SIGTERM', () => void end(0));

try {
  await start();
} catch (error) {
  if (!ending) {
    console.error(`\n${/** @type {Error} */ (error).message}`);
    await end(1);
  }
}

async function start() {
  const { values } = parseArgs({
    options: {
      browser: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      'platform-port': { type: 'string', default: '0' },
    },
  });
  const port = await freePort(values.port, '--port');
  const platformPort = await freePort(values['platform-port'], '--platform-port');
  startAlone(path.join(cacheFolder, 'start.pid'));
  const { desktop, dataFolder, extensionFolder } = await installPackage(values.browser);

  console.log('Starting the local platform with the sample data…');
  platform = await startDemoPlatform(extensionFolder, platformPort, platformEnd.signal);
  platform.onExit(() => void end(1, 'The platform ended.'));
  console.log(`The platform listens on ${platform.announcement.base_url}.`);

  const workspace = path.join(cacheFolder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const opened = desktop
    ? openDesktop(desktop, dataFolder, workspace)
    : await openInBrowser(dataFolder, workspace, port);
  console.log(`${opened.message}\nPress Ctrl-C to stop everything.`);
  void opened.ended.then(() => end(0, 'VS Code was closed.'));
}

/**
 * Ends everything that was started. Only the first call has an effect.
 * @param {number} code
 * @param {string} [reason]
 */
async function end(code, reason) {
  if (ending) return;
  ending = true;
  if (reason) console.log(reason);
  platformEnd.abort();
  await Promise.all([platform?.stop(), stopAllTrees()]);
  process.exit(code);
}
