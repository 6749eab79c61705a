const { appendFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

/**
 * The spec reporter, which also leaves its counts where the test run adds them up.
 * A suite that ran nothing is counted as one failure: silence is not success.
 */
module.exports = class CountingReporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = runner.stats;
      const file = process.env.LOGBENCH_TEST_COUNTS;
      const empty = passes + failures === 0;
      if (file) appendFileSync(file, `${JSON.stringify({ passed: passes, failed: empty ? 1 : failures })}\n`);
      if (empty) process.exitCode = 1;
    });
  }
};
