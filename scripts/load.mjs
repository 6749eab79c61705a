// The full measure of the load test: 200 clients for 30 seconds, or as long as LOGBENCH_LOAD_SECONDS says.
import { spawnSync } from 'node:child_process';

const mocha = 'node_modules/mocha/bin/mocha.js';
const { status } = spawnSync(
  process.execPath,
  [mocha, '--config', 'test/mocharc.cjs', 'test/platform/load.test.ts'],
  { stdio: 'inherit', env: { LOGBENCH_LOAD_SECONDS: '30', ...process.env } },
);
process.exitCode = status ?? 1;
