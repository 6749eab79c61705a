import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectFolder } from '../project.mjs';
import { besideEachOther } from './besideEachOther.mjs';

/**
 * What became of a step; `broken` names the tests that failed.
 * @typedef {{ name: string, passed: number, failed: number, broken: string[], note?: string }} Result
 */
/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs the steps in their order, some beside each other, and tells what became of each. A step whose
 * preparation failed is not run and counts as a failure: what was not tested is not good.
 * @param {readonly Step[]} steps
 * @returns {Promise<Result[]>}
 */
export async function runSteps(steps) {
  /** @type {Map<string, Promise<Result>>} */
  const results = new Map();
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = runPrepared(step, results);
      results.set(step.name, result);
      await result;
    }
  };
  await Promise.all(Array.from({ length: besideEachOther() }, work));
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
  return report({ name: step.name, passed: 0, failed: 1, broken: [], note });
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
    const code = await runCommands(step, countsFile);
    const result = count(step, code, readCounts(countsFile));
    return report({ ...result, note: seconds(started) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Step} step
 * @param {string} countsFile
 * @returns {Promise<number>} the code of the first command that failed, else 0
 */
async function runCommands(step, countsFile) {
  const heartbeat = setInterval(() => console.log(`${step.name} │ …`), 20_000);
  try {
    for (const command of step.commands) {
      const env = { ...step.env, LOGBENCH_TEST_COUNTS: countsFile };
      const code = await runCommand(command, env, (line) => {
        heartbeat.refresh();
        // Steps print beside each other, so each line says whose it is.
        console.log(line === '' ? '' : `${step.name} │ ${line}`);
      });
      if (code !== 0) return code;
    }
    return 0;
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
 * @returns {Omit<Result, 'name'>}
 */
function readCounts(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    broken: counts.flatMap(({ broken }) => broken),
  };
}

/**
 * A process that failed without a failed test is a failure too, and so is one that tested nothing.
 * @param {Step} step
 * @param {number} code
 * @param {Omit<Result, 'name'>} counts
 * @returns {Result}
 */
function count(step, code, { passed, failed, broken }) {
  const { name } = step;
  if (step.kind === 'tests') {
    const silent = failed === 0 && (code !== 0 || passed === 0);
    return { name, passed, failed: silent ? 1 : failed, broken };
  }
  if (code !== 0) return { name, passed: 0, failed: 1, broken };
  return { name, passed: step.kind === 'check' ? 1 : 0, failed: 0, broken };
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
