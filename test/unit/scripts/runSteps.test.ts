import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runSteps } from '../../../scripts/test/runSteps.mjs';
import type { Step } from '../../../scripts/test/steps.mjs';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('The steps of a test run', () => {
  const check = (name: string, script: string, rest: Partial<Step> = {}): Step => ({
    name,
    kind: 'check',
    commands: [['-e', script]],
    ...rest,
  });

  /** Of a step that runs one file of tests with these options. */
  async function resultOf(tests: string, ...options: readonly string[]) {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'one.test.cjs');
    await writeFile(file, tests);
    const commands = [['node_modules/mocha/bin/mocha.js', ...options, file]];
    const [result] = await runSteps([{ name: 'one', kind: 'tests', commands }]);
    return result;
  }

  it('do not run when a step that they need has failed, and count as failed', async () => {
    const results = await runSteps([
      check('first', 'console.error("No browser."); process.exit(1)'),
      check('second', '', { after: ['first'] }),
      check('third', ''),
    ]);

    const failed = Object.fromEntries(results.map((result) => [result.name, result.failed]));
    assert.deepEqual(failed, { first: 1, second: 1, third: 0 });
    assert.equal(results[0]?.lastLine, 'No browser.');
  });

  it('run while others wait for what they need', async () => {
    await using folder = await temporaryFolder();
    const file = JSON.stringify(path.join(folder.path, 'passed'));
    const untilPassed = `setInterval(() => { if (require('fs').existsSync(${file})) process.exit(0); }, 20)`;
    const results = await runSteps(
      [
        check('preparation', untilPassed),
        check('prepared', '', { after: ['preparation'] }),
        check('passing', `require('fs').writeFileSync(${file}, '')`),
      ],
      2,
    );

    assert.deepEqual(
      results.map(({ name, failed }) => [name, failed]),
      [
        ['preparation', 0],
        ['passing', 0],
        ['prepared', 0],
      ],
    );
  });

  it('report which tests passed at a later try, and why they failed before', async () => {
    const result = await resultOf(
      `let tries = 0; it('is lucky', () => { if (++tries < 3) throw new Error('no'); });`,
      ...['--no-config', '--retries', '2', '--reporter', 'test/support/countingReporter.cjs'],
    );

    assert.deepEqual(result?.retried, [{ title: 'is lucky', tries: 3 }]);
    assert.deepEqual(result.reasons, { 'is lucky': ['no', 'no'] });
    assert.equal(result.passed, 1);
  });

  it('end although a failed test has left a timer behind', async () => {
    const result = await resultOf(
      `it('leaves a timer', () => { setInterval(() => {}, 1000); throw new Error('no'); });`,
      ...['--config', 'test/mocharc.cjs'],
    );

    assert.deepEqual(result?.broken, ['leaves a timer']);
  });
});
