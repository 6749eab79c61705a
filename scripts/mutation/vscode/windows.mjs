import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startTree, stopTree } from '../../processes.mjs';
import { cacheFolder } from '../../project.mjs';
import { trialFiles } from './trialFiles.mjs';

/** A window that tells nothing for so long hangs: the longest test takes a third of it. */
const stalledAfter = 150_000;

/**
 * Runs the suite of mutants in a new window of VS Code.
 * @param {string} copy of the project
 * @param {string} folder of the trial files
 * @param {string} [lane]
 * @returns {Promise<string>} what it printed
 */
export async function runWindow(copy, folder, lane = '') {
  const env = {
    ...process.env,
    LOGBENCH_CACHE: cacheFolder,
    LOGBENCH_BOTH_VSCODES: '1',
    LOGBENCH_TEST_DEADLINE: '7200',
    LOGBENCH_MUTANTS: folder,
    LOGBENCH_LANE: lane,
  };
  const child = startTree(process.execPath, ['scripts/integration.mjs', 'newest'], env, copy);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (lane === '') await ended;
  else await Promise.race([ended, stalled(folder, lane).then(() => stopTree(child))]);
  return output;
}

/**
 * Tries the mutants of a lane, in as many windows as that takes.
 * @param {string} copy
 * @param {string} folder
 * @param {string} lane
 */
export async function runLane(copy, folder, lane) {
  const files = trialFiles(folder);
  while (!existsSync(files.ended(lane))) {
    const before = progress(folder, lane);
    const output = await runWindow(copy, folder, lane);
    if (progress(folder, lane) === before) throw new Error(`No mutant was tried.\n${output}`);
  }
}

/**
 * Resolves when a mutant has kept a window from going on, and counts it as killed.
 * @param {string} folder
 * @param {string} lane
 */
async function stalled(folder, lane) {
  const files = trialFiles(folder);
  let last = { what: progress(folder, lane), at: Date.now() };
  for (;;) {
    await delay(1000, undefined, { ref: false });
    const what = progress(folder, lane);
    if (what !== last.what) last = { what, at: Date.now() };
    if (Date.now() - last.at < stalledAfter || !existsSync(files.current(lane))) continue;
    const id = readFileSync(files.current(lane), 'utf8');
    appendFileSync(files.results, `${JSON.stringify({ id, status: 'killed' })}\n`);
    return;
  }
}

/**
 * @param {string} folder
 * @param {string} lane
 */
function progress(folder, lane) {
  const { current, results } = trialFiles(folder);
  const mutant = existsSync(current(lane)) ? readFileSync(current(lane), 'utf8') : '';
  return `${mutant} ${existsSync(results) ? statSync(results).size : 0}`;
}
