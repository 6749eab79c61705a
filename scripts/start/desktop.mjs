import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../project.mjs';

const shell = process.platform === 'win32';

/**
 * The command that opens a desktop VS Code. There is none without a screen, and none for the administrator
 * of a Linux machine: there it refuses to start.
 * @returns {string | undefined}
 */
export function findDesktop() {
  const onLinux = process.platform === 'linux';
  if (onLinux && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  if (onLinux && process.getuid?.() === 0) return undefined;
  return ['code', 'code-insiders', 'codium'].find(answers);
}

/** @param {string} command */
function answers(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore', shell });
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a window of its own, and knows when it is closed. At the end it stays: a user may have work in it.
 * @param {string} command
 * @param {readonly string[]} folders the options that name its folders
 */
export function openDesktop(command, folders) {
  const workspace = path.join(cacheFolder, 'workspace');
  mkdirSync(workspace, { recursive: true });
  const window = spawn(command, ['--new-window', '--wait', ...folders, workspace], {
    stdio: 'ignore',
    shell,
  });
  return {
    message: 'VS Code opens in a window of its own.',
    ended: new Promise((resolve) => window.once('exit', resolve)),
  };
}
