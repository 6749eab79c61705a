import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../project.mjs';
import { startTree, stopTree } from '../processes.mjs';

/**
 * Tests to run in the copy of the project.
 * @typedef {object} Wanted
 * @property {readonly string[]} tests files for mocha
 * @property {string | undefined} [grep] which of their tests
 * @property {boolean} [build] whether they use the built files
 * @property {string | undefined} [integration] words of tests inside VS Code
 *
 * What came of them; `broken` is the title of the first test that failed.
 * @typedef {{ passed: number, broken: string | undefined, output: string }} Outcome
 */

/** Longer runs count as hanging. */
const timeout = 10 * 60_000;

/** Shorter than otherwise, because many faults make a test wait for what never comes. */
const testTimeout = 45_000;

/**
 * Runs tests in a copy of the project, up to the first failure.
 * @param {string} folder the copy
 * @param {Wanted} wanted
 * @returns {Promise<Outcome>}
 */
export async function runTests(folder, { tests, grep, build, integration }) {
  const outcomes = [];
  if (build || integration !== undefined || tests.some((file) => file.startsWith('test/pages/'))) {
    const { code, output } = await run(folder, ['esbuild.mjs']);
    if (code !== 0) return { passed: 0, broken: undefined, output };
  }
  if (tests.length > 0) {
    const chosen = grep === undefined ? [] : ['--grep', grep];
    const mocha = [
      'node_modules/mocha/bin/mocha.js',
      '--config',
      'test/mocharc.cjs',
      '--bail',
      '--exit',
      '--retries',
      '2',
      '--timeout',
      String(testTimeout),
    ];
    outcomes.push(await runCounted(folder, [...mocha, ...chosen, ...tests]));
  }
  if (integration !== undefined && outcomes.every(({ broken }) => broken === undefined))
    outcomes.push(await runCounted(folder, ['scripts/integration.mjs', 'newest'], integration));
  return {
    // The minimum, so that a part without a passing test is not hidden by the other.
    passed: Math.min(...outcomes.map(({ passed }) => passed)),
    broken: outcomes.find(({ broken }) => broken !== undefined)?.broken,
    output: outcomes.map(({ output }) => output).join('\n'),
  };
}

/**
 * @param {string} folder
 * @param {readonly string[]} command
 * @param {string} [words]
 * @returns {Promise<Outcome>}
 */
async function runCounted(folder, command, words) {
  const counts = path.join(folder, 'out', 'noticedCounts');
  rmSync(counts, { force: true });
  const env = {
    LOGBENCH_TEST_COUNTS: counts,
    LOGBENCH_CACHE: cacheFolder,
    ...(words !== undefined && { LOGBENCH_TEST_GREP: words }),
  };
  const { output, code } = await run(folder, command, env);
  const { passed, broken } = existsSync(counts)
    ? JSON.parse(readFileSync(counts, 'utf8').trim().split('\n').at(-1) ?? '{}')
    : { passed: 0, broken: [] };
  return { passed: code === 0 ? passed : 0, broken: broken[0], output };
}

/**
 * @param {string} folder
 * @param {readonly string[]} command
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, output: string }>}
 */
async function run(folder, command, env) {
  const child = startTree(process.execPath, command, { ...process.env, NO_COLOR: '1', ...env }, folder);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
  const hanging = setTimeout(() => void stopTree(child), timeout);
  const code = await new Promise((resolve) => child.once('close', (number) => resolve(number ?? 1)));
  clearTimeout(hanging);
  return { code, output };
}
