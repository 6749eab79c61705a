// Stands in for VS Code's executable: takes the arguments that @vscode/test-electron gives it, and runs the
// suite in the extension host of a VS Code server, with its workbench in a headless browser.
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stopAllTrees } from '../processes.mjs';
import { outputFolder, projectFolder } from '../project.mjs';
import { fetchHost } from './fetchHost.mjs';
import { openWorkbench } from './openWorkbench.mjs';
import { startServer } from './startServer.mjs';
import { parseHostVersion } from './versions.mjs';

const deadline = Number(process.env['LOGBENCH_TEST_DEADLINE'] ?? 1500) * 1000;

/** Begins each line that the suite prints inside the extension host. */
const suiteMark = '\u2063';

/** In the place of an exit code, which is never negative. */
const crashed = -1;
const maxWindows = 3;

const { values, positionals } = parseArgs({
  options: {
    host: { type: 'string' },
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
  },
  allowPositionals: true,
  strict: false,
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void stopAllTrees().finally(() => process.exit(1)));
}
const version = parseHostVersion(String(values['host']));
process.exitCode = await runSuite();

/** Runs the suite and returns the code that it ended with. A window that crashes takes the suite with it: both start again. */
async function runSuite() {
  for (let window = 1; window <= maxWindows; window++) {
    const code = await runOnServer();
    if (code !== crashed) return code;
    console.error(`Window ${window} of ${maxWindows} crashed.`);
  }
  console.error('The suite stops here. Run "node scripts/probe.mjs", which tells what the browser lacks.');
  return 1;
}

/** With a server of its own: the extension host of a crashed window would continue testing. */
async function runOnServer() {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'logbench-host-'));
  const server = await startServer(await fetchHost(version), {
    dataFolder,
    testing: true,
    lean: true,
    settings: { 'breadcrumbs.enabled': false },
    env: {
      LOGBENCH_TEST_MARK: suiteMark,
      LOGBENCH_PROJECT: projectFolder,
      // The platforms that the developer runs are none of the tests' business.
      LOGBENCH_ANNOUNCE_DIR: path.join(dataFolder, 'announcements'),
    },
  });
  try {
    return await runInWindow(server, dataFolder);
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * @param {Awaited<ReturnType<typeof startServer>>} server
 * @param {string} dataFolder
 * @returns {Promise<number>} the code of the suite, or `crashed`
 */
async function runInWindow(server, dataFolder) {
  /** @type {string[]} */
  const consoleLines = [];
  const ended = deferredCode();
  const { browser, page } = await openWorkbench(server.origin, {
    folder: positionals[0] ?? dataFolder,
    payload: suitePayload(server.origin),
    // Nobody looks at it, and what is not in view is not painted.
    size: { width: 800, height: 500 },
    prepare: async (page) => {
      await page.addInitScript(mintKey);
      await page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => ended.resolve(code));
      await page.exposeFunction('codeAutomationLog', printFromSuite);
      page.on('console', (message) => {
        if (!message.text().includes(suiteMark)) consoleLines.push(`[${message.type()}] ${message.text()}`);
      });
      page.on('pageerror', (error) => consoleLines.push(`[page error] ${error.stack ?? error.message}`));
      page.on('crash', () => ended.resolve(crashed));
      page.on('close', () => ended.resolve(crashed));
    },
  });
  const timer = setTimeout(
    () => ended.reject(new Error(`The suite did not end within ${deadline / 1000} s.`)),
    deadline,
  );
  try {
    const code = await ended.promise.catch(reportedAsFailure);
    if (code > 0) {
      await explainFailure(page, consoleLines);
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
 * Runs in each frame. The workbench asks its server for half of the key that seals secrets; this server has none, and
 * would be asked four times for each secret that a test stores.
 */
function mintKey() {
  const window = /** @type {Record<string, any>} */ (globalThis);
  const fetch = window['fetch'];
  window['fetch'] = (/** @type {unknown[]} */ ...request) =>
    String(request[0]).endsWith('/mint-key')
      ? Promise.resolve(new Response(new Uint8Array(32)))
      : fetch.apply(window, request);
}

/**
 * @param {string} origin
 * @returns {[string, string][]}
 */
function suitePayload(origin) {
  const remote = `vscode-remote://${new URL(origin).host}`;
  return [
    ['extensionDevelopmentPath', remote + values['extensionDevelopmentPath']],
    ['extensionTestsPath', remote + values['extensionTestsPath']],
  ];
}

/**
 * VS Code reports a great deal of its own; the lines of the suite carry a mark.
 * @param {string} _type
 * @param {unknown[]} parts
 */
function printFromSuite(_type, parts) {
  const text = parts.join(' ');
  if (text.startsWith(suiteMark)) console.log(text.replaceAll(suiteMark, ''));
  else if (process.env['LOGBENCH_VERBOSE']) console.log(text);
}

/** @param {Error} error */
function reportedAsFailure(error) {
  console.error(error.message);
  return 1;
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string[]} consoleLines
 */
async function explainFailure(page, consoleLines) {
  const picture = path.join(outputFolder, `integration-${version.name}-failure.png`);
  await mkdir(outputFolder, { recursive: true });
  await page.screenshot({ path: picture }).then(
    () => console.error(`The workbench at the end: ${path.relative('.', picture)}`),
    () => undefined,
  );
  console.error(`--- console of the workbench (last lines)\n${lastLines(consoleLines.join('\n'))}`);
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

/** A promise of the suite's exit code, settled from outside. */
function deferredCode() {
  /** @type {(code: number) => void} */
  let resolve = () => undefined;
  /** @type {(error: Error) => void} */
  let reject = () => undefined;
  /** @type {Promise<number>} */
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
