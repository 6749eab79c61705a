import { existsSync } from 'node:fs';
import path from 'node:path';

/** A Chrome, Edge or Chromium that is installed on this machine. */
export function installedChromium() {
  const executablePath = defaultLocations().find((file) => existsSync(file));
  return Promise.resolve(executablePath === undefined ? undefined : { executablePath });
}

/** @returns {string[]} */
function defaultLocations() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map(
      (name) => process.env[name] ?? '',
    );
    return roots.flatMap((root) => [
      path.join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      path.join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}
