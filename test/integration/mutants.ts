import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { INSTRUMENTER_CONSTANTS, InstrumenterContext } from '@stryker-mutator/api/core';
import Mocha from 'mocha';
import { Titles, recordCurrentTest, setBail } from '../../scripts/mutation/selectedTests.mjs';
import type { DryRun, Trial } from '../../scripts/mutation/vscode/chooseTests.mjs';
import { trialFiles } from '../../scripts/mutation/vscode/trialFiles.mjs';
import type { Result } from '../../scripts/mutation/vscode/trialFiles.mjs';

// Stryker's own constant is in a module that cannot be bundled for VS Code.
const namespace: (typeof INSTRUMENTER_CONSTANTS)['NAMESPACE'] = '__stryker__';

// The instrumented code reads the active mutant from it and records which test ran it.
const context = ((globalThis as Record<string, unknown>)[namespace] ??= {}) as InstrumenterContext;

/** A window gets slower, and what a mutant left in it may disturb others. */
const mutantsPerWindow = 150;

/** What VS Code calls inside the extension host: the tests without a mutant, or the mutants that nobody tried yet. */
export async function run(): Promise<void> {
  const files = trialFiles(process.env['LOGBENCH_MUTANTS'] ?? '');
  const mocha = new Mocha({ timeout: 120_000, retries: 2, reporter: Mocha.reporters.Base });
  mocha.cleanReferencesAfterRun(false);
  mocha.addFile(path.join(__dirname, 'tests.js'));
  await mocha.loadFilesAsync();
  if (existsSync(files.trials)) await tryMutants(mocha, files, process.env['LOGBENCH_LANE'] ?? '');
  else writeFileSync(files.dryRun, JSON.stringify(await dryRun(mocha)));
}

async function dryRun(mocha: Mocha): Promise<DryRun> {
  const times: DryRun['times'] = {};
  const failed = await new Promise((resolve) => {
    const runner = mocha.run(resolve);
    recordCurrentTest(runner, context);
    runner.on(Mocha.Runner.constants.EVENT_TEST_PASS, (test) => {
      times[test.fullTitle()] = test.duration ?? 0;
    });
  });
  if (failed !== 0) throw new Error('A test fails without any mutant. Nothing can be told.');
  return { times, coverage: context.mutantCoverage?.perTest ?? {} };
}

async function tryMutants(mocha: Mocha, files: ReturnType<typeof trialFiles>, lane: string): Promise<void> {
  const { times } = JSON.parse(readFileSync(files.dryRun, 'utf8')) as DryRun;
  const trials = JSON.parse(readFileSync(files.trials, 'utf8')) as Trial[];
  limitTimes(mocha.suite, times);
  let tried = 0;
  for (const trial of trials.filter((one) => one.lane === lane)) {
    const before = files.resultOf(trial.id);
    if (before !== undefined && before !== 'again') continue;
    writeFileSync(files.current(lane), trial.id);
    const by = await withMutant(trial, () => runSome(mocha, trial.tests));
    const isClean = by === undefined || (await runSome(mocha, [by])) === undefined;
    // Whoever fails again without the mutant may have failed for another reason, so a new window decides.
    const status = by === undefined ? 'survived' : isClean || before === 'again' ? 'killed' : 'again';
    appendFileSync(files.results, `${JSON.stringify({ id: trial.id, status, by } satisfies Result)}\n`);
    if (!isClean || ++tried === mutantsPerWindow) return;
  }
  writeFileSync(files.ended(lane), '');
}

/** Stryker throws where a mutant is run very often, such as in a loop without an end. */
async function withMutant<T>({ id, hits }: Trial, action: () => Promise<T>): Promise<T> {
  Object.assign(context, { activeMutant: id, hitCount: 0, hitLimit: 100 * hits + 1000 });
  try {
    return await action();
  } finally {
    Object.assign(context, { activeMutant: 'none', hitCount: undefined, hitLimit: undefined });
  }
}

/** Most mutants make a test wait for what never comes. */
function limitTimes(suite: Mocha.Suite, times: DryRun['times']): void {
  suite.eachTest((test) => {
    test.timeout(Math.max(6000, 3 * (times[test.fullTitle()] ?? 0) + 4000));
    test.retries(0);
  });
  setBail(suite, true);
}

/** The title of the test that failed, if any. */
function runSome(mocha: Mocha, titles: readonly string[]): Promise<string | undefined> {
  mocha.grep(new Titles(titles));
  let failed: string | undefined;
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve(failed));
    recordCurrentTest(runner, context);
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test) => {
      failed ??= context.currentTestId ?? test.fullTitle();
    });
  });
}
