import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFolder } from '../project.mjs';

/** @typedef {{ name: string, passed: number, failed: number, note?: string }} Result */
/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs the steps, lanes beside each other, and tells what became of each. A step whose preparation failed is
 * not run and counts as a failure: what was not tested is not good.
 * @param {readonly Step[]} steps
 * @returns {Promise<Result[]>}
 */
export async function runSteps(steps) {
  /** @type {Map<string, Promise<Result>>} */
  const results = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  const lanes = new Map();
  const running = new Set();
  const heartbeat = setInterval(() => {
    if (running.size > 0) console.log(`… still running: ${[...running].join(', ')}`);
  }, 20_000);

  for (const step of steps) {
    const before = [lanes.get(step.lane), ...(step.after ?? []).map((name) => results.get(name))];
    const result = Promise.all(before).then(async () => {
      const missing = await failedAmong(step.after ?? [], results);
      if (missing)
        return report({ name: step.name, passed: 0, failed: 1, note: `not run, because ${missing} failed` });
      running.add(step.name);
      return runStep(step).finally(() => running.delete(step.name));
    });
    results.set(step.name, result);
    lanes.set(step.lane, result);
  }
  try {
    return await Promise.all(results.values());
  } finally {
    clearInterval(heartbeat);
  }
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
    const { code, output } = await runCommands(step, countsFile);
    const result = count(step, code, readCounts(countsFile));
    return report({ ...result, note: seconds(started) }, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Step} step
 * @param {string} countsFile
 */
async function runCommands(step, countsFile) {
  let output = '';
  for (const command of step.commands) {
    const run = await runCommand(command, { ...step.env, LOGBENCH_TEST_COUNTS: countsFile });
    output += run.output;
    if (run.code !== 0) return { code: run.code, output };
  }
  return { code: 0, output };
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>}
 */
function runCommand(command, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: projectFolder,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * @param {string} file
 * @returns {{ passed: number, failed: number }}
 */
function readCounts(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const counts = lines.map((line) => JSON.parse(line));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * A process that failed without a failed test is a failure too, and so is one that tested nothing.
 * @param {Step} step
 * @param {number} code
 * @param {{ passed: number, failed: number }} counts
 * @returns {Result}
 */
function count(step, code, { passed, failed }) {
  const { name } = step;
  if (step.kind === 'tests') {
    const silent = failed === 0 && (code !== 0 || passed === 0);
    return { name, passed, failed: silent ? 1 : failed };
  }
  if (code !== 0) return { name, passed: 0, failed: 1 };
  return { name, passed: step.kind === 'check' ? 1 : 0, failed: 0 };
}

/**
 * @param {Result} result
 * @param {string} [output]
 */
function report(result, output = '') {
  const { name, passed, failed, note } = result;
  const outcome =
    failed > 0 ? `✖ ${name}: ${passed} passed, ${failed} failed` : `✔ ${name}: ${passed} passed`;
  console.log(`${output.trimEnd()}\n${outcome} (${note})`.trimStart());
  return result;
}

/** @param {number} started */
function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}
