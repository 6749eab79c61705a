import assert from 'node:assert/strict';
import { listedNames } from '../../../../src/core/base/listedNames';

describe('A list of names', () => {
  const listed = (count: number, max?: number): string =>
    listedNames(
      Array.from({ length: count }, (_, index) => `n${index}`),
      max,
    );

  it('has up to ten names', () => {
    assert.equal(listed(1), 'n0');
    assert.equal(listed(10), 'n0, n1, n2, n3, n4, n5, n6, n7, n8, n9');
  });

  it('has nine names and the number of the others if there are more, which are never just one', () => {
    assert.equal(listed(11), 'n0, n1, n2, n3, n4, n5, n6, n7, n8 and 2 more');
    for (let count = 0; count < 60; count += 1) {
      for (const max of [8, 10, 20]) assert.doesNotMatch(listed(count, max), /and 1 more/);
    }
  });

  it('has all names if they are to be shown', () => {
    assert.equal(listed(500, Infinity).split(', ').length, 500);
  });
});
