import assert from 'node:assert/strict';
import { isDeeperThan } from '../../../../src/core/base/json';

describe('Nesting of a value', () => {
  it('is deeper than a limit when a list or an object is below it', () => {
    const cases = [
      [1, 0],
      [null, 0],
      [[], 0],
      [[[1]], 1],
      [[[1]], 2],
      [{ a: 1, b: { c: [] } }, 2],
    ] as const;
    assert.deepEqual(
      cases.map(([value, depth]) => isDeeperThan(value, depth)),
      [false, false, true, true, false, true],
    );
  });
});
