// Changes the code that needs VS Code in one place at a time, and finds out whether a test inside VS Code fails.
// node scripts/mutationInVscode.mjs [--one-in N] [FILE or FOLDER]…
//   --one-in  tries a sample of one in N functions: 1 where a file or folder is named, else 12
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bar, countByFolder, resultTable, survivorList } from './mutation/results.mjs';
import { chooseTests } from './mutation/vscode/chooseTests.mjs';
import { instrument } from './mutation/vscode/instrument.mjs';
import { trialFiles } from './mutation/vscode/trialFiles.mjs';
import { runLane, runWindow } from './mutation/vscode/windows.mjs';
import { copyProject } from './noticed/projectCopy.mjs';
import { stopTreesWithThisProcess } from './processes.mjs';
import { outputFolder } from './project.mjs';
import { atATime } from './test/parallelism.mjs';

const { values, positionals } = parseArgs({
  options: { 'one-in': { type: 'string' } },
  allowPositionals: true,
});
const only = positionals.map((name) => path.posix.normalize(name).replace(/\/$/, ''));
const oneIn = Number(values['one-in'] ?? (only.length > 0 ? 1 : 12));

const folder = path.join(outputFolder, `mutation-in-vscode-${process.pid}`);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
stopTreesWithThisProcess();

const lanes = Array.from({ length: atATime() }, (_, index) => String(index + 1));
const copyOf = (/** @type {string} */ lane) => path.join(folder, lane);
const files = trialFiles(folder);
/** @type {import('./mutation/vscode/instrument.mjs').Mutant[]} */
let mutants = [];
for (const lane of lanes) {
  mkdirSync(copyOf(lane), { recursive: true });
  copyProject(copyOf(lane));
  mutants = await instrument(copyOf(lane), { oneIn, only });
  const { status, stderr } = spawnSync(process.execPath, ['esbuild.mjs'], {
    cwd: copyOf(lane),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

console.log(`${mutants.length} mutants. Running all tests in VS Code without any of them…`);
const output = await runWindow(copyOf('1'), folder);
const trials = chooseTests(mutants, readDryRun(output)).map((trial, index) => ({
  ...trial,
  lane: lanes[index % lanes.length] ?? '1',
}));
writeFileSync(files.trials, JSON.stringify(trials));
console.log(`A test runs ${trials.length} of them.`);

const timer = setInterval(showProgress, 60_000);
await Promise.all(lanes.map((lane) => runLane(copyOf(lane), folder, lane)));
clearInterval(timer);
report();

/** @param {string} printed */
function readDryRun(printed) {
  try {
    return JSON.parse(readFileSync(files.dryRun, 'utf8'));
  } catch {
    throw new Error(`The tests did not pass without a mutant.\n${printed}`);
  }
}

function showProgress() {
  const results = files.readResults().filter(({ status }) => status !== 'again');
  const survived = results.filter(({ status }) => status === 'survived').length;
  console.log(`${results.length} of ${trials.length} tried, ${survived} survived`);
}

function report() {
  const statuses = new Map(files.readResults().map(({ id, status }) => [id, status]));
  const results = mutants.map((mutant) => ({ ...mutant, status: statusOf(statuses.get(mutant.id)) }));
  const counts = countByFolder(results);
  const text = [resultTable(counts), '', survivorList(results), ''].join('\n');
  writeFileSync(path.join(outputFolder, 'mutation-in-vscode.md'), text);
  console.log(`\n${text}`);
  process.exitCode = counts.some(({ score }) => score < bar) ? 1 : 0;
}

/**
 * @param {import('./mutation/vscode/trialFiles.mjs').Status | undefined} status
 * @returns {import('@stryker-mutator/api/core').MutantStatus}
 */
function statusOf(status) {
  if (status === undefined) return 'NoCoverage';
  return status === 'survived' ? 'Survived' : 'Killed';
}
