import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
 * @typedef {Counts & { name: string, kind: Step['kind'], note?: string, lastLine?: string }} Result
 */
/** @typedef {import('./steps.mjs').Step} Step */

/**
 * Runs the steps in order, `lanes` of them concurrently, and reports their results. A step whose preparation
 * is running lets the next ones pass. One whose preparation failed is not run and counts as failed.
 * @param {readonly Step[]} steps
 * @param {number} [lanes]
 * @returns {Promise<Result[]>} in the order in which they began
 */
export async function runSteps(steps, lanes = atATime()) {
  /** Those that run have none yet. @type {Map<string, Result | undefined>} */
  const results = new Map();
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  const waiting = [...steps];
  while (waiting.length > 0 || running.size > 0) {
    const index = waiting.findIndex(({ after = [] }) => after.every((name) => results.get(name)));
    const [step] = running.size < lanes && index >= 0 ? waiting.splice(index, 1) : [];
    if (step) {
      results.set(step.name, undefined);
      const missing = step.after?.find((name) => results.get(name)?.failed);
      const run = (missing === undefined ? runStep(step) : notRun(step, missing)).then((result) => {
        report(result);
        results.set(step.name, result);
        running.delete(run);
      });
      running.add(run);
    } else await Promise.race(running);
  }
  return [...results.values()].filter((result) => result !== undefined);
}

/**
 * @param {Step} step
 * @param {string} missing
 * @returns {Promise<Result>}
 */
async function notRun({ name, kind }, missing) {
  const note = `not run, because ${missing} failed`;
  return { name, kind, passed: 0, failed: 1, broken: [], retried: [], reasons: {}, note };
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
  const heartbeat = setInterval(() => console.log(`${step.name} │ …`), 15_000);
  let lastLine = '';
  const print = (/** @type {string} */ line) => {
    heartbeat.refresh();
    if (line.trim() !== '') lastLine = line;
    // Steps print concurrently, so each line is prefixed.
    console.log(line === '' ? '' : `${step.name} │ ${line}`);
  };
  try {
    let code = 0;
    for (const command of step.commands) {
      const env = { ...step.env, LOGBENCH_TEST_COUNTS: countsFile };
      if (code === 0) code = await runCommand(command, env, print);
    }
    const note = `${((Date.now() - started) / 1000).toFixed(1)} s`;
    return { ...count(step, code, readCounts(countsFile)), lastLine, note };
  } finally {
    clearInterval(heartbeat);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {(line: string) => void} print
 * @returns {Promise<number>} the exit code
 */
async function runCommand(command, env, print) {
  const child = spawn(process.execPath, command, {
    cwd: projectFolder,
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxMinutes * 60_000,
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', print);
  const [code, signal] = await once(child, 'close').catch(({ message }) => {
    print(message);
    return [1];
  });
  if (signal) print(`It was ended by ${signal}. After ${maxMinutes} minutes, a step counts as hung.`);
  return code ?? 1;
}

/** A test that leaves a timer or a server open would otherwise hang forever. */
const maxMinutes = 60;

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
function count({ name, kind, isFiltered }, code, counts) {
  if (kind !== 'tests')
    return {
      name,
      kind,
      ...counts,
      passed: kind === 'check' && code === 0 ? 1 : 0,
      failed: code === 0 ? 0 : 1,
    };
  const isEmpty = counts.passed === 0 && !isFiltered;
  const silent = counts.failed === 0 && (code !== 0 || isEmpty);
  return { name, kind, ...counts, failed: silent ? 1 : counts.failed };
}

/** @param {Result} result */
function report({ name, passed, failed, note }) {
  const outcome =
    failed > 0 ? `✖ ${name}: ${passed} passed, ${failed} failed` : `✔ ${name}: ${passed} passed`;
  console.log(`${outcome} (${note})`);
}
