import { spawn } from 'node:child_process';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const started = new Set();

/**
 * Starts a process as the leader of a group, so that it can be ended with its children. Its output is piped.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startTree(command, parameters, env = process.env) {
  const child = spawn(command, parameters, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** Ends everything that `startTree` has started when the user, or a time limit, ends this process. */
export function stopTreesWithThisProcess() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => void stopAllTrees().finally(() => process.exit(1)));
}

/** Ends everything that `startTree` has started and that is still running. */
export async function stopAllTrees() {
  await Promise.all([...started].map(stopTree));
}

/**
 * Ends a process of `startTree`, and resolves when it has exited. After five seconds it is killed.
 * @param {ChildProcess} child
 * @returns {Promise<void>}
 */
export async function stopTree(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  signalTree(child.pid, 'SIGTERM');
  const kill = setTimeout(() => signalTree(Number(child.pid), 'SIGKILL'), 5000);
  await exited;
  clearTimeout(kill);
  signalTree(child.pid, 'SIGKILL');
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalTree(pid, signal) {
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}
