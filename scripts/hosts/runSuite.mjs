import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { copyLocalPlatformStore } from '../sampleStore.mjs';
import { stopTreesWithThisProcess } from '../processes.mjs';
import { fetchHost } from './fetchHost.mjs';
import { openWorkbench } from './openWorkbench.mjs';
import { startServer } from './startServer.mjs';

const deadline = Number(process.env['LOGBENCH_TEST_DEADLINE'] ?? 1500) * 1000;

/** Starts each line that the suite prints in the extension host. */
const suiteMark = '\u2063';

/** Exit codes are never negative. */
const crashed = -1;
const maxWindows = 3;

/** The window is headless: what is not there is not laid out with each editor that a test opens. */
const barePage = {
  'breadcrumbs.enabled': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.lightbulb.enabled': 'off',
  'editor.links': false,
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'notebook.globalToolbar': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.editor.editorActionsLocation': 'hidden',
  'workbench.editor.showTabs': 'none',
  'workbench.layoutControl.enabled': false,
  'workbench.statusBar.visible': false,
};

/**
 * Runs a suite as @vscode/test-electron does, but in the extension host of a VS Code server, with its workbench in a
 * headless browser. If the window crashes, both are restarted.
 * @param {string} hostName
 * @param {import('./openWorkbench.mjs').Suite} suite
 * @param {NodeJS.ProcessEnv} env
 * @param {string} workspace
 * @returns {Promise<number>} its exit code
 */
export async function runSuite(hostName, suite, env, workspace) {
  stopTreesWithThisProcess();
  const host = await fetchHost(hostName);
  for (let window = 1; window <= maxWindows; window++) {
    // With a new server, because the extension host of a crashed window would continue testing.
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'logbench-host-'));
    await copyLocalPlatformStore(dataFolder);
    const server = await startServer(host, {
      dataFolder,
      testing: true,
      lean: true,
      settings: barePage,
      env: {
        ...env,
        LOGBENCH_TEST_MARK: suiteMark,
        // The platform and the tests run in the extension host: fewer collections save a tenth of its CPU time.
        NODE_OPTIONS: '--max-semi-space-size=64',
        // The tests must not see the platforms that the developer runs.
        LOGBENCH_ANNOUNCE_DIR: path.join(dataFolder, 'announcements'),
      },
    });
    try {
      const code = await runInWindow(server, suite, workspace, dataFolder);
      if (code !== crashed) return code;
    } finally {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
    }
    console.error(`Window ${window} of ${maxWindows} crashed.`);
  }
  console.error(
    'The suite stops here. Run "node scripts/browser/probe.mjs", which tells whether the browser starts.',
  );
  return 1;
}

/**
 * @param {Awaited<ReturnType<typeof startServer>>} server
 * @param {import('./openWorkbench.mjs').Suite} suite
 * @param {string} workspace
 * @param {string} dataFolder
 * @returns {Promise<number>} the code of the suite, or `crashed`
 */
async function runInWindow(server, suite, workspace, dataFolder) {
  /** @type {(code: number) => void} */
  let end = () => undefined;
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => (end = resolve));
  const { browser, page } = await openWorkbench(server.origin, {
    folder: workspace,
    suite,
    lean: true,
    // It is headless, and what is not in view is not painted.
    size: { width: 800, height: 500 },
    prepare: async (page) => {
      page.on('crash', () => end(crashed));
      await page.exposeFunction('codeAutomationExit', end);
      await page.exposeFunction('printLine', (/** @type {string} */ line) =>
        console.log(line.replaceAll(suiteMark, '')),
      );
      await page.addInitScript(prepareFrame, process.env['LOGBENCH_VERBOSE'] ? '' : suiteMark);
    },
  });
  browser.on('disconnected', () => end(crashed));
  const timer = setTimeout(() => {
    console.error(`The suite did not end within ${deadline / 1000} s.`);
    end(1);
  }, deadline);
  try {
    const code = await ended;
    if (code > 0) {
      // A window that hangs does not respond.
      const explained = explainFailure(page, `${path.dirname(workspace)}-failure.png`);
      await Promise.race([explained, delay(10_000, undefined, { ref: false })]).catch(() => undefined);
      for (const [name, text] of await extensionHostLogs(dataFolder))
        console.error(`--- ${name}\n${lastLines(text)}`);
      console.error(`--- VS Code server\n${lastLines(server.log())}`);
    }
    return code;
  } finally {
    clearTimeout(timer);
    await browser.close();
  }
}

/**
 * Runs in each frame: gives VS Code the function by which its tests print, and keeps what goes to the console.
 * @param {string} mark starts the lines to print; VS Code logs a great deal of its own
 */
function prepareFrame(mark) {
  const window = /** @type {Record<string, any>} */ (globalThis);
  window['codeAutomationLog'] = (/** @type {string} */ _type, /** @type {unknown[]} */ parts) => {
    const line = parts.join(' ');
    if (line.startsWith(mark)) window['printLine'](line);
  };

  /** @type {string[]} */
  const errorOutput = (window['errorOutput'] = []);
  const error = console.error;
  console.error = (/** @type {unknown[]} */ ...parts) => {
    errorOutput.push(parts.map((part) => (part instanceof Error ? part.stack : String(part))).join(' '));
    error(...parts);
  };
  window['addEventListener']('error', (/** @type {{ message: string }} */ event) => {
    errorOutput.push(event.message);
  });

  // What is transparent is laid out and takes the focus, but is not painted.
  if (window['parent'] === globalThis) {
    window['addEventListener']('DOMContentLoaded', () => {
      window['document'].body.style.opacity = '0';
    });
  }

  // The workbench asks its server for half of the key that seals secrets; this server has none, and would be asked
  // four times for each secret that a test stores.
  const fetch = window['fetch'];
  window['fetch'] = (/** @type {unknown[]} */ ...request) =>
    String(request[0]).endsWith('/mint-key')
      ? Promise.resolve(new Response(new Uint8Array(32)))
      : fetch.apply(window, request);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} image
 */
async function explainFailure(page, image) {
  await page.evaluate('document.body.style.opacity = ""');
  await page.screenshot({ path: image });
  console.error(`The workbench at the end: ${path.relative('.', image)}`);
  const errorOutput = await page.evaluate('errorOutput.join("\\n")');
  console.error(`--- console of the workbench (last lines)\n${lastLines(String(errorOutput))}`);
}

/** @param {string} text */
function lastLines(text) {
  return text.trimEnd().split('\n').slice(-40).join('\n');
}

/**
 * The logs of the extension host and of Logbench itself.
 * @param {string} dataFolder
 * @returns {Promise<[string, string][]>}
 */
async function extensionHostLogs(dataFolder) {
  const folder = path.join(dataFolder, 'data', 'logs');
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const telling = files.filter((file) => /remoteexthost\.log$|logbench\..*\.log$/i.test(file));
  return Promise.all(
    telling.map(async (file) => [path.basename(file), await readFile(path.join(folder, file), 'utf8')]),
  );
}
