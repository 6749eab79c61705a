import assert from 'node:assert/strict';
import { SeededRandom } from '../../../src/platform/demo/seededRandom';

describe('The random numbers of the sample data', () => {
  it('are the same for a seed, within their bound, and of every value', () => {
    const numbers = (seed: number): number[] => {
      const seeded = new SeededRandom(seed);
      return Array.from({ length: 400 }, () => seeded.below(10));
    };
    assert.deepEqual(numbers(1), numbers(1));
    const seeded = new SeededRandom(1);
    assert.deepEqual(
      Array.from({ length: 6 }, () => seeded.below(1000)),
      [627, 2, 527, 981, 968, 281],
      'in every release',
    );
    assert.notDeepEqual(numbers(1), numbers(2));
    assert.deepEqual(
      [...new Set(numbers(1))].sort((one, other) => one - other),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
  });
});
