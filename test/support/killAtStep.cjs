// Loaded into the platform before itself: kills it at the step that LOGBENCH_TEST_KILL_AT tells. Every call of the
// file system or the engine that may change something is two steps, one before it and one while it is under way.
// Steps count from the signal SIGUSR2 on.
const files = require('node:fs/promises');
const engine = require('@duckdb/node-bindings');

const killAt = Number(process.env['LOGBENCH_TEST_KILL_AT']);
let isCounting = false;
let step = 0;

process.on('SIGUSR2', () => {
  isCounting = true;
});

function pass() {
  if (!isCounting) return;
  step += 1;
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
}

/** @param {Record<string, any>} owner @param {string} name */
function watch(owner, name) {
  const original = owner[name];
  owner[name] = (/** @type {unknown[]} */ ...given) => {
    pass();
    const result = original.apply(owner, given);
    pass();
    return result;
  };
}

for (const name of ['mkdir', 'open', 'rename', 'rm', 'writeFile']) watch(files, name);
for (const name of ['query', 'execute_prepared']) watch(engine, name);
