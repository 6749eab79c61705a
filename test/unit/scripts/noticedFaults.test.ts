import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readFaults, withFault } from '../../../scripts/noticed/faults.mjs';
import { inProject } from '../../../scripts/project.mjs';

/** `npm run test:noticed` puts them in and runs the tests; here is held what keeps the list usable. */
describe('The hand-written faults', () => {
  const faults = readFaults();

  it('are sixty at least, and each still has its one place in the sources', () => {
    assert(faults.length >= 60, `${faults.length}`);
    const problems = faults.flatMap((fault) => {
      try {
        withFault(fault, readFileSync(inProject(fault.file), 'utf8'));
        return [];
      } catch (error) {
        return [String(error)];
      }
    });
    assert.deepEqual(problems, []);
  });

  it('name tests that exist', () => {
    const named = new Set(faults.flatMap(({ tests }) => tests));

    assert.deepEqual(
      [...named].filter((file) => !existsSync(inProject(file))),
      [],
    );
  });

  it('are refused with a sentence where the text is gone or occurs twice', () => {
    const [fault] = faults;
    assert(fault);

    assert.throws(() => withFault(fault, ''), /no longer has the text/);
    assert.throws(() => withFault(fault, fault.text + fault.text), /has the text 2 times/);
  });
});
