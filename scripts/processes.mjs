import { spawn } from 'node:child_process';

/**
 * Ends a child process and all that it started, and resolves when it is gone. It must have been spawned
 * `detached` (except on Windows), so that it leads a group of its own.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} patience milliseconds until it is killed
 * @returns {Promise<void>}
 */
export async function stopTree(child, patience = 3000) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  signalTree(child.pid, 'SIGTERM');
  const kill = setTimeout(() => signalTree(Number(child.pid), 'SIGKILL'), patience);
  await gone;
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
    // The group has ended by itself.
  }
}
