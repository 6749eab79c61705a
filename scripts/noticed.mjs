// Puts the faults of test/noticed into copies of the project, one at a time each, and finds out whether a test fails.
// node scripts/noticed.mjs [--only NAME]… [--write]
//   --only   one fault, or all whose names begin like this; may be given more than once
//   --write  puts the counts into docs/quality.md
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readFaults, withFault } from './noticed/faults.mjs';
import { copyProject } from './noticed/projectCopy.mjs';
import { runTests } from './noticed/runTests.mjs';
import { currentCommit, faultTable, writeCounts } from './noticed/table.mjs';
import { stopTreesWithThisProcess } from './processes.mjs';
import { outputFolder } from './project.mjs';
import { atATime } from './test/parallelism.mjs';

/** @typedef {import('./noticed/faults.mjs').Fault} Fault */
/** @typedef {import('./noticed/table.mjs').Result} Result */

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, write: { type: 'boolean' } },
});

const faults = readFaults().filter(
  ({ name }) => values.only?.some((start) => name.startsWith(start)) ?? true,
);
if (faults.length === 0) throw new Error('There is no fault with such a name in test/noticed.');
if (values.write && values.only) throw new Error('The counts of docs/quality.md are those of all faults.');

// Unique, so that concurrent runs do not share a copy.
const folder = path.join(outputFolder, `noticed-${process.pid}`);
const copies = Array.from({ length: Math.min(atATime(), faults.length) }, (_, index) =>
  path.join(folder, String(index + 1)),
);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
stopTreesWithThisProcess();

console.log(`Copying the project to ${path.relative(process.cwd(), folder)}…`);
const commit = currentCommit();
for (const copy of copies) {
  copyProject(copy);
  mkdirSync(path.join(copy, 'out'), { recursive: true });
}
await requireGreen(faults, copies[0] ?? folder);

/** @type {Result[]} */
const results = [];
// One iterator for all copies, so that each takes the next fault as soon as it is ready.
const waiting = faults.entries();
await Promise.all(copies.map(tryFaults));

writeFileSync(path.join(outputFolder, 'noticed.md'), faultTable(results));
if (values.write) writeCounts(results, commit);
const missed = results.filter(({ noticedBy }) => noticedBy === undefined);
for (const { fault } of missed) console.log(`\n✖ ${fault.name}, ${fault.file}: ${fault.reason}`);
console.log(`\n${results.length - missed.length} noticed, ${missed.length} not noticed (out/noticed.md)`);
process.exitCode = missed.length > 0 ? 1 : 0;

/** @param {string} copy */
async function tryFaults(copy) {
  for (const [index, fault] of waiting) {
    const started = Date.now();
    const noticedBy = await noticing(fault, copy);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    const outcome = noticedBy === undefined ? '✖ NOT NOTICED' : `✔ ${noticedBy}`;
    console.log(`[${index + 1}/${faults.length}] ${fault.name} (${seconds} s): ${outcome}`);
    results[index] = { fault, noticedBy };
  }
}

/**
 * Only tests that pass without a fault can detect one.
 * @param {readonly Fault[]} those
 * @param {string} copy
 */
async function requireGreen(those, copy) {
  const tests = [...new Set(those.flatMap((fault) => fault.tests))];
  const words = [...new Set(those.flatMap(({ integration }) => integration ?? []))];
  console.log(`Running their tests without a fault: ${tests.length} files, ${words.length} in VS Code…`);
  const integration = words.length === 0 ? undefined : words.join('|');
  const build = those.some((fault) => fault.build);
  const { passed, broken, output } = await runTests(copy, { tests, build, integration });
  if (passed > 0 && broken === undefined) return;
  console.log(output);
  throw new Error(`Without any fault: ${broken ?? 'the tests did not run'}. Nothing can be told.`);
}

/**
 * The test that detects the fault, if any.
 * @param {Fault} fault
 * @param {string} copy
 * @returns {Promise<string | undefined>}
 */
async function noticing(fault, copy) {
  const file = path.join(copy, fault.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, withFault(fault, source));
  try {
    const { passed, broken, output } = await runTests(copy, fault);
    if (broken === undefined && passed === 0) {
      console.log(
        `${output}\nNo test ran: the fault is not valid code, or no test has the words of its grep.`,
      );
    }
    return broken;
  } finally {
    writeFileSync(file, source);
  }
}
