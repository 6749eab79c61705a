// Changes the product's code one expression at a time and finds out whether a test notices (StrykerJS).
// node scripts/mutation.mjs [--one-in N] [FOLDER]…
//   FOLDER    such as src/core/api or src/core/base, or a file; all folders, one after another, by default
//   --one-in  tries a sample of one in N files: 1 where a folder is named, else 12
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { fetchNode, withoutScripts } from './hosts/fetchHost.mjs';
import { keep } from './keep.mjs';
import { runNpm } from './npm.mjs';
import './plainErrors.mjs';
import { inProject, projectFolder } from './project.mjs';
import { filesIn } from './sources.mjs';

const { values, positionals } = parseArgs({
  options: { 'one-in': { type: 'string' } },
  allowPositionals: true,
});
const all = [...['core', 'extension'].flatMap(foldersIn), 'src/cli', 'src/platform', 'media'];
const folders = positionals.length > 0 ? positionals : all;
const oneIn = Number(values['one-in'] ?? (positionals.length > 0 ? 1 : 12));
const wrong = folders.find((folder) => !/^(src|media)\b/.test(folder) || !existsSync(inProject(folder)));
if (wrong !== undefined) throw new Error(`${wrong} is not a folder or file of src or media.`);
if (!(oneIn >= 1)) throw new Error(`--one-in is a number from 1, not ${values['one-in']}.`);

// Not a dependency of the project, whose Node may be older than the 22 that it requires.
const packages = await keep('stryker-10.0.0', 'Stryker 10.0.0', async (folder) => {
  writeFileSync(`${folder}/package.json`, '{}');
  await runNpm(
    ['install', ...withoutScripts, '@stryker-mutator/mocha-runner@10.0.0', 'typescript@6'],
    folder,
  );
  // It looks for Mocha's files under their old names: https://github.com/stryker-mutator/stryker-js/pull/6205
  const file = `${folder}/node_modules/@stryker-mutator/mocha-runner/dist/src/lib-wrapper.js`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/lib\/cli\/[\w-]+(?=`)/g, '$&.cjs'));
  return folder;
});
const stryker = `${packages}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const node = await fetchNode(22);

const testFiles = filesIn('test').filter((name) =>
  /^test\/(unit|platform|clients)\/.*\.test\.ts$/.test(name),
);
const { metafile } = await build({
  entryPoints: testFiles,
  absWorkingDir: projectFolder,
  bundle: true,
  splitting: true,
  format: 'esm',
  packages: 'external',
  outdir: 'out',
  write: false,
  metafile: true,
});
const tests = testFiles.map((file) => {
  const loaded = new Set([file]);
  // Iterating over a growing set visits new items too.
  for (const name of loaded) for (const next of metafile.inputs[name]?.imports ?? []) loaded.add(next.path);
  return { file, loads: (/** @type {string} */ name) => loaded.has(name) };
});
mkdirSync(inProject('out/mutation'), { recursive: true });

for (const folder of folders) {
  const [program = '', room = program] = folder.replace('src/', '').split('/');
  const part = ['core', 'extension'].includes(program) ? room : program;
  // Tests of projects with a platform are named after `logbench.code`.
  const names = part === 'project' ? ['/project', '/code'] : [`/${part}`];
  // An unnoticed change costs all tests that run it, so those about other parts have to be quick.
  const slow = ['@duckdb/node-api', 'node:http', 'node:net', 'node:child_process'];
  const near = tests.filter(
    ({ file, loads }) => names.some((name) => file.includes(name)) || !slow.some(loads),
  );
  // What a test loads runs without VS Code.
  const files = filesIn(folder).filter((file) => near.some(({ loads }) => loads(file)));
  const mutate = files.filter((_file, index) => index % oneIn === 0);
  const nearFiles = near.filter(({ loads }) => mutate.some(loads)).map(({ file }) => file);
  if (mutate.length === 0) {
    console.error(`${folder} has no code that a test loads without VS Code.`);
    continue;
  }

  console.log(`\n${folder}: ${mutate.length} of ${files.length} files, ${nearFiles.length} files of tests`);
  const output = `out/mutation/${folder.replaceAll('/', '-')}`;
  const options = {
    mutate,
    testFiles: nearFiles,
    testRunner: 'mocha',
    mochaOptions: { require: ['tsx'] },
    // A change in code that runs when a file loads takes a new process and all tests.
    ignoreStatic: true,
    // A busy machine is slow, and only a hang is a failure.
    dryRunTimeoutMinutes: 60,
    timeoutMS: 60_000,
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { logTests: false, reportTests: false },
    htmlReporter: { fileName: `${output}.html` },
    // Below `break`, the exit code is 1.
    thresholds: { high: 90, low: 85, break: 85 },
    // It would write into files that tests read.
    disableTypeChecks: false,
    ignorePatterns: ['.cache', 'out', '*.vsix'],
    tempDirName: 'out/stryker',
  };
  writeFileSync(inProject(`${output}.json`), JSON.stringify(options));
  const ended = spawnSync(node, [stryker, 'run', `${output}.json`], { cwd: projectFolder, stdio: 'inherit' });
  if (ended.status !== 0) process.exitCode = 1;
}

/** @param {string} program */
function foldersIn(program) {
  const entries = readdirSync(inProject('src', program), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${program}/${name}`);
}
