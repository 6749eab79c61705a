// Runs the tests and ends with `N passed, N failed`: those of `npm test`, all of them, or parts of them.
// node scripts/test.mjs [all|PART…] [--grep WORDS], where PART is the first word of a step in scripts/test/steps.mjs
import { parseArgs } from 'node:util';
import { judgeRetries, reasonsOf } from './test/retries.mjs';
import { runSteps } from './test/runSteps.mjs';
import { lanesFor, stepsFor } from './test/steps.mjs';

process.once('uncaughtException', ({ message }) => {
  console.log(`${message}\n\n0 passed, 1 failed`);
  process.exitCode = 1;
});
const { values, positionals } = parseArgs({ options: { grep: { type: 'string' } }, allowPositionals: true });

const steps = stepsFor(positionals, values.grep);
const results = await runSteps(steps, lanesFor(steps));
const total = (/** @type {'passed' | 'failed'} */ which) =>
  results.reduce((sum, result) => sum + result[which], 0);

for (const { name, failed, broken, reasons } of results.filter(({ failed }) => failed > 0)) {
  console.log(`\n✖ ${name}: ${failed} failed`);
  for (const title of broken) console.log([`    ${title}`, ...reasonsOf(title, reasons)].join('\n'));
}
const { lines, fault } = judgeRetries(
  results.flatMap(({ retried }) => retried),
  Object.assign({}, ...results.map(({ reasons }) => reasons)),
);
console.log(`\n${lines.join('\n')}`);
if (fault) console.log(`✖ ${fault} Find out why; a test that passes only sometimes proves nothing.`);
// Why there is no browser, which every suite that needs one only repeats.
const missing = results.find(({ name, failed }) => name === 'browser' && failed > 0);
if (missing) console.log(`\n${missing.lastLine}`);
const ranTests = results.some(({ kind, passed, failed }) => kind === 'tests' && passed + failed > 0);
const ranNone = values.grep !== undefined && !ranTests;
if (ranNone) console.log(`\nNo test has “${values.grep}” in its title.`);
const failed = total('failed') + (fault || ranNone ? 1 : 0);
console.log(`\n${total('passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
