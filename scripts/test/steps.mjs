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
 * @property {boolean} [opensWindows] of VS Code, whose processes need more than one core
 * @property {boolean} [isFiltered] by a text that its tests may not have
 * @property {boolean} [onlyInAll] part of `npm run test:all`, not of `npm test`
 */

/**
 * @param {readonly string[]} parts none means what everybody runs, `all` means all that needs no download site
 * @param {string} [grep]
 * @returns {Step[]}
 */
export function stepsFor(parts, grep) {
  const all = everyStep(grep);
  for (const part of parts) {
    if (part !== 'all' && !all.some((step) => partOf(step) === part))
      throw new Error(`There is no part called "${part}".`);
  }
  const wanted = all.filter((step) => isWanted(step, parts));
  const needed = new Set(wanted.map(({ name }) => name));
  // A step comes after those that it requires, so one backward pass finds all of them.
  for (const step of all.toReversed()) {
    if (needed.has(step.name)) for (const name of step.after ?? []) needed.add(name);
  }
  return all.filter((step) => needed.has(step.name));
}

/**
 * @param {Step} step
 * @param {readonly string[]} parts
 */
function isWanted(step, parts) {
  if (parts.includes(partOf(step))) return true;
  if (onRequest.includes(step.name)) return false;
  return parts.includes('all') || (parts.length === 0 && !step.onlyInAll);
}

/** Steps that download even if the files exist, that take long, or that change the documentation. */
const onRequest = ['desktop', 'newcomer', 'load', 'screenshots'];

/** For programs written in Go, which otherwise spend a quarter of their time on garbage collection. */
const rareCollections = { GOGC: '400' };

/** @param {Step} step */
function partOf(step) {
  return step.name.split(' ')[0] ?? '';
}

/**
 * @param {string} [grep]
 * @returns {Step[]}
 */
function everyStep(grep) {
  const script = (/** @type {string} */ name, /** @type {string[]} */ ...rest) => [
    inProject('scripts', name),
    ...rest,
  ];
  /** @type {Required<Pick<Step, 'kind' | 'after' | 'opensWindows'>>} */
  const inVscode = { kind: 'tests', opensWindows: true, after: ['hosts', 'browser', 'build', 'sample'] };
  const production = path.join(outputFolder, 'production');
  const ready = ['--bundles', production];
  const env = grep ? { LOGBENCH_TEST_GREP: grep } : {};
  /** @returns {Step} */
  const suite = (/** @type {string} */ name, /** @type {string[]} */ ...after) => ({
    name,
    kind: 'tests',
    after,
    isFiltered: grep !== undefined,
    commands: [mocha(name.replace(' ', '/'), grep)],
  });
  /** @returns {Step} */
  const endToEnd = (/** @type {string} */ name) => ({
    ...suite(name, 'hosts', 'browser', 'build', 'packages', 'sample'),
    opensWindows: true,
  });
  // What `npm test` runs comes first, and the longest of it, so that it does not delay the end. Steps with windows wait
  // now and then, so a suite that always computes is the last of them.
  return [
    {
      name: 'hosts',
      kind: 'preparation',
      commands: ['oldest', 'newest'].map((name) => script('hosts/fetchHost.mjs', name)),
    },
    { name: 'browser', kind: 'check', commands: [script('browser/probe.mjs')] },
    { name: 'build', kind: 'preparation', commands: [[inProject('esbuild.mjs')]] },
    {
      name: 'packages',
      kind: 'preparation',
      commands: [
        [inProject('esbuild.mjs'), '--production', '--outdir', production],
        script(
          'package.mjs',
          ...ready,
          '--target',
          `${process.platform}-${process.arch}`,
          '--out',
          outputFolder,
        ),
        script('package.mjs', ...ready),
      ],
    },
    {
      name: 'sample',
      kind: 'preparation',
      commands: [script('sampleStore.mjs')],
    },
    { name: 'integration newest', ...inVscode, env, commands: [script('integration.mjs', 'newest')] },
    endToEnd('e2e main'),
    suite('pages', 'browser', 'build'),
    suite('platform', 'build', 'sample'),
    suite('unit'),
    {
      name: 'types',
      kind: 'check',
      env: rareCollections,
      // Single-threaded: several threads would check shared files repeatedly, and the other core runs another
      // step.
      commands: ['.', 'media', 'test/pages'].map((project) =>
        bin('typescript-7/bin/tsc', '--noEmit', '--singleThreaded', '-p', project),
      ),
    },
    {
      name: 'lint',
      kind: 'check',
      env: rareCollections,
      commands: [
        bin('oxlint/bin/oxlint', '-c', inProject('oxlint.config.mjs')),
        bin('knip/bin/knip.js', '--no-progress'),
        bin('oxfmt/bin/oxfmt', '--check'),
      ],
    },
    { ...endToEnd('e2e details'), onlyInAll: true },
    {
      name: 'integration oldest',
      ...inVscode,
      env,
      onlyInAll: true,
      commands: [script('integration.mjs', 'oldest')],
    },
    ...[suite('stress', 'build'), suite('faults'), suite('fuzz'), suite('security', 'build')].map((step) => ({
      ...step,
      onlyInAll: true,
    })),
    {
      name: 'newcomer',
      kind: 'tests',
      env: { LOGBENCH_FROM_NOTHING: '1' },
      commands: [mochaOn('test/e2e/details/readme.test.ts')],
    },
    {
      name: 'desktop',
      kind: 'tests',
      after: ['build'],
      env,
      commands: [script('integration.mjs', 'desktop')],
    },
    {
      name: 'load',
      kind: 'tests',
      after: ['build'],
      // 200 clients for half a minute, and ten thousand schedules due at once.
      env: {
        LOGBENCH_LOAD_SECONDS: process.env['LOGBENCH_LOAD_SECONDS'] ?? '30',
        LOGBENCH_LOAD_SCHEDULES: process.env['LOGBENCH_LOAD_SCHEDULES'] ?? '10000',
      },
      commands: [mochaOn('test/stress/load.test.ts', 'test/stress/queuedSchedules.test.ts')],
    },
    {
      name: 'screenshots',
      ...inVscode,
      after: ['packages', ...inVscode.after],
      env: { LOGBENCH_PICTURES: inProject('docs', 'images') },
      commands: [mochaOn('test/e2e/main/newcomer.test.ts')],
    },
  ];
}

/**
 * @param {string} program
 * @param {string[]} parameters
 */
function bin(program, ...parameters) {
  return [inProject('node_modules', program), ...parameters];
}

/**
 * @param {string} folder
 * @param {string} [grep]
 */
function mocha(folder, grep) {
  // Windows and processes can be slow; a test that fails three times is broken.
  const isEndToEnd = folder.startsWith('e2e');
  const retries = isEndToEnd || ['platform', 'stress', 'pages'].includes(folder) ? ['--retries', '2'] : [];
  const selected = grep ? ['--grep', grep] : [];
  // These wait for other processes, so that two are needed to keep a core busy.
  const parallel =
    isEndToEnd || ['platform', 'stress'].includes(folder) ? ['--parallel', '--jobs', String(atATime())] : [];
  // The loader comes first, because the hooks are TypeScript.
  const hooks = ['--require', 'tsx', '--require', inProject('test', 'e2e', 'support', 'windows.ts')];
  return mochaOn(
    ...retries,
    ...(isEndToEnd ? hooks : []),
    ...parallel,
    ...selected,
    ...longestFirst(`test/${folder}`),
  );
}

/**
 * The test files of a folder, the largest first, so that concurrent ones end together.
 * @param {string} folder
 */
function longestFirst(folder) {
  const size = (/** @type {string} */ file) => statSync(inProject(file)).size;
  const files = filesIn(folder).filter((file) => file.endsWith('.test.ts'));
  return files.sort((one, other) => size(other) - size(one));
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
 * @param {readonly { opensWindows?: boolean }[]} steps
 */
export function lanesFor(steps) {
  return steps.some(({ opensWindows }) => opensWindows) ? atATime() : atATime() + 1;
}
