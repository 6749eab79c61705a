import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inProject, outputFolder } from '../project.mjs';
import { filesIn } from '../sources.mjs';

/**
 * One command of the test run.
 * @typedef {object} Step
 * @property {string} name
 * @property {string[][]} commands each is run by this Node; the step fails at the first that fails
 * @property {'tests' | 'check' | 'preparation'} kind what it counts for: its tests, one, or nothing
 * @property {string[]} [after] names of the steps that it needs, which stand before it
 * @property {Record<string, string>} [env]
 * @property {boolean} [isFiltered] by a text that its tests may not have
 */

/**
 * @param {readonly string[]} parts none means what everybody runs, `all` means all that needs no download site
 * @param {string} [grep]
 * @returns {Step[]}
 */
export function stepsFor(parts, grep) {
  const all = everyStep(grep);
  const unknown = parts.find((part) => part !== 'all' && !all.some(({ name }) => partOf(name) === part));
  if (unknown !== undefined) {
    const parts = [...new Set(all.map(({ name }) => partOf(name)))].join(', ');
    throw new Error(`There is no part called "${unknown}". Use all, or some of ${parts}.`);
  }
  const needed = new Set(all.map(({ name }) => name).filter((name) => isWanted(name, parts)));
  // A step comes after those that it requires, so one backward pass finds all of them.
  for (const { name, after = [] } of all.toReversed())
    if (needed.has(name)) for (const required of after) needed.add(required);
  return all.filter(({ name }) => needed.has(name));
}

/**
 * @param {string} name
 * @param {readonly string[]} parts
 */
function isWanted(name, parts) {
  if (parts.includes(partOf(name))) return true;
  if (onRequest.includes(name)) return false;
  return parts.includes('all') || (parts.length === 0 && !onlyInAll.includes(name));
}

/** Steps that download even if the files exist, that take long, or that change the documentation. */
const onRequest = ['desktop', 'newcomer', 'load', 'screenshots', 'tour'];

/** Part of `npm run test:all`, not of `npm test`. */
const onlyInAll = ['e2e details', 'integration oldest', 'stress', 'faults', 'fuzz', 'security'];

/** @param {string} name */
function partOf(name) {
  return name.replace(/ .*/, '');
}

/**
 * What `npm test` runs comes first, and the longest of it, so that it does not delay the end. Steps with windows wait
 * now and then, so a suite that always computes is the last of them.
 * @param {string} [grep]
 * @returns {Step[]}
 */
function everyStep(grep) {
  /** @returns {Step} */
  const preparation = (/** @type {string} */ name, /** @type {string[][]} */ ...commands) => ({
    name,
    kind: 'preparation',
    commands,
  });
  /** @returns {Step} */
  const suite = (
    /** @type {string} */ name,
    /** @type {string[]} */ after = [],
    command = mocha(name.replace(' ', '/'), grep),
    /** @type {Record<string, string>} */ env = grep ? { LOGBENCH_TEST_GREP: grep } : {},
  ) => ({ name, kind: 'tests', after, isFiltered: grep !== undefined, env, commands: [command] });
  const inVscode = ['hosts', 'browser', 'build', 'sample'];
  const installed = [...inVscode, 'packages'];
  const esbuild = inProject('esbuild.mjs');
  const production = path.join(outputFolder, 'production');
  const pack = script('package.mjs', '--bundles', production);
  return [
    preparation('hosts', script('hosts/fetchHost.mjs', 'oldest'), script('hosts/fetchHost.mjs', 'newest')),
    check('browser', script('browser/probe.mjs')),
    preparation('build', [esbuild]),
    preparation(
      'packages',
      [esbuild, '--production', '--outdir', production],
      [...pack, '--target', `${process.platform}-${process.arch}`, '--out', outputFolder],
      pack,
    ),
    preparation('sample', script('sampleStore.mjs')),
    suite('integration newest', inVscode, script('integration.mjs', 'newest')),
    suite('e2e main', installed),
    suite('pages', ['browser', 'build']),
    suite('platform', ['build', 'sample']),
    suite('clients', ['build', 'sample']),
    suite('unit'),
    check(
      'types',
      // Single-threaded: several threads would check shared files repeatedly, and the other core runs another
      // step.
      ...['.', 'media', 'test/pages'].map((project) =>
        bin('typescript-7/bin/tsc', '--noEmit', '--singleThreaded', '-p', project),
      ),
    ),
    check(
      'lint',
      bin('oxlint/bin/oxlint', '-c', inProject('oxlint.config.mjs')),
      bin('knip/bin/knip.js', '--no-progress'),
      bin('oxfmt/bin/oxfmt', '--check'),
    ),
    suite('e2e details', installed),
    suite('integration oldest', inVscode, script('integration.mjs', 'oldest')),
    suite('stress', ['build']),
    suite('faults'),
    suite('fuzz'),
    suite('security', ['build']),
    suite('newcomer', [], mochaOn('test/e2e/details/readme.test.ts'), { LOGBENCH_FROM_NOTHING: '1' }),
    suite('desktop', ['build'], script('integration.mjs', 'desktop')),
    suite('load', ['build'], mochaOn('test/stress/load.test.ts', 'test/stress/queuedSchedules.test.ts'), {
      // 200 clients for half a minute, and ten thousand schedules due at once.
      LOGBENCH_LOAD_SECONDS: process.env['LOGBENCH_LOAD_SECONDS'] ?? '30',
      LOGBENCH_LOAD_SCHEDULES: process.env['LOGBENCH_LOAD_SCHEDULES'] ?? '10000',
    }),
    suite('screenshots', installed, mochaOn('test/e2e/main/firstSteps.test.ts'), { LOGBENCH_TOUR: '1' }),
    { ...preparation('tour', script('tour.mjs')), after: ['screenshots'] },
  ];
}

/**
 * Programs written in Go, such as those of types and lint, otherwise spend a quarter of their time on garbage
 * collection.
 * @param {string} name
 * @param {string[][]} commands
 * @returns {Step}
 */
function check(name, ...commands) {
  return { name, kind: 'check', env: { GOGC: '400' }, commands };
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function script(name, ...args) {
  return [inProject('scripts', name), ...args];
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function bin(program, ...args) {
  return [inProject('node_modules', program), ...args];
}

/**
 * @param {string} folder
 * @param {string} [grep]
 */
function mocha(folder, grep) {
  const isEndToEnd = folder.startsWith('e2e');
  const startsProcesses = isEndToEnd || ['platform', 'clients', 'stress'].includes(folder);
  // The largest first, so that concurrent ones end together.
  const size = (/** @type {string} */ file) => statSync(inProject(file)).size;
  const files = filesIn(`test/${folder}`).filter((file) => file.endsWith('.test.ts'));
  return mochaOn(
    // Windows and processes can be slow; a test that fails three times is broken.
    ...(startsProcesses || folder === 'pages' ? ['--retries', '2'] : []),
    // The loader comes first, because the hooks are TypeScript.
    ...(isEndToEnd ? ['--require', 'tsx', '--require', inProject('test/e2e/support/windows.ts')] : []),
    // These wait for other processes, so that two are needed to keep a core busy.
    ...(startsProcesses ? ['--parallel', '--jobs', String(atATime())] : []),
    ...(grep ? ['--grep', grep] : []),
    ...files.sort((one, other) => size(other) - size(one)),
  );
}

/**
 * A larger young generation: fewer collections save a tenth of the CPU time. Tests run most code a few times, so
 * that optimizing it costs more than it saves: later, it saves a seventh. Later versions of Node have no such flag.
 */
const cheaperV8 = [
  '--max-semi-space-size=32',
  ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
];

/** @param {string[]} args */
function mochaOn(...args) {
  return [...cheaperV8, ...bin('mocha/bin/mocha.js', '--config', inProject('test', 'mocharc.cjs'), ...args)];
}

/**
 * The number of concurrent steps with windows, and of windows of the end-to-end tests. Two keep two cores busy; on a
 * larger machine each has a second core for its other processes.
 */
export function atATime() {
  return Math.max(2, Math.floor(availableParallelism() / 2));
}

/**
 * The number of concurrent steps. Without windows of VS Code, steps wait for other processes more often than they
 * compute together, so one more keeps all cores busy.
 * @param {readonly Step[]} steps
 */
export function lanesFor(steps) {
  return steps.some(({ name }) => name === 'hosts') ? atATime() : atATime() + 1;
}
