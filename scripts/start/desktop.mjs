import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';

/** Its command is a script there. */
export const shell = process.platform === 'win32';

/**
 * The command for a desktop VS Code. Undefined without a display, and for root on Linux, where it does not
 * start.
 * @returns {string | undefined}
 */
export function findDesktop() {
  const onLinux = process.platform === 'linux';
  if (onLinux && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  if (onLinux && process.getuid?.() === 0) return undefined;
  return ['code', 'code-insiders', 'codium'].find(isInstalled);
}

/** @param {string} command */
function isInstalled(command) {
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
 * @param {string} dataFolder
 * @param {string} workspace
 */
export function openDesktop(command, dataFolder, workspace) {
  const args = ['--new-window', '--wait', ...desktopFolders(dataFolder), workspace];
  const window = spawn(command, args, { stdio: 'ignore', shell });
  return {
    message: 'VS Code opens in a window of its own.',
    ended: new Promise((resolve) => window.once('exit', resolve)),
  };
}

/** @param {string} dataFolder */
export function desktopFolders(dataFolder) {
  return [
    ...['--user-data-dir', path.join(dataFolder, 'user-data')],
    ...['--extensions-dir', path.join(dataFolder, 'extensions')],
  ];
}
