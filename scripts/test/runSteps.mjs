import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectFolder } from '../project.mjs';
import { atATime } from './steps.mjs';

/**
 * What became of a step: `broken` names the tests that failed, `retried` those that passed at a later try,
 * `reasons` what each of their failed attempts said.
 * @typedef {{ passed: number, failed: number, broken: string[], retried: Retried[], reasons: Reasons }} Counts
 * @typedef {Record<string, string[]>} Reasons
 * @typedef {{ title: string, tries: number }} Retried
 * @typedef {Counts & { name: string, note?: string, lastLine?: string }} Result
 */
/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs the steps in order, `lanes` of them concurrently, and reports their results. A step whose preparation
 * is running lets the next ones pass. One whose preparation failed is not run and counts as failed.
 * @param {readonly Step[]} steps
 * @param {number} [lanes]
 * @returns {Promise<Result[]>}
 */
export async function runSteps(steps, lanes = atATime()) {
  /** @type {Map<string, Promise<Result>>} */
  const results = new Map();
  const ended = new Set();
  const waiting = [...steps];
  const takeReady = () => {
    const index = waiting.findIndex(({ after = [] }) => after.every((name) => ended.has(name)));
    return index < 0 ? undefined : waiting.splice(index, 1)[0];
  };
  const work = async () => {
    while (waiting.length > 0) {
      const step = takeReady();
      if (step === undefined) {
        await Promise.race([...results].filter(([name]) => !ended.has(name)).map(([, result]) => result));
        continue;
      }
      const result = runPrepared(step, results);
      results.set(step.name, result);
      await result;
      ended.add(step.name);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return Promise.all(results.values());
}

/**
 * @param {Step} step
 * @param {Map<string, Promise<Result>>} results
 * @returns {Promise<Result>}
 */
async function runPrepared(step, results) {
  const missing = await failedAmong(step.after ?? [], results);
  if (missing === undefined) return runStep(step);
  const note = `not run, because ${missing} failed`;
  return report({ name: step.name, passed: 0, failed: 1, broken: [], retried: [], reasons: {}, note });
}

/**
 * @param {readonly string[]} names
 * @param {Map<string, Promise<Result>>} results
 */
async function failedAmong(names, results) {
  for (const name of names) if (((await results.get(name))?.failed ?? 0) > 0) return name;
  return undefined;
}

/**
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function runStep(step) {
  const started = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), 'logbench-counts-'));
  const countsFile = path.join(folder, 'counts');
  console.log(`▸ ${step.name}`);
  try {
    const { code, lastLine } = await runCommands(step, countsFile);
    const result = count(step, code, readCounts(countsFile));
    return report({ ...result, lastLine, note: seconds(started) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Step} step
 * @param {string} countsFile
 * @returns {Promise<{ code: number, lastLine: string }>} the code of the first command that failed, else 0
 */
async function runCommands(step, countsFile) {
  const heartbeat = setInterval(() => console.log(`${step.name} │ …`), 15_000);
  let lastLine = '';
  try {
    for (const command of step.commands) {
      const env = { ...step.env, LOGBENCH_TEST_COUNTS: countsFile };
      const print = (/** @type {string} */ line) => {
        heartbeat.refresh();
        if (line.trim() !== '') lastLine = line;
        // Steps print concurrently, so each line is prefixed.
        console.log(line === '' ? '' : `${step.name} │ ${line}`);
      };
      const code = await runCommand(command, env, print);
      if (code !== 0) return { code, lastLine };
    }
    return { code: 0, lastLine };
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {(line: string) => void} print
 * @returns {Promise<number>} the exit code
 */
function runCommand(command, env, print) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: projectFolder,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', print);
    child.once('error', (error) => {
      print(error.message);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/**
 * @param {string} file
 * @returns {Counts}
 */
function readCounts(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    broken: counts.flatMap(({ broken }) => broken),
    retried: counts.flatMap(({ retried }) => retried),
    reasons: Object.assign({}, ...counts.map(({ reasons }) => reasons)),
  };
}

/**
 * A process that failed without a failed test counts as failed, and so does one without tests that should have some.
 * @param {Step} step
 * @param {number} code
 * @param {Counts} counts
 * @returns {Result}
 */
function count(step, code, counts) {
  const { name } = step;
  if (step.kind === 'tests') {
    const isEmpty = counts.passed === 0 && !step.isFiltered;
    const silent = counts.failed === 0 && (code !== 0 || isEmpty);
    return { name, ...counts, failed: silent ? 1 : counts.failed };
  }
  if (code !== 0) return { name, ...counts, passed: 0, failed: 1 };
  return { name, ...counts, passed: step.kind === 'check' ? 1 : 0, failed: 0 };
}

/** @param {Result} result */
function report(result) {
  const { name, passed, failed, note } = result;
  const outcome =
    failed > 0 ? `✖ ${name}: ${passed} passed, ${failed} failed` : `✔ ${name}: ${passed} passed`;
  console.log(`${outcome} (${note})`);
  return result;
}

/** @param {number} started */
function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}
