// Loaded into the platform before its code: kills it at the step in LOGBENCH_TEST_KILL_AT. Every call of the
// file system or the engine that may change something has three steps: before, during and after it. Steps are
// counted after the signal SIGUSR2.
const files = require('node:fs/promises');
/** @type {Record<string | symbol, any>} */
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

/** @param {(...given: any[]) => Promise<unknown>} original */
function watched(original) {
  return (/** @type {unknown[]} */ ...args) => {
    pass();
    const result = original(...args);
    pass();
    return result.finally(pass);
  };
}

for (const name of /** @type {const} */ (['mkdir', 'open', 'rename', 'rm', 'writeFile'])) {
  Object.assign(files, { [name]: watched(files[name]) });
}

// The exports of the engine are read-only, so the module is replaced.
const changing = new Set(['query', 'execute_prepared', 'execute_prepared_streaming']);
const engineModule = require.cache[require.resolve('@duckdb/node-bindings')];
if (!engineModule) throw new Error('The engine is not loaded.');
engineModule.exports = new Proxy(
  {},
  {
    get(_, name) {
      const value = engine[name];
      if (typeof value !== 'function') return value;
      const bound = value.bind(engine);
      return changing.has(String(name)) ? watched(bound) : bound;
    },
  },
);
