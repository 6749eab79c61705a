import { readFileSync, writeFileSync } from 'node:fs';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { commonTokens, tokens } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  TestStatus,
  determineHitLimitReached,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import Mocha from 'mocha';
import { Titles, recordCurrentTest, setBail } from './selectedTests.mjs';

/** @typedef {import('@stryker-mutator/api/core').InstrumenterContext} Context */
/** @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult */

const { EVENT_TEST_FAIL, EVENT_TEST_PASS } = Mocha.Runner.constants;

/** In the copy of the project, which all processes of a run share: the tests' times without a mutant. */
const timesFile = 'test-times.json';

/** How long the tests of one mutant may take without it: some functions are run by nearly every test. */
const maxMilliseconds = 10_000;

/**
 * Runs the tests for Stryker, in one process for many mutants. Stryker's own runner imports internals that
 * Mocha 12 no longer has.
 */
export class MochaRunner {
  static inject = tokens(commonTokens.options);

  /** @type {Context} */
  #context = {};
  /** @type {Record<string, number> | undefined} */
  #times;
  #mocha = new Mocha({ timeout: 0, reporter: Mocha.reporters.Base });

  /** @param {import('@stryker-mutator/api/core').StrykerOptions} options */
  constructor(options) {
    this.files = options.testFiles ?? [];
    // The instrumented code reads the active mutant from it and records coverage.
    Reflect.set(globalThis, INSTRUMENTER_CONSTANTS.NAMESPACE, this.#context);
  }

  /** A new environment is only needed for mutants in code that runs when files load, which are not tried. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    this.#mocha.cleanReferencesAfterRun(false);
    for (const file of this.files) this.#mocha.addFile(file);
    await this.#mocha.loadFilesAsync();
  }

  /** @returns {Promise<import('@stryker-mutator/api/test-runner').DryRunResult>} */
  async dryRun() {
    // A busy machine may fail a test that waits; a mutant gets no second try.
    this.#setRetries(2);
    const tests = await this.#run(false);
    this.#setRetries(0);
    writeFileSync(
      timesFile,
      JSON.stringify(Object.fromEntries(tests.map((test) => [test.id, test.timeSpentMs]))),
    );
    const { mutantCoverage } = this.#context;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun({ activeMutant, testFilter, hitLimit }) {
    Object.assign(this.#context, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
    this.#times ??= JSON.parse(readFileSync(timesFile, 'utf8'));
    this.#mocha.grep(new Titles(quickest(testFilter ?? [], this.#times ?? {})));
    const tests = await this.#run(true);
    const timeout = determineHitLimitReached(this.#context.hitCount, hitLimit);
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests });
  }

  /** @param {number} count */
  #setRetries(count) {
    this.#mocha.suite.eachTest((test) => test.retries(count));
  }

  /**
   * @param {boolean} bail
   * @returns {Promise<TestResult[]>}
   */
  #run(bail) {
    setBail(this.#mocha.suite, bail);
    const context = this.#context;
    /** @type {Map<string, TestResult>} */
    const results = new Map();
    return new Promise((resolve) => {
      const runner = this.#mocha.run(() => resolve([...results.values()]));
      recordCurrentTest(runner, context);
      runner.on(EVENT_TEST_PASS, (test) => results.set(test.fullTitle(), resultOf(test)));
      runner.on(EVENT_TEST_FAIL, (test, error) => {
        const id = context.currentTestId ?? test.fullTitle();
        const failed = { status: /** @type {const} */ (TestStatus.Failed), failureMessage: String(error) };
        results.set(id, { ...resultOf(test), id, ...failed });
      });
    });
  }
}

/**
 * @param {Mocha.Runnable} test
 * @returns {import('@stryker-mutator/api/test-runner').SuccessTestResult}
 */
function resultOf(test) {
  const name = test.fullTitle();
  const timeSpentMs = test.duration ?? 0;
  return {
    id: name,
    name,
    status: TestStatus.Success,
    timeSpentMs,
    ...(test.file && { fileName: test.file }),
  };
}

/**
 * As many of the tests as fit into the time, the quickest first.
 * @param {readonly string[]} titles
 * @param {Readonly<Record<string, number>>} times
 */
function quickest(titles, times) {
  let total = 0;
  return titles
    .toSorted((one, other) => (times[one] ?? 0) - (times[other] ?? 0))
    .filter((title, index) => (total += times[title] ?? 0) <= maxMilliseconds || index === 0);
}
