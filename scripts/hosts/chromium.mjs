import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundledChromium } from './bundledChromium.mjs';

/**
 * How to launch the browser of the tests. On Linux x64 it is the one of an npm package, so that results are
 * the same on every machine; elsewhere it is an installed one. LOGBENCH_CHROMIUM selects another: a path, or
 * `system` for an installed one.
 * @returns {Promise<{ executablePath: string, args: string[], env?: Record<string, string> }>}
 */
export async function findChromium() {
  if (isBundled()) {
    const bundled = await bundledChromium();
    return { ...bundled, args: [...quietFlags, ...bundled.args] };
  }
  return { executablePath: ownBrowser(process.env['LOGBENCH_CHROMIUM']), args: quietFlags };
}

/** Whether it is the browser of the npm package. */
export function isBundled() {
  return !process.env['LOGBENCH_CHROMIUM'] && process.platform === 'linux' && process.arch === 'x64';
}

/** @param {string | undefined} wanted */
function ownBrowser(wanted) {
  if (wanted && wanted !== 'system') {
    if (existsSync(wanted)) return wanted;
    throw new Error(`LOGBENCH_CHROMIUM names ${wanted}, which does not exist. Correct it or unset it.`);
  }
  const found = usualPlaces().find((place) => existsSync(place));
  if (found) return found;
  throw new Error(
    'No Chrome, Edge or Chromium was found on this machine. Install one, or set LOGBENCH_CHROMIUM to the path of one.',
  );
}

/**
 * Even a headless window renders its address bar, whose dropdown is a page that costs a second of CPU per
 * window. Only the last flag of this kind counts, so it repeats those of Playwright.
 */
const unwantedFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'LensOverlay',
  ],
  ...['MediaRouter', 'OptimizationHints', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
];

const quietFlags = [
  `--disable-features=${unwantedFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {string[]} */
function usualPlaces() {
  const brands = { chrome: 'Google/Chrome', edge: 'Microsoft/Edge' };
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
      path.join(root, brands.chrome, 'Application', 'chrome.exe'),
      path.join(root, brands.edge, 'Application', 'msedge.exe'),
    ]);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}
