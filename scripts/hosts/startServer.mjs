import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startTree, stopTree } from '../processes.mjs';
import { linkBuiltIns } from './linkBuiltIns.mjs';

/** For reproducible runs and screenshots: no welcome page and no network requests. */
const calmSettings = {
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
 * Starts the VS Code server in `dataFolder` and waits until it listens. The caller must `stop()` it. Without
 * a `token`, anyone who can reach the port has access; `keepSettings` does not change the user's settings;
 * `lean` omits what tests do not need.
 * @param {{ serverMain: string, node: string }} host
 * @param {{ dataFolder: string, port?: number, settings?: object, testing?: boolean, lean?: boolean,
 *   env?: object, token?: string, keepSettings?: boolean }} options
 * @returns {Promise<{ origin: string, log: () => string, ended: Promise<unknown>, stop: () => Promise<void> }>}
 */
export async function startServer(host, options) {
  await prepareFolder(host, options);
  const server = startTree(host.node, listeningArguments(host, options), { ...process.env, ...options.env });
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

/**
 * @param {Parameters<typeof startServer>[0]} host
 * @param {Parameters<typeof startServer>[1]} options
 */
async function prepareFolder(host, { dataFolder, settings, lean, keepSettings }) {
  const settingsFile = path.join(dataFolder, 'data', 'User', 'settings.json');
  if (!keepSettings || !existsSync(settingsFile)) {
    await writeSettings(settingsFile, { ...calmSettings, ...(lean && leanSettings), ...settings });
  }
  if (lean) await linkBuiltIns(host, builtInsFolder(dataFolder));
}

/**
 * @param {Parameters<typeof startServer>[0]} host
 * @param {Parameters<typeof startServer>[1]} options
 */
function listeningArguments(host, { dataFolder, port = 0, testing, lean, token }) {
  return [
    ...serverArguments(host, dataFolder),
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...(token ? ['--connection-token', token] : ['--without-connection-token']),
    // Both ends are on this machine.
    '--disable-websocket-compression',
    ...(testing ? ['--enable-smoke-test-driver'] : []),
    ...(lean ? ['--builtin-extensions-dir', builtInsFolder(dataFolder)] : []),
  ];
}

/** @param {string} dataFolder */
function builtInsFolder(dataFolder) {
  return path.join(dataFolder, 'built-in');
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
 * @param {string} file
 * @param {object} settings
 */
async function writeSettings(file, settings) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings, undefined, 2));
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {() => string} log
 * @returns {Promise<number>}
 */
function waitForPort(server, log) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new Error(`${why}\n${withoutNoise(log())}`));
    const deadline = setTimeout(() => fail('The VS Code server did not start within 60 s.'), 60_000);
    const settle = (/** @type {() => void} */ action) => {
      clearTimeout(deadline);
      action();
    };
    server.stdout?.on('data', () => {
      const port = /Extension host agent listening on (\d+)/.exec(log())?.[1];
      if (port) settle(() => resolve(Number(port)));
    });
    server.once('error', (error) => settle(() => reject(error)));
    server.once('exit', (code) =>
      settle(() =>
        fail(
          log().includes('EADDRINUSE')
            ? 'The port for VS Code is taken by another program. Choose another --port.'
            : `The VS Code server ended with code ${code}.`,
        ),
      ),
    );
  });
}

/**
 * Removes the errors about the missing native logger and licence check, which are not needed.
 * @param {string} log
 */
function withoutNoise(log) {
  return log
    .replace(/Error: Could not locate the bindings file[\s\S]*?(\n\}\n|$)/g, '')
    .split('\n')
    .filter((line) => !/spdlog|vsda|punycode|trace-deprecation|^\s*$/.test(line))
    .join('\n');
}
