import path from 'node:path';
import process from 'node:process';
import { format } from 'node:util';
import Mocha from 'mocha';
import CountingReporter from '../support/countingReporter.cjs';

/** What VS Code calls inside the extension host. Rejects when a test failed, or when there was none. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({
    ui: 'bdd',
    // Generous: a busy machine is slow, and only a hang is a failure.
    timeout: 120_000,
    // Other work in the window can delay a test; one that fails three times is broken.
    retries: 2,
    forbidOnly: true,
    forbidPending: true,
    reporter: CountingReporter,
    ...(process.env['LOGBENCH_TEST_GREP'] && { grep: process.env['LOGBENCH_TEST_GREP'] }),
  });
  markOutput(process.env['LOGBENCH_TEST_MARK']);
  mocha.addFile(path.join(__dirname, 'tests.js'));

  const { passed, failed } = await runAll(mocha);
  if (failed > 0) throw new Error(`${failed} integration tests failed.`);
  if (passed === 0) throw new Error('No integration test ran.');
}

function runAll(mocha: Mocha): Promise<{ passed: number; failed: number }> {
  return new Promise((resolve) => {
    const runner = mocha.run((failed) => {
      resolve({ passed: runner.stats?.passes ?? 0, failed });
    });
  });
}

/** Where the suite shares its output with VS Code's own, a mark tells them apart. */
function markOutput(mark: string | undefined): void {
  if (mark === undefined) return;
  Mocha.reporters.Base.consoleLog = (...parts: unknown[]) => {
    console.log(format(...parts).replace(/^/gm, mark));
  };
}
