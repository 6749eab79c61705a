// Changes the product's code in one place at a time and finds out whether a test of its folder fails (StrykerJS).
// node scripts/mutation.mjs [--force] [--one-in N] [FOLDER]…
//   FOLDER    such as src/api or src/shared/csv; all of them, one after another, unless told
//   --one-in  tries a sample of one in N files: 1 where a folder is named, else 12
//   --force   tries again what an earlier run has tried
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { scopeOf, wholeFolders } from './mutation/scope.mjs';
import { cacheFolder, inProject, projectFolder } from './project.mjs';

const { values, positionals } = parseArgs({
  options: { force: { type: 'boolean', default: false }, 'one-in': { type: 'string' } },
  allowPositionals: true,
});
const oneIn = Number(values['one-in'] ?? (positionals.length > 0 ? 1 : 12));

// Stryker copies the project below the current folder, and leaves the copy behind when it is interrupted.
process.chdir(projectFolder);
const copies = path.join('out', `mutation-${process.pid}`);
process.once('exit', () => rmSync(copies, { recursive: true, force: true }));
mkdirSync(path.join(cacheFolder, 'mutation'), { recursive: true });

for (const folder of positionals.length > 0 ? positionals : wholeFolders) {
  try {
    await run(path.posix.normalize(folder).replace(/\/$/, ''));
  } catch (error) {
    // For example a test that fails without a mutant: the results of other folders are still useful.
    console.error(`✖ ${folder} was not measured: ${String(error)}`);
    process.exitCode = 1;
  }
}

/** @param {string} folder */
async function run(folder) {
  const { files, tests } = await scopeOf(folder);
  const sample = files.filter((_file, index) => index % oneIn === 0);
  const name = `${folder.replaceAll('/', '-')}-${oneIn}`;
  console.log(`\n${folder}: ${sample.length} of ${files.length} files, ${tests.length} files of tests`);
  await new Stryker({
    mutate: sample,
    testFiles: tests,
    testRunner: 'mocha',
    testRunnerNodeArgs: ['--import', 'tsx'],
    plugins: [inProject('scripts/mutation/plugins.mjs')],
    ignorers: ['sentences'],
    // A mutant in code that runs when a file loads needs a new process and all tests: seconds instead of
    // milliseconds.
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    // A busy machine is slow, and only a hang is a failure.
    dryRunTimeoutMinutes: 60,
    incremental: true,
    incrementalFile: path.join(cacheFolder, 'mutation', `${name}.json`),
    force: values.force,
    concurrency: Number(process.env['LOGBENCH_MUTATION_WORKERS'] ?? 2),
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { logTests: false },
    htmlReporter: { fileName: path.join('out', 'mutation', `${name}.html`) },
    // Below `break`, the exit code is 1.
    thresholds: { high: 90, low: 85, break: 85 },
    disableTypeChecks: false,
    ignorePatterns: ['.cache', 'out', 'dist', '*.vsix'],
    tempDirName: copies,
    cleanTempDir: 'always',
    warnings: false,
  }).runMutationTest();
}
