import assert from 'node:assert/strict';
import { SpillShares } from '../../../src/platform/engine/run/spillWatch';

describe('The account that is stopped when temporary data takes more than half of its space', () => {
  /** Counts the bytes of each step, of 160, and returns what the last one decides. */
  function decide(
    steps: readonly (readonly [total: number, running: readonly string[]])[],
  ): string | undefined {
    const shares = new SpillShares(160);
    return steps.map(([total, running]) => shares.count(total, running)).at(-1);
  }

  const cases: Readonly<Record<string, readonly [steps: Parameters<typeof decide>[0], account?: string]>> = {
    'is none up to half of the space': [[[80, ['a']]]],
    'is the only one with queries': [[[81, ['a']]], 'a'],
    'is the one that has used most of it before others began': [
      [
        [70, ['a']],
        [72, ['a', 'b']],
        [81, ['a', 'b']],
      ],
      'a',
    ],
    'is the one that began when the bytes began to grow': [
      [
        [1, ['a']],
        [1, ['a', 'b']],
        [90, ['a', 'b']],
      ],
      'b',
    ],
    'is not one whose data is on disk no more': [
      [
        [79, ['a']],
        [0, ['b']],
        [81, ['b', 'a']],
        [100, ['b']],
      ],
      'b',
    ],
    'is none if results of others take the space': [
      [
        [79, ['a']],
        [90, ['b']],
      ],
    ],
  };
  for (const [title, [steps, account]] of Object.entries(cases))
    it(title, () => assert.equal(decide(steps), account));
});
