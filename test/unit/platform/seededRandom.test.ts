import assert from 'node:assert/strict';
import { SeededRandom } from '../../../src/platform/demo/seededRandom';

describe('The random numbers of the sample data', () => {
  it('are the same for a seed, within their bound, and of every value', () => {
    const numbers = (seed: number): number[] => {
      const seeded = new SeededRandom(seed);
      return Array.from({ length: 400 }, () => seeded.below(10));
    };
    const seeded = new SeededRandom(1);
    const first = Array.from({ length: 6 }, () => seeded.below(1000));
    assert.deepEqual(first, [627, 2, 527, 981, 968, 281], 'in every release');
    assert.notDeepEqual(numbers(1), numbers(2));
    assert.equal(new Set(numbers(1)).size, 10);
    assert.ok(numbers(1).every((number) => number >= 0 && number < 10));
  });
});
