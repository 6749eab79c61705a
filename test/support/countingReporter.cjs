const { appendFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/** The spec reporter, which also writes its counts for the test run. */
module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    // Records tests that pass after a retry, because they are slow or unreliable.
    const tries = new Map();
    // Why each attempt failed, for the end of the run: the lines of the attempt are far above by then.
    const reasons = {};
    const keepReason = (title, error) => {
      (reasons[title] ??= []).push(shortened(`${error?.message ?? error}${errorLocation(error)}`));
    };
    runner.on(Runner.constants.EVENT_TEST_RETRY, (test, error) => {
      const title = test.fullTitle();
      tries.set(title, (tries.get(title) ?? 1) + 1);
      keepReason(title, error);
      reporters.Base.consoleLog('    ↻ %s: %s%s', title, error?.message ?? '', errorLocation(error));
    });
    const broken = [];
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      broken.push(test.fullTitle());
      keepReason(test.fullTitle(), error);
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = runner.stats;
      const file = process.env.LOGBENCH_TEST_COUNTS;
      const retried = [...tries]
        .filter(([title]) => !broken.includes(title))
        .map(([title, times]) => ({ title, tries: times }));
      const counts = { passed: passes, failed: failures, broken, retried, reasons };
      if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
      if (failures > 0 && options.reporterOptions?.exitAfterFailure) exitSoon();
    });
  }
};

/** A test that failed may have left timers or servers, which would keep the process from ending. */
function exitSoon() {
  setTimeout(() => process.exit(1), 1000).unref();
}

/** The line of the test: a message such as that of a deadline fits many. */
function errorLocation(error) {
  const lines = String(error?.stack ?? '').split('\n');
  const location = lines.findLast((line) => line.includes('.test.ts:'));
  return location ? `\n${location.trim()}` : '';
}

/** The beginning and the end: the log of a window begins with what was wanted and ends with what was in the way. */
function shortened(reason) {
  const kept = 500;
  return reason.length > 2 * kept ? `${reason.slice(0, kept)}\n…\n${reason.slice(-kept)}` : reason;
}
