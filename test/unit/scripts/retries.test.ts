import assert from 'node:assert/strict';
import { judgeRetries } from '../../../scripts/test/retries.mjs';

const tried = (title: string, tries = 2): { title: string; tries: number } => ({ title, tries });

describe('The retries of a test run', () => {
  it('are reported by name with their failures, and two are accepted', () => {
    const { lines, fault } = judgeRetries([tried('one'), tried('two')], { two: ['timed out\nwaiting'] });

    assert.equal(fault, undefined);
    assert.deepEqual(lines, [
      'Passed at a later try: 2',
      '    one (2 tries)',
      '    two (2 tries)',
      '        timed out',
      '        waiting',
    ]);
  });

  it('fail the run when more than two tests needed one, or one test needed three tries', () => {
    assert.match(judgeRetries([tried('one'), tried('two'), tried('three')]).fault ?? '', /More than 2/);
    assert.match(judgeRetries([tried('one', 3)]).fault ?? '', /needed 3 tries/);
  });
});
