// Runs the load tests in full: 200 clients for 30 seconds, or LOGBENCH_LOAD_SECONDS, and 10,000 schedules due
// at once, or LOGBENCH_LOAD_SCHEDULES.
import { spawnSync } from 'node:child_process';

const mocha = 'node_modules/mocha/bin/mocha.js';
const files = ['test/stress/load.test.ts', 'test/stress/queuedSchedules.test.ts'];
const { status } = spawnSync(process.execPath, [mocha, '--config', 'test/mocharc.cjs', ...files], {
  stdio: 'inherit',
  env: { LOGBENCH_LOAD_SECONDS: '30', LOGBENCH_LOAD_SCHEDULES: '10000', ...process.env },
});
process.exitCode = status ?? 1;
