import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../project.mjs';

const shell = process.platform === 'win32';

/**
 * The command for a desktop VS Code. Undefined without a display, and for root on Linux, where it rejects to
 * start.
 * @returns {string | undefined}
 */
export function findDesktop() {
  const onLinux = process.platform === 'linux';
  if (onLinux && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  if (onLinux && process.getuid?.() === 0) return undefined;
  return ['code', 'code-insiders', 'codium'].find(responses);
}

/** @param {string} command */
function responses(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore', shell });
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a separate window and detects when it is closed. It is not closed at the end, because the user may
 * have unsaved work.
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
