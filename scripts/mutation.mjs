// Changes the product's code in one place at a time and finds out whether a test of its folder fails (StrykerJS).
// node scripts/mutation.mjs [--force] [--one-in N] [FOLDER]…
//   FOLDER    such as src/api or src/shared/csv; all of them, one after another, unless told
//   --one-in  tries a sample of one in N functions: 1 where a folder is named, else by its number of lines
//   --force   tries again what an earlier run has tried
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { bar, countByFolder, resultTable, survivorList } from './mutation/results.mjs';
import { scopeOf, defaultSample, wholeFolders } from './mutation/scope.mjs';
import { cacheFolder, inProject, outputFolder, projectFolder } from './project.mjs';

const { values, positionals } = parseArgs({
  options: { force: { type: 'boolean', default: false }, 'one-in': { type: 'string' } },
  allowPositionals: true,
});

// Stryker copies the project below the current folder, and leaves the copy behind when it is interrupted.
process.chdir(projectFolder);
const copies = path.join('out', `mutation-${process.pid}`);
process.once('exit', () => rmSync(copies, { recursive: true, force: true }));
mkdirSync(path.join(cacheFolder, 'mutation'), { recursive: true });

const results = [];
const failed = [];
for (const folder of positionals.length > 0 ? positionals : wholeFolders) {
  console.log(`\n${folder}`);
  try {
    results.push(...(await mutantsOf(path.posix.normalize(folder).replace(/\/$/, ''))));
  } catch (error) {
    // For example a test that fails without a mutant: the results of other folders are still useful.
    failed.push(`✖ ${folder} was not measured: ${String(error)}`);
  }
}

const counts = countByFolder(results);
const report = [resultTable(counts), '', survivorList(results), ...failed, ''].join('\n');
writeFileSync(path.join(outputFolder, 'mutation.md'), report);
console.log(`\n${report}`);
process.exitCode = failed.length === 0 && !counts.some(({ score }) => score < bar) ? 0 : 1;

/**
 * @param {string} folder
 * @returns {Promise<import('@stryker-mutator/api/core').MutantResult[]>}
 */
async function mutantsOf(folder) {
  const { whole, files, tests } = scopeOf(folder);
  const oneIn = values['one-in'] ?? String(positionals.length > 0 ? 1 : defaultSample(files));
  process.env['LOGBENCH_MUTATION_ONE_IN'] = oneIn;
  console.log(`${files.length} files, ${tests.length} files of tests`);
  const all = await new Stryker({
    mutate: files,
    testFiles: tests,
    testRunner: 'mocha',
    testRunnerNodeArgs: ['--import', 'tsx'],
    plugins: [inProject('scripts/mutation/plugins.mjs')],
    ignorers: ['sentences', 'sample'],
    // A mutant in code that runs when a file loads needs a new process and all tests: seconds instead of
    // milliseconds.
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    // A busy machine is slow, and only a hang is a failure.
    dryRunTimeoutMinutes: 60,
    incremental: true,
    incrementalFile: path.join(cacheFolder, 'mutation', `${whole.replaceAll('/', '-')}-${oneIn}.json`),
    force: values.force,
    concurrency: Number(process.env['LOGBENCH_MUTATION_WORKERS'] ?? 2),
    reporters: ['progress-append-only'],
    disableTypeChecks: false,
    ignorePatterns: ['.cache', 'out', 'dist', '*.vsix'],
    tempDirName: copies,
    cleanTempDir: 'always',
    warnings: false,
  }).runMutationTest();
  // The file of an earlier, larger run also contains results of other folders.
  const wanted = new Set(files.map((file) => inProject(file)));
  return all.filter(({ fileName }) => wanted.has(path.resolve(fileName)));
}
