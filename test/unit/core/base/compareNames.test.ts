import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareNames, compareStoredNames } from '../../../../src/core/base/compareNames';

describe('Names', () => {
  it('are sorted by the numbers in them, and without regard to case first', () => {
    const names = ['Bulk 1', 'bulk 2', 'Bulk 2', 'Bulk 02', 'Bulk 10', 'Bulk 10 b2', 'Bulk 10 b11', 'c', 'D'];
    for (const shuffled of [names.toReversed(), names.toSorted()]) {
      assert.deepEqual(
        shuffled.toSorted(compareNames).filter((name) => name !== 'Bulk 02'),
        names.filter((name) => name !== 'Bulk 02'),
      );
    }
  });

  it('are sorted by the numbers in them also when a platform lists upper case first', () => {
    const names = ['0', '2', '10', '12345678901', '123456789012', 'B', 'a', 'a_2b', 'a_10', 'a_10b', 'b 2'];
    assert.deepEqual(names.toReversed().toSorted(compareStoredNames), names);
  });

  it('have one order, in which only equal names are equal', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'A', 'á', '0', '1', '2', ' ', '_', '가', '\u0301') });
    for (const compare of [compareNames, compareStoredNames]) {
      fc.assert(
        fc.property(name, name, name, (one, other, third) => {
          const order = compare(one, other);
          assert.equal(order === 0, one === other);
          assert.equal(Math.sign(order) + Math.sign(compare(other, one)), 0);
          if (order < 0 && compare(other, third) < 0) assert.ok(compare(one, third) < 0);
        }),
      );
    }
  });
});
