// Runs the integration suite: `node scripts/integration.mjs oldest|newest|desktop`.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { bundleIntegration } from './bundleIntegration.mjs';
import { runSuite } from './hosts/runSuite.mjs';
import { unreachable } from './keep.mjs';
import { cacheFolder, outputFolder, projectFolder } from './project.mjs';

const where = process.argv[2] ?? 'newest';
// Two hosts can run concurrently.
const folder = path.join(outputFolder, `integration-${where}`);
const workspace = path.join(folder, 'workspace');
await mkdir(workspace, { recursive: true });
const suite = {
  extensionDevelopmentPath: projectFolder,
  extensionTestsPath: await bundleIntegration(path.join(folder, 'suite')),
};
// The platform runs in the same process as the tests and needs as many threads as in its own.
const env = {
  LOGBENCH_PROJECT: projectFolder,
  UV_THREADPOOL_SIZE: '32',
  // Each interface is tested once: tests declare which of the two they do not support.
  LOGBENCH_STRICT_INTERFACE: where === 'newest' ? '1' : '0',
  ...(!hasAllTests() && { LOGBENCH_TESTS_OF: where }),
};

try {
  process.exitCode =
    where === 'desktop' ? await runInDesktop() : await runSuite(where, suite, env, workspace);
} catch (error) {
  console.error(explain(/** @type {Error} */ (error)));
  process.exitCode = 1;
}

/** Otherwise, tests that do not depend on the version of VS Code run in one of the two. */
function hasAllTests() {
  const { LOGBENCH_BOTH_VSCODES, LOGBENCH_TEST_GREP } = process.env;
  return where === 'desktop' || LOGBENCH_BOTH_VSCODES === '1' || Boolean(LOGBENCH_TEST_GREP);
}

/** A desktop VS Code, downloaded from its own site. */
function runInDesktop() {
  return runTests({
    ...suite,
    extensionTestsEnv: env,
    version: process.env['LOGBENCH_DESKTOP_VERSION'] ?? 'stable',
    cachePath: path.join(cacheFolder, 'vscode-desktop'),
    launchArgs: [workspace],
  });
}

/** @param {Error} error */
function explain({ message }) {
  if (where !== 'desktop' || !unreachable.test(message)) return message;
  return (
    `${message}\nThe site from which desktop VS Code is downloaded cannot be reached from here. ` +
    'Run these tests where it can; `npm test` needs no download site, it takes VS Code from the npm registry.'
  );
}
