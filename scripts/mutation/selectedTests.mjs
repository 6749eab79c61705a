import Mocha from 'mocha';

/** Matches some titles. An expression with thousands of alternatives would take longer than many tests. */
export class Titles extends RegExp {
  #titles;

  /** @param {readonly string[]} titles */
  constructor(titles) {
    super('');
    this.#titles = new Set(titles);
  }

  /**
   * @override
   * @param {string} title
   */
  test(title) {
    return this.#titles.has(title);
  }
}

/**
 * Tells the instrumented code which test runs it. The code of a suite hook counts as run by the first test of the
 * suite, which runs the hook again.
 * @param {Mocha.Runner} runner
 * @param {import('@stryker-mutator/api/core').InstrumenterContext} context
 */
export function recordCurrentTest(runner, context) {
  runner.on(Mocha.Runner.constants.EVENT_HOOK_BEGIN, (hook) => {
    const first = hook.title.startsWith('"before all"') && firstTitle(hook.parent);
    if (first) context.currentTestId = first;
  });
  runner.on(
    Mocha.Runner.constants.EVENT_TEST_BEGIN,
    (test) => void (context.currentTestId = test.fullTitle()),
  );
}

/**
 * @param {Mocha.Suite} suite
 * @param {boolean} bail
 */
export function setBail(suite, bail) {
  suite.bail(bail);
  for (const inner of suite.suites) setBail(inner, bail);
}

/**
 * @param {Mocha.Suite | undefined} suite
 * @returns {string | undefined}
 */
function firstTitle(suite) {
  return suite?.tests[0]?.fullTitle() ?? suite?.suites.map(firstTitle).find((title) => title !== undefined);
}
