import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTree, stopTree } from '../processes.mjs';

/** For reproducible runs and screenshots: no welcome page and no network requests. */
const quietSettings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** Disables animations, decorations and port detection, which are expensive and not needed by any test. */
const leanSettings = {
  'editor.cursorBlinking': 'solid',
  'editor.minimap.enabled': false,
  'remote.autoForwardPorts': false,
  // Otherwise, the ports of all processes are listed every few seconds.
  'remote.autoForwardPortsSource': 'output',
  'workbench.reduceMotion': 'on',
};

/**
 * Starts the VS Code server in `dataFolder` and waits until it listens. The caller must `stop()` it. A person's has
 * a `token`, without which anyone who can reach the port has access, and keeps its settings; `lean` omits what
 * tests do not need.
 * @param {{ serverMain: string, node: string }} host
 * @param {{ dataFolder: string, port?: number, settings?: object, testing?: boolean, lean?: boolean,
 *   env?: object, token?: string }} options
 * @returns {Promise<{ origin: string, log: () => string, ended: Promise<unknown>, stop: () => Promise<void> }>}
 */
export async function startServer(host, { dataFolder, port = 0, settings, testing, lean, env, token }) {
  const settingsFile = path.join(dataFolder, 'data', 'User', 'settings.json');
  if (!token || !existsSync(settingsFile)) {
    await mkdir(path.dirname(settingsFile), { recursive: true });
    const all = { ...quietSettings, ...(lean && leanSettings), ...settings };
    await writeFile(settingsFile, JSON.stringify(all, undefined, 2));
  }
  const args = [
    ...serverArguments(host, dataFolder),
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...(token ? ['--connection-token', token] : ['--without-connection-token']),
    // Both ends are on this machine.
    '--disable-websocket-compression',
    ...(testing ? ['--enable-smoke-test-driver'] : []),
    ...(lean ? ['--builtin-extensions-dir', await linkBuiltIns(host, dataFolder)] : []),
  ];
  const server = startTree(host.node, args, { ...process.env, ...env });
  let log = '';
  server.stdout.on('data', (chunk) => (log += chunk));
  server.stderr.on('data', (chunk) => (log += chunk));
  const stop = () => stopTree(server);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const listeningPort = await waitForPort(server, () => log);
    return { origin: `http://127.0.0.1:${listeningPort}`, log: () => withoutNoise(log), ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Color themes, file icons, and the languages of files that Logbench reads and writes. */
const neededBuiltIns = 'json log markdown-basics theme-defaults theme-modern-icons theme-seti yaml'.split(
  ' ',
);

/**
 * Creates a folder with the built-in extensions of VS Code that the tests need. All others, such as Git, TypeScript
 * and chat, would add a third to the loading time of each window.
 * @param {{ serverMain: string }} host
 * @param {string} dataFolder
 */
async function linkBuiltIns(host, dataFolder) {
  const source = path.join(path.dirname(host.serverMain), '..', 'extensions');
  const folder = path.join(dataFolder, 'built-in');
  await mkdir(folder, { recursive: true });
  // Some VS Code versions lack some of them.
  for (const name of await readdir(source))
    if (neededBuiltIns.includes(name))
      await symlink(path.join(source, name), path.join(folder, name), 'junction');
  return folder;
}

/**
 * @param {{ serverMain: string }} host
 * @param {string} dataFolder
 */
export function serverArguments(host, dataFolder) {
  return [
    host.serverMain,
    '--accept-server-license-terms',
    ...['--server-data-dir', dataFolder],
    ...['--extensions-dir', path.join(dataFolder, 'extensions')],
    ...['--telemetry-level', 'off'],
  ];
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {() => string} log
 * @returns {Promise<string>}
 */
function waitForPort(server, log) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new Error(`${why}\n${withoutNoise(log())}`));
    setTimeout(fail, 60_000, 'The VS Code server did not start within 60 s.').unref();
    server.stdout?.on('data', () => {
      const port = /Extension host agent listening on (\d+)/.exec(log())?.[1];
      if (port) resolve(port);
    });
    server.once('error', reject);
    server.once('exit', (code) => fail(`The VS Code server ended with code ${code}.`));
  });
}

/**
 * Removes the errors about the missing native logger and license check, which are not needed.
 * @param {string} log
 */
function withoutNoise(log) {
  return log
    .replace(/Error: Could not locate the bindings file[\s\S]*?(\n\}\n|$)/g, '')
    .split('\n')
    .filter((line) => !/spdlog|vsda|punycode|trace-deprecation|^\s*$/.test(line))
    .join('\n');
}
